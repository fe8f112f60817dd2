import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { unprocessable } from '../../content/input-file.ts'
import type { Files } from '../../disk-files.ts'
import { makeTemporaryFolder } from '../../temporary-folders.ts'

/** It is written by its own name, or by that of `target`. */
export type FileToUnpack = { fileName: string; target?: string; read: () => AsyncIterable<Buffer> }

/** A temporary folder for what must be on the disk to be read: it is made when first needed. */
export type Workspace = {
  /**
   * Writes files below a new folder and returns their paths; names are those of an archive and cannot leave it.
   * UNPROCESSABLE where two would be written as one.
   */
  unpack: (files: readonly FileToUnpack[]) => Promise<string[]>
  /** An empty folder. */
  makeFolder: () => Promise<string>
  remove: () => Promise<void>
}

/** Beside the files, which may be on another disk than temporary folders are; or there, where there are none. */
export function createWorkspace(files?: Pick<Files, 'makeFolder'>): Workspace {
  let folder: Promise<string> | undefined
  let count = 0
  async function makeFolder(): Promise<string> {
    folder ??= files?.makeFolder() ?? makeTemporaryFolder(tmpdir())
    count += 1
    const target = join(await folder, String(count))
    await mkdir(target)
    return target
  }
  return {
    makeFolder,
    unpack: async (files) => {
      const target = await makeFolder()
      const byPath = new Map<string, FileToUnpack>()
      for (const file of files) {
        const name = file.target ?? file.fileName
        const path = join(target, toSafeName(dirname(name)), toSafeName(basename(name)))
        const other = byPath.get(path)
        if (other) throw isRepeated(other.fileName, file.fileName)
        byPath.set(path, file)
      }
      for (const [path, { read }] of byPath) {
        await mkdir(dirname(path), { recursive: true })
        await pipeline(read(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      }
      return [...byPath.keys()]
    },
    remove: async () => {
      if (folder) await rm(await folder, { recursive: true, force: true })
    },
  }
}

const isRepeated = (name: string, other: string) =>
  unprocessable(
    name === other
      ? `The archive has two files of the name ${name}: remove one of them.`
      : `The files ${name} and ${other} cannot be told apart: rename one, or pack it in an archive of its own.`,
  )

/** One folder or file name, of characters that mean nothing to a file system or to GDAL; its end, if it is long. */
const toSafeName = (name: string) =>
  name === '.'
    ? ''
    : name
        .replace(/[^\w.-]+/g, '_')
        .slice(-maxNameLength)
        .replace(/^\.+/, '_')

const maxNameLength = 100
