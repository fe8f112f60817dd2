import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Entry, open as openZip, type ZipFile } from 'yauzl'
import { appError } from '../../../platform/errors.ts'

export const refused = (sentence: string) => appError('UNPROCESSABLE', sentence)

export type RollFile = { path: string; name: string; size: number; sha256: string }

/** Finds a file and takes its fingerprint. */
export async function inspectFile(path: string): Promise<RollFile> {
  const entry = await stat(path).catch(() => undefined)
  if (!entry) throw refused(`There is no file at ${path}.`)
  if (!entry.isFile()) throw refused(`${path} is not a file.`)
  if (entry.size === 0) throw refused(`The file ${path} is empty.`)
  const fingerprint = createHash('sha256')
  await pipeline(createReadStream(path), fingerprint)
  return { path, name: basename(path), size: entry.size, sha256: fingerprint.digest('hex') }
}

/** The content of a file, and how far it has been read, from 0 to 1. */
export type Opened = { bytes: AsyncIterable<Buffer>; progress: () => number }

/** Opens what a file holds: gz, zip with one file in it, or plain; known by its content, not by its name. */
export async function openContent({ path, name, size }: RollFile): Promise<Opened> {
  const start = await firstBytes(path)
  if (start.readUInt32LE(0) === zipMagic) return openZipped(path, name)
  const raw = createReadStream(path)
  const progress = () => raw.bytesRead / size
  if (start.readUInt16BE(0) !== gzipMagic) return { bytes: raw, progress }
  return { bytes: translated(raw.pipe(forwardErrors(raw, createGunzip())), name), progress }
}

const gzipMagic = 0x1f8b
const zipMagic = 0x04034b50

async function firstBytes(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const bytes = Buffer.alloc(4)
    await handle.read(bytes, 0, 4, 0)
    return bytes
  } finally {
    await handle.close()
  }
}

function forwardErrors<T extends NodeJS.WritableStream & { destroy: (error: Error) => void }>(
  from: Readable,
  to: T,
): T {
  from.on('error', (error) => to.destroy(error))
  return to
}

async function* translated(stream: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  try {
    yield* stream
  } catch (error) {
    throw compressionError(error, name)
  }
}

/** What went wrong in a compressed file, in words; another error as it is. */
function compressionError(error: unknown, name: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'Z_BUF_ERROR')
    return refused(`The file ${name} ends in the middle of its compressed data: fetch it again.`)
  if (code.startsWith('Z_')) return refused(`The file ${name} is damaged: its compressed data cannot be read.`)
  return error
}

async function openZipped(path: string, name: string): Promise<Opened> {
  const archive = await readArchive(path, name)
  const entry = await onlyEntry(archive, name)
  const stream = await new Promise<Readable>((resolve, reject) =>
    archive.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
  )
  let read = 0
  async function* bytes(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of translated(stream, name)) {
        read += chunk.length
        yield chunk
      }
    } finally {
      archive.close()
    }
  }
  return { bytes: bytes(), progress: () => read / Math.max(entry.uncompressedSize, 1) }
}

const readArchive = (path: string, name: string) =>
  new Promise<ZipFile>((resolve, reject) =>
    openZip(path, { lazyEntries: true, autoClose: false }, (error, archive) =>
      error ? reject(refused(`The file ${name} is damaged or cut off: it is no whole zip archive.`)) : resolve(archive),
    ),
  )

/** The one text file of an archive; folders and the notes of an operating system do not count. */
async function onlyEntry(archive: ZipFile, name: string): Promise<Entry> {
  const entries = await new Promise<Entry[]>((resolve, reject) => {
    const found: Entry[] = []
    archive.on('entry', (entry: Entry) => {
      if (!/\/$|^__MACOSX\/|(^|\/)\.[^/]*$/.test(entry.fileName)) found.push(entry)
      archive.readEntry()
    })
    archive.on('end', () => resolve(found))
    archive.on('error', reject)
    archive.readEntry()
  })
  const tables = entries.filter(({ fileName }) => /\.(csv|txt|tsv)$/i.test(fileName))
  const candidates = tables.length > 0 ? tables : entries
  const [entry] = candidates
  if (entry && candidates.length === 1) return entry
  archive.close()
  throw refused(`The archive ${name} has ${candidates.length} files in it: give the one that is the roll.`)
}
