import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { unprocessable } from '../../../../../platform/files/content/input-file.ts'
import { createDiskFiles } from '../../../../../platform/files/disk-files.ts'
import { diskFullError, isDiskFull } from '../../../../../platform/files/disk-full.ts'
import type { FileToRead } from '../../../../../platform/files/tables/archive/measured-streams.ts'
import { makeTemporaryFolder } from '../../../../../platform/files/temporary-folders.ts'
import { writeBaseMap } from '../write/write-base-map.ts'
import { toAreaLabel } from './area-labels.ts'
import { isOsmExtract } from './osm/osm-blocks.ts'
import { readOsmExtract } from './osm/read-osm-extract.ts'
import { addMapParts, getPartsFolder } from './parts/map-parts.ts'
import type { MapProgress } from './read-options.ts'
import { readTiger } from './tiger/read-tiger.ts'

/** Buildings are drawn from the zoom at which a map is cut last. */
const maxZoom = 15

const attributions = {
  tiger: '<a href="https://www.census.gov/geographies/mapping-files.html">U.S. Census Bureau</a>',
  osm: '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>',
}

export type MapImport = {
  dataDir: string
  paths: readonly string[]
  /** The name of a county, such as `Davidson County, TN`, and the code of its state. */
  getCountyName: (fips: string) => string
  getCountyState: (fips: string) => string
  onProgress?: (file: string, progress: MapProgress) => void
}

export type ImportedPart = { name: string; title: string; features: number; tiles: number; bytes: number }

/**
 * Imports files of streets: each becomes a part of the map that is served, in place of the part of the same name. Where
 * one cannot be read, nothing changes.
 */
export async function importMap({ dataDir, paths, ...options }: MapImport): Promise<ImportedPart[]> {
  const parts = getPartsFolder(dataDir)
  await mkdir(parts, { recursive: true, mode: 0o700 })
  const folder = await makeTemporaryFolder(parts)
  try {
    const imported: ImportedPart[] = []
    for (const path of paths) imported.push(await writePart(await findFile(path), { folder, dataDir, ...options }))
    const drafts = new Set(imported.map(({ name }) => join(folder, `${name}.pmtiles`)))
    await addMapParts(dataDir, [...drafts])
    return imported
  } catch (error) {
    throw isDiskFull(error) ? diskFullError() : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function findFile(path: string): Promise<FileToRead> {
  const entry = await stat(path).catch(() => undefined)
  if (!entry?.isFile()) throw unprocessable(`There is no file at ${path}.`)
  return { path, name: basename(path), size: entry.size }
}

type PartOptions = Omit<MapImport, 'paths'> & { folder: string }

async function writePart(file: FileToRead, options: PartOptions): Promise<ImportedPart> {
  const { folder, dataDir, getCountyName, getCountyState, onProgress } = options
  const { name, fips } = readFileName(file.name)
  const isOsm = await isOsmExtract(file.path)
  const read = isOsm ? readOsmExtract : readTiger
  const title = fips?.length === 5 ? `${name.replace(/^.*_/, '')} of ${getCountyName(fips)}` : name
  let features = 0
  async function* count() {
    const state = fips === undefined ? undefined : getCountyState(fips)
    const files = createDiskFiles(join(dataDir, 'files'))
    for await (const feature of read(file, { state, files, onProgress: (at) => onProgress?.(file.name, at) })) {
      features += 1
      yield feature
      const label = toAreaLabel(feature)
      if (label) yield label
    }
  }
  const attribution = isOsm ? attributions.osm : attributions.tiger
  const written = await writeBaseMap(join(folder, `${name}.pmtiles`), count(), { name: title, attribution, maxZoom })
  return { name, title, features, ...written }
}

/**
 * The name of a part is that of its file, without what changes from one edition to the next: `tl_47037_roads` of
 * `tl_2025_47037_roads.zip`, `tennessee` of `tennessee-latest.osm.pbf`.
 */
function readFileName(fileName: string): { name: string; fips: string | undefined } {
  const stem = fileName.toLowerCase().replace(/(\.osm)?\.(pbf|zip|gpkg|geojson|json|shp)$/, '')
  const [, fips] = /^tl_\d{4}_(\d{2}|\d{5})_/.exec(stem) ?? []
  const name = stem
    .replace(/^tl_\d{4}_/, 'tl_')
    .replace(/-(latest|\d{6})$/, '')
    .replace(/[^a-z0-9_-]+/g, '-')
    .slice(0, 80)
  return { name: name === '' ? 'map' : name, fips }
}
