import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNames, openBaseMap, streetAt } from './base-map.fixture.ts'
import type { MapFeature } from './map-feature.ts'
import { createTileArchive } from './tile-archive.ts'
import { writeBaseMap } from './write-base-map.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'base-map-'))
})
afterAll(() => rm(folder, { recursive: true }))

const about = { name: 'Made-up County', attribution: 'Made up', maxZoom: 15 }
const town = [-86.7, 36.1] as const

const square = (lng: number, lat: number, side: number) => [
  [
    [lng, lat],
    [lng + side, lat],
    [lng + side, lat + side],
    [lng, lat + side],
    [lng, lat],
  ],
]

const features: MapFeature[] = [
  streetAt(...town, 'Tarrowell Drive'),
  streetAt(-86.2, 36.4, 'Marnock Lane', { minZoom: 8, maxZoom: 13 }),
  {
    layer: 'buildings',
    geometry: { type: 'Polygon', coordinates: square(-86.699, 36.0995, 0.0003) },
    properties: { kind: 'building', height: 7.5 },
    minZoom: 15,
  },
  {
    layer: 'water',
    geometry: { type: 'MultiPolygon', coordinates: [square(-86.9, 36, 0.2), square(-85, 36, 0.001)] },
    properties: { kind: 'lake', is_known: true },
    minZoom: 6,
  },
  { layer: 'places', geometry: { type: 'Point', coordinates: town }, properties: { name: 'Quillmere' }, minZoom: 7 },
]

test('a map that is written is read by the library of its format, with each layer at its own zooms', async () => {
  const path = join(folder, 'map.pmtiles')
  await writeBaseMap(path, features, about)
  const map = openBaseMap(path)
  expect(await map.getHeader()).toMatchObject({
    ...{ specVersion: 3, clustered: true, minZoom: 6, maxZoom: 15, tileType: 1, tileCompression: 2 },
    ...{ minLon: -86.9, minLat: 36, maxLon: -84.999, maxLat: 36.4 },
  })
  expect(await map.getMetadata()).toMatchObject({
    ...{ name: 'Made-up County', attribution: 'Made up' },
    vector_layers: expect.arrayContaining([{ id: 'buildings', fields: {}, minzoom: 15, maxzoom: 15 }]),
  })

  expect(listNames(await map.getTileAt(6, town))).toEqual([])
  expect(listNames(await map.getTileAt(7, town))).toEqual(['Quillmere'])
  expect(listNames(await map.getTileAt(12, town))).toEqual(['Tarrowell Drive', 'Quillmere'])
  expect((await map.getTileAt(14, town))?.map(({ layer }) => layer)).toEqual(['water', 'roads', 'places'])
  expect(listNames(await map.getTileAt(13, [-86.199, 36.4001]))).toEqual(['Marnock Lane'])
  expect(listNames(await map.getTileAt(14, [-86.199, 36.4001]))).toEqual([])

  const close = (await map.getTileAt(15, town)) ?? []
  expect(close.find(({ layer }) => layer === 'buildings')?.properties).toEqual({ kind: 'building', height: 7.5 })
  expect(close.find(({ layer }) => layer === 'water')?.properties).toEqual({ kind: 'lake', is_known: true })
  const street = close.find(({ layer }) => layer === 'roads')?.geometry
  const [lng, lat] = street?.type === 'LineString' ? (street.coordinates[0] ?? []) : []
  // A tile of zoom 15 tells places a foot apart.
  expect([lng, lat]).toEqual([expect.closeTo(-86.7, 5), expect.closeTo(36.1, 5)])
  // Within the lake there is water on every tile, beyond it nothing, not even an empty tile.
  expect((await map.getTileAt(15, [-86.8, 36.15]))?.map(({ layer }) => layer)).toEqual(['water'])
  expect(await map.getTileAt(15, [-86.0, 36.1])).toBeNull()
})

test('a map of one straight street has an extent, without which browsers refuse it', async () => {
  const path = join(folder, 'street.pmtiles')
  await writeBaseMap(path, [streetAt(...town, 'Tarrowell Drive')], about)
  const { minLat, maxLat } = await openBaseMap(path).getHeader()
  expect(minLat).toBeLessThan(maxLat)
})

test('tens of thousands of tiles are found by leaf directories, and equal ones are in the file once', async () => {
  const own = await mkdtemp(join(folder, 'large-'))
  const archive = createTileArchive(own)
  // Irregular places, as of any map, whose numbers are far apart.
  const tiles = Array.from({ length: 12_000 }, (_, at) => ({
    z: 14,
    x: (at * 7_919) % 16_381,
    y: (at * 4_729) % 16_369,
  }))
  const toText = (at: number) => (at % 5 === 0 ? 'all water' : `tile ${at}`)
  tiles.forEach((tile, at) => void archive.add({ ...tile, layers: ['roads'], bytes: Buffer.from(toText(at)) }))
  await archive.write(join(own, 'map.pmtiles'), { metadata: {}, bounds: [-180, -85, 180, 85] })
  archive.close()
  const map = openBaseMap(join(own, 'map.pmtiles'))
  const header = await map.getHeader()
  expect(header.leafDirectoryLength).toBeGreaterThan(0)
  expect(header).toMatchObject({ numAddressedTiles: 12_000, numTileContents: 9_601 })
  for (const at of [0, 79, 1_235, 11_999]) expect(await map.getText(tiles[at] ?? { z: 0, x: 0, y: 0 })).toBe(toText(at))
  expect(await map.getText({ z: 14, x: 16_382, y: 0 })).toBeUndefined()
})

test('a new map takes the place of the old one whole, and one that fails leaves the old one and nothing else', async () => {
  const own = await mkdtemp(join(folder, 'replaced-'))
  const path = join(own, 'map.pmtiles')
  await writeBaseMap(path, [streetAt(...town, 'Old Street')], about)
  await writeBaseMap(path, [streetAt(...town, 'New Street')], about)
  expect(listNames(await openBaseMap(path).getTileAt(15, town))).toEqual(['New Street'])
  const before = await readFile(path)

  function* failing() {
    yield streetAt(...town, 'Half a Street')
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  await expect(writeBaseMap(path, failing(), about)).rejects.toThrow('no space left')
  await expect(writeBaseMap(path, [], about)).rejects.toThrow('nothing to draw')
  expect(await readFile(path)).toEqual(before)
  expect(await readdir(own)).toEqual(['map.pmtiles'])
})
