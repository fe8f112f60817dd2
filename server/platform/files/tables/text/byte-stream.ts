/** The beginning of a stream, together with the stream from there on. */
export type StreamHead = { head: Buffer; isWhole: boolean; rest: AsyncGenerator<Buffer> }

/**
 * Reads at least `bytes` of a stream, or all of a shorter one. `rest` continues where the head ends. The head is a
 * copy: a piece of a stream is good until the next is asked for.
 */
export async function readHead(stream: AsyncIterable<Buffer>, bytes: number): Promise<StreamHead> {
  const pieces = stream[Symbol.asyncIterator]()
  const taken: Buffer[] = []
  let size = 0
  let isWhole = false
  while (size < bytes && !isWhole) {
    const next = await pieces.next()
    if (next.done) isWhole = true
    else {
      taken.push(Buffer.from(next.value))
      size += next.value.length
    }
  }
  return { head: Buffer.concat(taken), isWhole, rest: endWith(continueStream(pieces), pieces) }
}

async function* continueStream(pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  } finally {
    await pieces.return?.()
  }
}

/** Ends the source with a stream that is ended before it begins, as a generator does not by itself. */
export function endWith(stream: AsyncGenerator<Buffer>, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  const end = stream.return.bind(stream)
  stream.return = async (value) => {
    await source.return?.()
    return end(value)
  }
  return stream
}

/** A stream that begins with `first`. */
export const prependBytes = (first: Buffer, others: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> =>
  endWith(join(first, others), others)

async function* join(first: Buffer, others: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (first.length > 0) yield first
    yield* others
  } finally {
    await others.return(undefined)
  }
}

/** A stream that is checked once it is read to its end. */
export function checkAtEnd(stream: AsyncIterable<Buffer>, check: () => Promise<void>): AsyncGenerator<Buffer> {
  const pieces = stream[Symbol.asyncIterator]()
  return endWith(readAndCheck({ [Symbol.asyncIterator]: () => pieces }, check), pieces)
}

async function* readAndCheck(stream: AsyncIterable<Buffer>, check: () => Promise<void>): AsyncGenerator<Buffer> {
  yield* stream
  await check()
}

/** Ends a stream that is not read to its end, so that its file is closed. */
export async function endStream(stream: AsyncIterable<Buffer>): Promise<void> {
  await stream[Symbol.asyncIterator]().return?.()
}
