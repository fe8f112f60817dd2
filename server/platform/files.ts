import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, rename, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type FileContent = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** By keys such as `orders/<id>/leads-1.csv`. A file appears whole or not at all. */
export type Files = {
  write(key: string, content: FileContent): Promise<void>
  /** A file's bytes; the stream fails when there is no such file. */
  read(key: string): Readable
  exists(key: string): Promise<boolean>
  size(key: string): Promise<number>
  /** Links the file under a name of one's own. */
  borrow<Result>(key: string, name: string, use: (path: string) => Promise<Result>): Promise<Result>
  remove(key: string): Promise<void>
}

export function diskFiles(root: string): Files {
  const at = (key: string) => join(root, checkedKey(key))
  return {
    write: (key, content) => writeWhole(at(key), content),
    read: (key) => createReadStream(at(key)),
    exists: (key) =>
      stat(at(key)).then(
        (entry) => entry.isFile(),
        () => false,
      ),
    size: async (key) => (await stat(at(key))).size,
    borrow: (key, name, use) => underName(resolve(at(key)), name, use),
    remove: (key) => rm(at(key), { force: true }),
  }
}

/** Refuses whatever could leave the folder, hide in it or mean something to a file system. */
function checkedKey(key: string): string {
  const isPlain = key.length <= 500 && /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)*$/i.test(key) && !key.includes('..')
  if (!isPlain) throw new Error(`${JSON.stringify(key)} is not a file key.`)
  return key
}

async function underName<Result>(file: string, name: string, use: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-borrowed-'))
  try {
    // Of a name given by somebody only what no file system takes for something else.
    const link = join(
      folder,
      name
        .replace(/[^\w.() -]/g, '_')
        .replace(/^[. ]+/, '_')
        .slice(-100) || '_',
    )
    await symlink(file, link)
    return await use(link)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Readers see the old file or the new one; after the return the new one survives a power cut. */
async function writeWhole(path: string, content: FileContent) {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${randomBytes(8).toString('hex')}.tmp`)
  try {
    // Opened before the content is read: one that fails at once would be over before its draft is there to be removed.
    const handle = await open(draft, 'wx', 0o600)
    await pipeline(content, handle.createWriteStream({ flush: true }))
    await rename(draft, path)
    await synchronise(folder)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** A renamed file's new name is safe only once its folder is. */
async function synchronise(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
