import type { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type ZipEntry = {
  name: string
  content: Readable
  /** False for content that is compressed already. */
  compress?: boolean
}

/**
 * A ZIP archive of the entries, each read only after the one before it, as fast as the archive is consumed. Entries of
 * any size (ZIP64). It fails when an entry fails. `at` is the time of the entries, so that the same content gives the
 * same bytes.
 */
export function createZip(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>, at: Date): Readable {
  const zip = new ZipFile()
  // The library declares its stream by an interface of old Node versions.
  const output = zip.outputStream as PassThrough
  zip.on('error', (error) => output.destroy(error))
  addEntries(zip, entries, { at, output }).catch((error: Error) => output.destroy(error))
  return output
}

type ZipTarget = { at: Date; output: PassThrough }

async function addEntries(
  zip: ZipFile,
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  { at, output }: ZipTarget,
): Promise<void> {
  for await (const { name, content, compress = true } of entries) {
    // A consumer that stops reading ends what it was reading.
    const stop = () => content.destroy()
    output.once('close', stop)
    zip.addReadStream(content, name, { mtime: at, compress, forceDosTimestamp: true })
    await finished(content, { writable: false })
    output.off('close', stop)
  }
  zip.end()
}
