import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { ArchiveSource } from './archive.ts'

/** A file, which may appear or be replaced at any time: each opening finds the present one. */
export const fileArchive =
  (path: string): ArchiveSource =>
  async () => {
    const file = await open(path).catch(() => null)
    const stats = await file?.stat({ bigint: true })
    if (!file || !stats?.isFile()) {
      await file?.close()
      return null
    }
    return {
      // A file that is renamed into place has another inode, even with the same size at the same time.
      etag: `"${[stats.ino, stats.mtimeNs, stats.size].map((part) => part.toString(36)).join('-')}"`,
      size: Number(stats.size),
      // The stream closes the file, at its end or when it is cancelled.
      read: (start, end) => Readable.toWeb(file.createReadStream({ start, end })) as ReadableStream<Uint8Array>,
      close: () => file.close(),
    }
  }
