import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Entry } from 'yauzl'
import { type Archive, openArchive } from './archive.ts'
import { limitDecompression, withCompressionErrors } from './compression.ts'
import { type FileContents, type InputFile, unprocessable } from './input-file.ts'
import { isWorkbook, openWorkbook } from './workbook.ts'

/** The type is detected from the content, not from the name. */
export async function openContent({ path, name, size }: InputFile): Promise<FileContents> {
  const start = await readFirstBytes(path)
  if (start.equals(oldOfficeMagic))
    throw unprocessable(
      `The file ${name} is an old Excel file or has a password: save it as XLSX or CSV without a password.`,
    )
  if (start.readUInt32LE(0) === zipMagic) return openZipped(await openArchive(path, name))
  const raw = createReadStream(path, { highWaterMark: bytesPerRead })
  const isGzip = start.readUInt16BE(0) === gzipMagic
  return {
    sheets: [
      {
        read: () =>
          isGzip ? limitDecompression(withCompressionErrors(gunzipFile(raw), name), name, () => raw.bytesRead) : raw,
      },
    ],
    progress: () => raw.bytesRead / size,
    close: () => raw.destroy(),
  }
}

const bytesPerRead = 128 * 1024
const gzipMagic = 0x1f8b
const zipMagic = 0x04034b50
const oldOfficeMagic = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

async function readFirstBytes(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const bytes = Buffer.alloc(oldOfficeMagic.length)
    await handle.read(bytes, 0, bytes.length, 0)
    return bytes
  } finally {
    await handle.close()
  }
}

/** Starts on the first read: an error before that would end the process. */
async function* gunzipFile(raw: Readable): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: bytesPerRead })
  raw.on('error', (error) => gunzip.destroy(error))
  yield* raw.pipe(gunzip)
}

async function openZipped(archive: Archive): Promise<FileContents> {
  try {
    if (isWorkbook(archive)) return await openWorkbook(archive)
    const entry = getOnlyEntry(archive)
    let read = 0
    async function* bytes(): AsyncGenerator<Buffer> {
      for await (const chunk of archive.read(entry)) {
        read += chunk.length
        yield chunk
      }
    }
    return {
      sheets: [{ read: bytes }],
      progress: () => read / Math.max(entry.uncompressedSize, 1),
      close: archive.close,
    }
  } catch (error) {
    archive.close()
    throw error
  }
}

/** Returns the one text file of an archive; folders and operating system metadata do not count. */
function getOnlyEntry({ name, entries }: Archive): Entry {
  const files = entries.filter(({ fileName }) => !/\/$|^__MACOSX\/|(^|\/)\.[^/]*$/.test(fileName))
  if (files.some(({ fileName }) => fileName === 'mimetype' || fileName === 'xl/workbook.bin'))
    throw unprocessable(`The file ${name} is a workbook of a kind that is not read: save it as XLSX or CSV.`)
  const tables = files.filter(({ fileName }) => /\.(csv|txt|tsv)$/i.test(fileName))
  const candidates = tables.length > 0 ? tables : files
  const [entry] = candidates
  if (!entry || candidates.length > 1)
    throw unprocessable(`The archive ${name} has ${candidates.length} files in it: give the one to be read by itself.`)
  if (/\.(zip|gz|xlsx?)$/i.test(entry.fileName))
    throw unprocessable(`The archive ${name} has another packed file in it: unpack it, and give what is in it.`)
  return entry
}
