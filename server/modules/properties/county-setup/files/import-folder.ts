import { constants, createReadStream, type Stats } from 'node:fs'
import { access, lstat, mkdir, readdir, realpath } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import type { ImportFolder } from '@dooryard/contract/data/sources/setup-files'
import { notFound } from '../../../../platform/errors/app-error.ts'
import { unprocessable } from '../../../../platform/files/content/input-file.ts'
import { resolveInside } from '../../../../platform/files/inside-folder.ts'
import { createZip, type ZipEntry } from '../../../../platform/files/write/zip-writer.ts'

const maxEntries = 500
/** Files of a folder that is added as one, such as a file geodatabase or a shapefile with its side files. */
const maxFolderFiles = 2_000

/** Names that hide from listings, or mean another folder. */
const isPlainName = (name: string) => name !== '' && !name.startsWith('.') && !name.includes('\0')

const linkOutside = 'is a link out of the import folder. Copy the file itself into the folder.'
const noRight = 'cannot be read: give the server permission to read it.'

/**
 * The real path of an entry of the import folder. NOT_FOUND where there is none; UNPROCESSABLE for a path that leads
 * out of the folder, also by a symbolic link, and for an entry that the server may not read.
 */
async function resolveEntry(root: string, path: string): Promise<{ path: string; entry: Stats }> {
  const segments = path.split('/').filter(Boolean)
  if (path.includes('\\') || !segments.every(isPlainName))
    throw unprocessable('This path leads out of the import folder. Choose a file in it.')
  await mkdir(root, { recursive: true, mode: 0o700 })
  const found = await resolveInside(root, segments.join('/'))
  if (found === undefined) throw notFound('This entry of the import folder')
  if (found === null) throw unprocessable(`This entry ${linkOutside}`)
  const entry = await lstat(found)
  if (!(await isReadable(found, entry))) throw unprocessable(`This entry ${noRight}`)
  return { path: found, entry }
}

const isReadable = (path: string, entry: Stats) =>
  access(path, entry.isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK).then(
    () => true,
    () => false,
  )

const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** An entry that a folder lists, or why it cannot be read; null for what is no file, such as a socket. */
async function inspectEntry(root: string, path: string): Promise<OpenedEntry | string | null> {
  if (path.includes('\\')) return 'has a backslash in its name. Rename it.'
  const found = await resolveInside(root, path)
  if (found === null) return linkOutside
  const entry = found && (await lstat(found).catch(() => undefined))
  if (!found || !entry)
    return (await isThere(join(root, path)))
      ? 'is a broken link. Fix or remove it.'
      : 'was removed or renamed while the folder was read. Check the folder.'
  if (!entry.isFile() && !entry.isDirectory()) return null
  return (await isReadable(found, entry)) ? { path: found, entry } : noRight
}

/** Lists files and folders, and which of them cannot be read. */
export async function listImportFolder(root: string, path: string): Promise<ImportFolder> {
  const folder = await resolveEntry(root, path)
  if (!folder.entry.isDirectory()) throw unprocessable('This is a file. Choose a folder to list.')
  const segments = path.split('/').filter(Boolean)
  const names = (await readdir(folder.path)).filter(isPlainName).sort((a, b) => a.localeCompare(b, 'en'))
  const entries: ImportFolder['entries'] = []
  const unreadable: ImportFolder['unreadable'] = []
  for (const name of names.slice(0, maxEntries)) {
    const inside = [...segments, name].join('/')
    const found = await inspectEntry(root, inside)
    if (found === null) continue
    if (typeof found === 'string') {
      unreadable.push(`${name} ${found}`)
      continue
    }
    const isFolder = found.entry.isDirectory()
    entries.push({
      ...{ name, path: inside, isFolder, size: isFolder ? null : found.entry.size },
      modifiedAt: found.entry.mtime.toISOString(),
    })
  }
  return { path: segments.join('/'), entries, unreadable, isTruncated: names.length > maxEntries }
}

export type FolderFile = {
  fileName: string
  bytes: number
  body: () => AsyncIterable<Uint8Array>
  /** Throws UNPROCESSABLE where it was changed since. */
  checkUnchanged: () => Promise<void>
}

/** Opens a file of the import folder, or a whole folder as one ZIP archive. */
export async function openImportFolderEntry(root: string, path: string): Promise<FolderFile> {
  const found = await resolveEntry(root, path)
  if (found.entry.isFile()) return openFiles(basename(found.path), [found], () => createReadStream(found.path))
  if (!found.entry.isDirectory()) throw unprocessable('This is neither a file nor a folder.')
  const files = await listFiles(root, found.path)
  if (files.length === 0) throw unprocessable('This folder is empty. Copy the files of the county into it.')
  const zip = () => createZip(toEntries(files), found.entry.mtime) as AsyncIterable<Uint8Array>
  return openFiles(`${basename(found.path)}.zip`, files, zip)
}

type OpenedEntry = { path: string; entry: Stats }
/** `name` is its path below the listed folder, as it stands there: links may lead to files elsewhere in the root. */
type ListedEntry = OpenedEntry & { name: string }

function openFiles(fileName: string, files: readonly OpenedEntry[], body: () => AsyncIterable<Uint8Array>): FolderFile {
  return {
    fileName,
    bytes: files.reduce((sum, { entry }) => sum + entry.size, 0),
    body,
    checkUnchanged: async () => {
      for (const { path, entry } of files) {
        const now = await lstat(path).catch(() => undefined)
        if (now?.size !== entry.size || now.mtimeMs !== entry.mtimeMs)
          throw unprocessable('This file was changed while it was copied. Add it again once it is complete.')
      }
    },
  }
}

/** All files below a folder, but hidden ones. UNPROCESSABLE for one that cannot be read: the rest may be half a roll. */
async function listFiles(root: string, folder: string): Promise<ListedEntry[]> {
  const realRoot = await realpath(root)
  const files: ListedEntry[] = []
  const addFolder = async (inside: string) => {
    const entries = await readdir(join(folder, inside), { withFileTypes: true })
    for (const entry of entries.filter(({ name }) => isPlainName(name))) {
      const name = join(inside, entry.name)
      const found = await inspectEntry(realRoot, toSlashes(relative(realRoot, join(folder, name))))
      if (typeof found === 'string') throw unprocessable(`${toSlashes(name)} ${found} Then add the folder again.`)
      // A link to a folder may lead to one above it.
      if (entry.isDirectory()) await addFolder(name)
      else if (found?.entry.isFile()) files.push({ ...found, name: toSlashes(name) })
      if (files.length > maxFolderFiles)
        throw unprocessable(`This folder has more than ${maxFolderFiles} files. Choose a folder with less in it.`)
    }
  }
  await addFolder('')
  return files.sort((a, b) => (a.name < b.name ? -1 : 1))
}

const toSlashes = (path: string) => path.split(sep).join('/')

function* toEntries(files: readonly ListedEntry[]): Generator<ZipEntry> {
  for (const { name, path } of files) yield { name, content: createReadStream(path), compress: false }
}
