import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { Archive } from '../../content/archive.ts'
import { limitDecompression, withCompressionErrors } from '../../content/compression.ts'
import type { InputFile } from '../../content/input-file.ts'
import { readPieces } from '../../content/read-pieces.ts'
import { readHead } from '../text/byte-stream.ts'

export type FileToRead = Pick<InputFile, 'path' | 'name' | 'size'>

/** The share of the stream begun last that is read, from 0 to 1. */
export type Meter = { share: () => number }

const bytesPerRead = 128 * 1024
const signatureBytes = 64 * 1024

const openFile = (path: string) => createReadStream(path, { highWaterMark: bytesPerRead })

export async function* readFile(file: FileToRead, meter: Meter): AsyncGenerator<Buffer> {
  let read = 0
  meter.share = () => read / file.size
  for await (const piece of readPieces(file.path)) {
    read += piece.length
    yield piece
  }
}

export async function* readGzip(file: FileToRead, meter: Meter): AsyncGenerator<Buffer> {
  const { path, name, size } = file
  const raw = openFile(path)
  meter.share = () => raw.bytesRead / size
  const unpacked = createGunzip({ chunkSize: bytesPerRead })
  raw.on('error', (error) => unpacked.destroy(error))
  try {
    yield* limitDecompression(withCompressionErrors(raw.pipe(unpacked), name), name, () => raw.bytesRead)
  } finally {
    raw.destroy()
    unpacked.destroy()
  }
}

export async function* readEntry(
  archive: Archive,
  entry: Archive['entries'][number],
  meter: Meter,
): AsyncGenerator<Buffer> {
  let read = 0
  meter.share = () => read / Math.max(entry.uncompressedSize, 1)
  for await (const chunk of archive.read(entry)) {
    read += chunk.length
    yield chunk
  }
}

/** The beginning of a file, by which its format is told. */
export async function readStart(read: () => AsyncIterable<Buffer>): Promise<Buffer> {
  const { head, rest } = await readHead(read(), signatureBytes)
  await rest.return(undefined)
  return head
}

export const isZip = (head: Buffer) => head.length > 4 && head.readUInt32LE(0) === 0x04034b50
export const isGzip = (head: Buffer) => head.length > 2 && head.readUInt16BE(0) === 0x1f8b
