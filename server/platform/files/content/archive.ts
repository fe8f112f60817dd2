import { crc32 } from 'node:zlib'
import { type Entry, openPromise } from 'yauzl'
import { rejectZipBomb, withCompressionErrors } from './compression.ts'
import { unprocessable } from './input-file.ts'

/** A workbook has a few hundred entries at most; each takes memory before the first is read. */
const maxEntries = 10_000

export type Archive = {
  name: string
  entries: readonly Entry[]
  read: (entry: Entry) => AsyncGenerator<Buffer>
  close: () => void
}

export async function openArchive(path: string, name: string): Promise<Archive> {
  const broken = () => unprocessable(`The file ${name} is damaged or cut off: it is no whole zip archive.`)
  const archive = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
    throw broken()
  })
  if (archive.entryCount > maxEntries) {
    archive.close()
    throw unprocessable(`The archive ${name} has more than 10,000 files in it: pack only the file to be read.`)
  }
  const entries: Entry[] = []
  try {
    for await (const entry of archive.eachEntry()) entries.push(entry)
  } catch {
    archive.close()
    throw broken()
  }
  const sum = (key: 'compressedSize' | 'uncompressedSize') => entries.reduce((total, entry) => total + entry[key], 0)
  try {
    // Entries that share their bytes make an archive of any size out of a small file.
    if (sum('compressedSize') > archive.fileSize) throw broken()
    // A table is called by the name, which is stored.
    if (entries.some(({ fileName }) => fileName.includes('\0')))
      throw unprocessable(`The archive ${name} is damaged: the name of a file in it has a NUL. Pack its files again.`)
    rejectZipBomb(name, sum('uncompressedSize'), archive.fileSize)
  } catch (error) {
    archive.close()
    throw error
  }

  async function* read(entry: Entry): AsyncGenerator<Buffer> {
    if (entry.isEncrypted()) throw unprocessable(`The file ${name} is protected by a password: save it without one.`)
    if (!entry.canDecodeFileData())
      throw unprocessable(`The file ${name} is packed in a way that is not known here: pack it as a plain zip or gz.`)
    // More bytes than the archive declares are a separate error.
    rejectZipBomb(name, entry.uncompressedSize, entry.compressedSize)
    let sum = 0
    for await (const chunk of withCompressionErrors(await archive.openReadStreamPromise(entry), name)) {
      sum = crc32(chunk, sum)
      yield chunk
    }
    if (sum !== entry.crc32)
      throw unprocessable(`The file ${name} is damaged: its content does not match its checksum.`)
  }

  return { name, entries, read, close: () => archive.close() }
}
