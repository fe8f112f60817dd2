import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isAppError } from '../../../../../../platform/errors/app-error.ts'
import { getBaseMapFile } from '../../serve/base-map.ts'
import { withMapLock } from './lock-map.ts'
import { mergedGenerator, mergeParts } from './merge-parts.ts'
import { openArchive } from './read-archive.ts'

/** A file that was imported, as a map of its own. */
export type MapPart = { name: string; title: string; attribution: string; bytes: number; importedAt: Date }

export const getPartsFolder = (dataDir: string) => join(dataDir, 'base-map', 'parts')
export const toPartPath = (dataDir: string, name: string) => join(getPartsFolder(dataDir), `${name}.pmtiles`)

/** The part of a map that no import has written. */
export const earlierMap = 'earlier-map'

async function listPartNames(dataDir: string): Promise<string[]> {
  const names = await readdir(getPartsFolder(dataDir)).catch(() => [])
  return names
    .filter((name) => name.endsWith('.pmtiles'))
    .map((name) => basename(name, '.pmtiles'))
    .sort()
}

/** The parts of the map by name. */
export async function listMapParts(dataDir: string): Promise<MapPart[]> {
  const parts: MapPart[] = []
  for (const name of await listPartNames(dataDir)) {
    const path = toPartPath(dataDir, name)
    const { metadata } = await describeMap(path)
    const { size, mtime } = await stat(path)
    parts.push({
      ...{ name, bytes: size, importedAt: mtime },
      ...{ title: String(metadata['name'] ?? name), attribution: String(metadata['attribution'] ?? '') },
    })
  }
  return parts
}

async function describeMap(path: string) {
  const archive = await openArchive(path)
  try {
    return { metadata: await archive.readMetadata() }
  } finally {
    await archive.close()
  }
}

/**
 * Adds the drafts of maps as parts, each in place of the part of its name, and writes the map that is served anew. The
 * parts change once that map is whole, so that where its writing is cut off, the parts listed are still those that maps
 * show. A process that is killed between the two leaves maps that show drafts which are not listed, until the next
 * change of the map or import of the file.
 */
export const addMapParts = (dataDir: string, drafts: readonly string[]): Promise<void> => {
  const added = new Map(drafts.map((draft) => [basename(draft, '.pmtiles'), draft]))
  const activity = `The map is being written with ${[...added.keys()].join(', ')}.`
  return withMapLock({ dataDir, activity }, async () => {
    await keepEarlierMap(dataDir)
    await writeMap(dataDir, [...(await listPartPaths(dataDir, (name) => !added.has(name))), ...drafts])
    for (const [name, draft] of added) await rename(draft, toPartPath(dataDir, name))
  })
}

type PartRemoval = { isRemoved: (name: string) => boolean; maxWaitMs?: number | undefined }

/**
 * Removes parts, and writes the map that is served without them. Returns their names. CONFLICT where another change of
 * the map takes longer than `maxWaitMs`.
 */
export const removeMapParts = (dataDir: string, { isRemoved, maxWaitMs }: PartRemoval): Promise<string[]> =>
  withMapLock({ dataDir, maxWaitMs, activity: 'Another part is being removed from the map.' }, async () => {
    const removed = (await listPartNames(dataDir)).filter(isRemoved)
    if (removed.length === 0) return []
    await keepEarlierMap(dataDir)
    await writeMap(dataDir, await listPartPaths(dataDir, (name) => !removed.includes(name)))
    for (const name of removed) await rm(toPartPath(dataDir, name), { force: true })
    return removed
  })

async function writeMap(dataDir: string, partPaths: readonly string[]): Promise<void> {
  const path = getBaseMapFile(dataDir)
  if (partPaths.length === 0) return rm(path, { force: true })
  await mergeParts(
    path,
    partPaths.toSorted((one, other) => (basename(one) < basename(other) ? -1 : 1)),
  )
}

const listPartPaths = async (dataDir: string, isListed: (name: string) => boolean): Promise<string[]> =>
  (await listPartNames(dataDir)).filter(isListed).map((name) => toPartPath(dataDir, name))

/** A map that no import has written, such as the demo's or a build of Protomaps, becomes a part: it would be lost. */
async function keepEarlierMap(dataDir: string): Promise<void> {
  const path = getBaseMapFile(dataDir)
  try {
    const { metadata } = await describeMap(path)
    if (metadata['generator'] === mergedGenerator) return
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    // What is no map is served by nobody.
    if (isMissing || isAppError(error)) return
    throw error
  }
  const kept = toPartPath(dataDir, earlierMap)
  await mkdir(getPartsFolder(dataDir), { recursive: true, mode: 0o700 })
  await rm(kept, { force: true })
  // The bytes of a large map are on the disk once, where it can do that.
  await link(path, kept).catch(() => copyFile(path, kept))
}
