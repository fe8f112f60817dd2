import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, normalize } from 'node:path'
import { appError } from '../../errors/app-error.ts'
import { unprocessable } from '../content/input-file.ts'
import { resolveInside } from '../inside-folder.ts'
import type { Marker, OpenedLocation } from './opened-location.ts'

type FoundFile = { path: string; name: string; size: number; mtimeMs: number }

/** Opens the newest file below the import folder that matches; undefined where it is the one of the marker. */
export async function openFolderFile(
  importDir: string,
  location: string,
  maxFileBytes: number,
  marker?: Marker,
): Promise<OpenedLocation | undefined> {
  const newest = await findNewestFile(importDir, location)
  if (newest.size > maxFileBytes) throw unprocessable(`The file ${newest.name} is larger than an import may be.`)
  const found = { name: newest.name, size: String(newest.size), changed: String(newest.mtimeMs) }
  if (marker?.name === found.name && marker.size === found.size && marker.changed === found.changed) return undefined
  return { fileName: newest.name, marker: found, body: readUnchanged(newest), path: newest.path }
}

/** Fails where the file is written to meanwhile: half of a file is read as a smaller county. */
async function* readUnchanged({ path, name, size, mtimeMs }: FoundFile) {
  yield* createReadStream(path)
  const now = await stat(path).catch(() => undefined)
  if (now?.size !== size || now.mtimeMs !== mtimeMs)
    throw appError('UNAVAILABLE', `The file ${name} was changed while it was read. Try again later.`)
}

async function findNewestFile(importDir: string, location: string): Promise<FoundFile> {
  const wanted = normalize(location)
  const folder = await resolveInside(importDir, dirname(wanted))
  const missing = unprocessable(`There is no file ${location} in the import folder.`)
  if (!folder) throw missing
  const matches = toMatcher(basename(wanted))
  const found: FoundFile[] = []
  for (const name of (await readdir(folder)).filter(matches)) {
    // A link may lead out of the folder.
    const path = await resolveInside(importDir, join(dirname(wanted), name))
    const entry = path ? await stat(path).catch(() => undefined) : undefined
    if (path && entry?.isFile()) found.push({ path, name, size: entry.size, mtimeMs: entry.mtimeMs })
  }
  const [newest] = found.sort((one, other) => other.mtimeMs - one.mtimeMs || (one.name < other.name ? 1 : -1))
  if (!newest) throw missing
  return newest
}

/** A * stands for any characters. The parts between are looked for one after the other, which no name makes slow. */
function toMatcher(pattern: string): (name: string) => boolean {
  const [first = '', ...others] = pattern.toLowerCase().split('*')
  const last = others.pop()
  const isMatch = (name: string) => {
    if (last === undefined) return name === first
    if (!name.startsWith(first)) return false
    let at = first.length
    for (const part of others) {
      const found = name.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return name.length - last.length >= at && name.endsWith(last)
  }
  // Hidden files are half-written copies of other programs.
  return (name) => !name.startsWith('.') && isMatch(name.toLowerCase())
}
