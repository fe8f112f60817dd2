import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeTemporaryFolder } from '../../../../../platform/files/temporary-folders.ts'
import { cutTiles } from './cut-tiles.ts'
import { createFeatureStore } from './feature-store.ts'
import type { BaseMapOptions, MapFeature } from './map-feature.ts'
import { createTileArchive } from './tile-archive.ts'
import type { Bounds } from './tile-range.ts'

/**
 * Writes a base map as a file of PMTiles. A reader sees the file that was there before or the whole new one. It takes
 * its thread for seconds, so a portal calls it in a thread of its own. An error where there is nothing to draw.
 */
export async function writeBaseMap(
  path: string,
  features: Iterable<MapFeature> | AsyncIterable<MapFeature>,
  { name, attribution, maxZoom }: BaseMapOptions,
): Promise<{ tiles: number; bytes: number }> {
  const folder = await makeTemporaryFolder(dirname(path))
  const store = createFeatureStore(folder, maxZoom)
  const archive = createTileArchive(folder)
  try {
    for await (const feature of features) store.add(feature)
    const bounds: Bounds | null = store.getBounds()
    if (!bounds) throw new Error('There is nothing to draw on the map.')
    for (const area of store.listAreas()) for (const tile of cutTiles(area, maxZoom)) archive.add(tile)
    const draft = join(folder, 'base-map.pmtiles')
    const written = await archive.write(draft, { metadata: { name, attribution }, bounds })
    await putInPlace(draft, path)
    return written
  } finally {
    store.close()
    archive.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Moves a file that is whole on the disk to its place, where a reader finds the old one or it. */
export async function putInPlace(draft: string, path: string): Promise<void> {
  const file = await open(draft, 'r+')
  await file.sync().finally(() => file.close())
  await rename(draft, path)
}
