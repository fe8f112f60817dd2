/** The beginning of a stream, together with the stream from there on. */
export type StreamHead = { head: Buffer; isWhole: boolean; rest: AsyncGenerator<Buffer> }

/** Reads at least `bytes` of a stream, or all of a shorter one. `rest` continues where the head ends. */
export async function readHead(stream: AsyncIterable<Buffer>, bytes: number): Promise<StreamHead> {
  const pieces = stream[Symbol.asyncIterator]()
  const taken: Buffer[] = []
  let size = 0
  let isWhole = false
  while (size < bytes && !isWhole) {
    const next = await pieces.next()
    if (next.done) isWhole = true
    else {
      taken.push(next.value)
      size += next.value.length
    }
  }
  return { head: Buffer.concat(taken), isWhole, rest: continueStream(pieces) }
}

async function* continueStream(pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  } finally {
    await pieces.return?.()
  }
}

/** A stream that begins with `first`. Ending it early ends `others`, which a stream never begun would not do. */
export function prependBytes(first: Buffer, others: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const joined = join(first, others)
  const end = joined.return.bind(joined)
  joined.return = async (value) => {
    await others.return(undefined)
    return end(value)
  }
  return joined
}

async function* join(first: Buffer, others: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (first.length > 0) yield first
    yield* others
  } finally {
    await others.return(undefined)
  }
}

/** Ends a stream that is not read to its end, so that its file is closed. */
export async function endStream(stream: AsyncIterable<Buffer>): Promise<void> {
  await stream[Symbol.asyncIterator]().return?.()
}
