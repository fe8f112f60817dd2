import { unprocessable } from './input-file.ts'

export async function* withCompressionErrors(stream: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  try {
    yield* stream
  } catch (error) {
    throw toCompressionError(error, name)
  }
}

function toCompressionError(error: unknown, name: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'Z_BUF_ERROR')
    return unprocessable(`The file ${name} ends in the middle of its compressed data: fetch it again.`)
  if (code.startsWith('Z_')) return unprocessable(`The file ${name} is damaged: its compressed data cannot be read.`)
  // yauzl's errors have no code: the size is not the declared one.
  if (code === '' && error instanceof Error)
    return unprocessable(`The file ${name} is damaged: its compressed data cannot be read.`)
  return error
}

// Far beyond any table: the parcels of a country are about 100 GB, and tables of text compress to a fiftieth at best.
const maxGigabytes = 200
const maxBytes = maxGigabytes * 1024 ** 3
const maxRatio = 500
// A small file may consist of legitimate repetition.
const ratioCheckedFromBytes = 100 * 1024 ** 2

/** Throws when `inflated` bytes, actual or declared, out of `packed` exceed the limits. */
export function rejectZipBomb(name: string, inflated: number, packed: number): void {
  if (inflated > maxBytes)
    throw unprocessable(
      `The file ${name} unpacks to more than ${maxGigabytes} GB, which is more than is read: split it.`,
    )
  if (inflated > ratioCheckedFromBytes && inflated > packed * maxRatio)
    throw unprocessable(
      `The file ${name} unpacks to more than ${maxRatio} times its size, which no table does: it is not read.`,
    )
}

/** What a file of this many bytes may unpack to. */
export const maxUnpackedBytes = (packed: number) =>
  Math.min(maxBytes, Math.max(ratioCheckedFromBytes, packed * maxRatio))

/** For a stream whose size is known only at its end. */
export async function* limitDecompression(
  stream: AsyncIterable<Buffer>,
  name: string,
  packed: () => number,
): AsyncGenerator<Buffer> {
  let inflated = 0
  for await (const chunk of stream) {
    inflated += chunk.length
    rejectZipBomb(name, inflated, packed())
    yield chunk
  }
}
