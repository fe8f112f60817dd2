import { refused } from './given-file.ts'

export async function* translated(stream: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  try {
    yield* stream
  } catch (error) {
    throw compressionError(error, name)
  }
}

function compressionError(error: unknown, name: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'Z_BUF_ERROR')
    return refused(`The file ${name} ends in the middle of its compressed data: fetch it again.`)
  if (code.startsWith('Z_')) return refused(`The file ${name} is damaged: its compressed data cannot be read.`)
  // What yauzl says has no code: a size that is not the one promised.
  if (code === '' && error instanceof Error)
    return refused(`The file ${name} is damaged: its compressed data cannot be read.`)
  return error
}

// Far beyond any table: the parcels of a country are some 100 GB, and tables of text shrink to a fiftieth at best.
const maxGigabytes = 200
const maxRatio = 500
// A small file may well say one thing over and over.
const ratioCountsFrom = 100 * 1024 ** 2

/** `inflated` bytes have come, or will, out of `packed`. */
export function refuseBomb(name: string, inflated: number, packed: number): void {
  if (inflated > maxGigabytes * 1024 ** 3)
    throw refused(`The file ${name} unpacks to more than ${maxGigabytes} GB, which is more than is read: split it.`)
  if (inflated > ratioCountsFrom && inflated > packed * maxRatio)
    throw refused(
      `The file ${name} unpacks to more than ${maxRatio} times its size, which no table does: it is not read.`,
    )
}

/** For a stream that tells its size only at its end. */
export async function* withoutBomb(
  stream: AsyncIterable<Buffer>,
  name: string,
  packed: () => number,
): AsyncGenerator<Buffer> {
  let inflated = 0
  for await (const chunk of stream) {
    inflated += chunk.length
    refuseBomb(name, inflated, packed())
    yield chunk
  }
}
