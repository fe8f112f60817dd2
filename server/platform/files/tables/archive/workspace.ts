import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** A temporary folder for what must be on the disk to be read: it is made when first needed. */
export type Workspace = {
  /** Writes files below a new folder and returns their paths; names are those of an archive and cannot leave it. */
  unpack: (files: readonly { fileName: string; read: () => AsyncIterable<Buffer> }[]) => Promise<string[]>
  /** An empty folder. */
  makeFolder: () => Promise<string>
  remove: () => Promise<void>
}

export function createWorkspace(): Workspace {
  let folder: Promise<string> | undefined
  let count = 0
  async function makeFolder(): Promise<string> {
    folder ??= makeOwnFolder()
    count += 1
    const target = join(await folder, String(count))
    await mkdir(target)
    return target
  }
  return {
    makeFolder,
    unpack: async (files) => {
      const target = await makeFolder()
      const paths: string[] = []
      for (const { fileName: name, read } of files) {
        const path = join(target, toSafeName(dirname(name)), toSafeName(basename(name)))
        paths.push(path)
        await mkdir(dirname(path), { recursive: true })
        await pipeline(read(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      }
      return paths
    },
    remove: async () => {
      if (folder) await rm(await folder, { recursive: true, force: true })
    },
  }
}

const prefix = 'dooryard-tables-'

let swept: Promise<void> | undefined

async function makeOwnFolder(): Promise<string> {
  swept ??= sweepFolders()
  await swept
  return mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
}

/** Removes the folders of processes that were killed: the process that made one is in its name. */
async function sweepFolders(): Promise<void> {
  const startedAt = Date.now() - process.uptime() * 1_000
  for (const name of await readdir(tmpdir())) {
    const id = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (id === undefined) continue
    const path = join(tmpdir(), name)
    const entry = await stat(path).catch(() => undefined)
    // In a container each start may have the same number.
    const isOfThisProcess = Number(id) === process.pid && entry && entry.mtimeMs >= startedAt
    if (isOfThisProcess || (Number(id) !== process.pid && isRunning(Number(id)))) continue
    // Another user's cannot be removed.
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    // One of another user may not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** One folder or file name, of characters that mean nothing to a file system or to GDAL; its end, if it is long. */
const toSafeName = (name: string) =>
  name === '.'
    ? ''
    : name
        .replace(/[^\w.-]+/g, '_')
        .slice(-maxNameLength)
        .replace(/^\.+/, '_')

const maxNameLength = 100
