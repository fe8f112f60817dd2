import { randomBytes } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { copyFile, link, mkdir, mkdtemp, open, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { makeTemporaryFolder, sweepTemporaryFolders } from './temporary-folders.ts'

export type FileContent = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** Files by keys such as `orders/<id>/leads-1.csv`. A file appears whole or not at all. */
export type Files = {
  write(key: string, content: FileContent): Promise<void>
  /** Streams a file's bytes; the stream fails when there is no such file. */
  read(key: string): Readable
  exists(key: string): Promise<boolean>
  size(key: string): Promise<number>
  /** Links the file under another name while `use` runs. */
  borrow<Result>(key: string, name: string, use: (path: string) => Promise<Result>): Promise<Result>
  /** Gives a file a second key: it counts as written now, and removing one of them leaves the other. */
  link(key: string, other: string): Promise<void>
  remove(key: string): Promise<void>
  /** Removes the files of a folder that were written longer ago, also those whose writing was cut off. */
  removeOlder(folder: string, ageMs: number): Promise<void>
  /** Removes what killed processes left of files that they were writing: what is written has changed since. */
  removeDrafts(ageMs: number): Promise<void>
  /** Lists the keys of all files in the folders of a folder; those that are being written have none yet. */
  listKeys(folder: string): Promise<string[]>
  /** Makes an empty folder on the same disk, for what is unpacked to be read; the caller removes it. */
  makeFolder(): Promise<string>
  /** Removes the folders of processes that were killed. */
  sweepFolders(): Promise<void>
  /** When a file was written or linked last; undefined where there is none. */
  writtenAt(key: string): Promise<Date | undefined>
}

export function createDiskFiles(root: string): Files {
  const at = (key: string) => join(root, checkKey(key))
  const unpacked = resolve(root, 'unpacked')
  return {
    write: (key, content) => writeAtomically(at(key), content),
    read: (key) => createReadStream(at(key)),
    exists: (key) =>
      stat(at(key)).then(
        (entry) => entry.isFile(),
        () => false,
      ),
    size: async (key) => (await stat(at(key))).size,
    borrow: (key, name, use) => withNamedLink(resolve(at(key)), name, use),
    link: (key, other) => linkFile(at(key), at(other)),
    remove: (key) => rm(at(key), { force: true }),
    listKeys: (folder) => listKeys(at(folder), folder),
    writtenAt: (key) =>
      stat(at(key)).then(
        // A second key is given without a change of what the file holds: who reads it now would take it for another.
        ({ ctime }) => ctime,
        () => undefined,
      ),
    makeFolder: () => makeTemporaryFolder(unpacked),
    sweepFolders: () => sweepTemporaryFolders(unpacked),
    removeOlder: (folder, ageMs) => removeOlderFiles(at(folder), Date.now() - ageMs),
    removeDrafts: (ageMs) => removeOldDrafts(root, Date.now() - ageMs),
  }
}

/** Throws for a key that could escape the folder, be hidden, or have a special meaning to a file system. */
function checkKey(key: string): string {
  const isPlain = key.length <= 500 && /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)*$/i.test(key) && !key.includes('../..')
  if (!isPlain) throw new Error(`${JSON.stringify(key)} is not a file key.`)
  return key
}

async function withNamedLink<Result>(
  file: string,
  name: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-borrowed-'))
  try {
    // Keeps only characters of the user's file name that no file system interprets.
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

const draftName = /^\.[0-9a-f]{16}\.tmp$/

/** Readers see the old file or the new one; after the return, the new one survives a power failure. */
async function writeAtomically(path: string, content: FileContent) {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${randomBytes(8).toString('hex')}.tmp`)
  try {
    await writeDraft(draft, content)
    await rename(draft, path)
    await syncFolder(folder)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function writeDraft(path: string, content: FileContent): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    // Each piece is written before the next is asked for, which may be in the same buffer.
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function linkFile(path: string, other: string): Promise<void> {
  await mkdir(dirname(other), { recursive: true, mode: 0o700 })
  // Some file systems have no hard links.
  await link(path, other).catch(() => copyFile(path, other))
  await syncFolder(dirname(other))
}

async function removeOlderFiles(folder: string, before: number): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const path = join(folder, name)
    // A file that is removed meanwhile is none.
    const entry = await stat(path).catch(() => undefined)
    if (entry?.isFile() && entry.mtimeMs < before) await rm(path, { force: true })
  }
}

async function removeOldDrafts(path: string, before: number): Promise<void> {
  for (const entry of await listFiles(path)) {
    if (!draftName.test(entry.name)) continue
    const draft = join(entry.parentPath, entry.name)
    // One that is complete meanwhile has another name.
    const { mtimeMs } = (await stat(draft).catch(() => undefined)) ?? {}
    if (mtimeMs !== undefined && mtimeMs < before) await rm(draft, { force: true })
  }
}

async function listKeys(path: string, folder: string): Promise<string[]> {
  return (await listFiles(path))
    .filter(({ name }) => !name.startsWith('.'))
    .map(({ parentPath, name }) => [folder, relative(path, join(parentPath, name)).split(sep).join('/')].join('/'))
}

async function listFiles(path: string): Promise<Dirent[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  return entries.filter((entry) => entry.isFile())
}

/** A rename is durable only once its folder is synced. */
async function syncFolder(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
