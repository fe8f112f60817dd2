import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPath } from '@dooryard/contract/api/endpoint'
import { propertyMap } from '@dooryard/contract/properties/map'
import { mapParcels } from '@dooryard/contract/properties/map-parcels'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../../test/factories.ts'
import { type Portal, testPortal } from '../../../../test/portal.ts'
import { toPropertyId } from '../../derive/ids.ts'
import { importRoll, toFiles } from '../../rolls/import-roll.ts'
import { type Position, toWkb } from '../../rolls/outlines/wkb.fixture.ts'
import { nameGenericSource } from '../../sources/generic-source.ts'

let portal: Portal
let searcher: TestUser

/** A tile of the last zoom, and its western and northern edges. */
const tile = { z: 16, x: 16_970, y: 25_770 }
const degrees = 360 / 2 ** tile.z
const west = (tile.x / 2 ** tile.z - 0.5) * 360
const north = (Math.atan(Math.sinh(Math.PI * (1 - (2 * tile.y) / 2 ** tile.z))) * 180) / Math.PI

/** A rectangle by its distances from the tile's corner, as shares of a tile; the second ring is a hole. */
function rectangle(left: number, right: number): Position[] {
  const [top, bottom] = [north - 0.2 * degrees, north - 0.4 * degrees]
  const [from, to] = [west + left * degrees, west + right * degrees]
  return [
    [from, bottom],
    [to, bottom],
    [to, top],
    [from, top],
    [from, bottom],
  ]
}
const hole = (left: number): Position[] =>
  rectangle(left, left + 0.1).map(([lng, lat]) => [lng, middle + (lat - middle) / 2])

const middle = north - 0.3 * degrees
const place = (share: number) => `${middle},${west + share * degrees}`
const lines = [
  ['1', '4102 SAMPLE ST', '250000', place(0.15), toWkb([[rectangle(0.1, 0.4), hole(0.2)]])],
  ['2', '4104-B SAMPLE ST', '', place(-0.1), toWkb([[rectangle(-0.2, 0.05)]])],
  ['3', 'SAMPLE ALY', '90000', place(0.55), toWkb([[rectangle(0.5, 0.6)], [rectangle(0.7, 0.8)]])],
  ['4', '900 FAR RD', '1000', place(3.15), toWkb([[rectangle(3.1, 3.2)]])],
]
const id = (apn: string) => String(toPropertyId('47037', apn))

async function load(roll: string[][]) {
  const path = join(tmpdir(), `parcel-tiles-${process.pid}.csv`)
  await writeFile(
    path,
    [
      'apn,address,estimated_value,@lat,@lng,@outline,city,zip',
      ...roll.map((cells) => `${cells},NASHVILLE,37209`),
    ].join('\n'),
  )
  const document = nameGenericSource('Parcels', '47037')
  await importRoll(portal.services, { document, files: toFiles(document, path), force: true })
}

beforeAll(async () => {
  portal = await testPortal()
  searcher = await user(portal)
  await load(lines)
})
afterAll(() => portal.close())

const fetchTile = (at: typeof tile, headers: Record<string, string> = {}) =>
  fetch(portal.url + buildPath(mapParcels.tile, { params: at }), {
    headers: { authorization: `Bearer ${searcher.as.token}`, ...headers },
  })

/** The features of a layer by the end of their id, in degrees. */
async function readLayer(at: typeof tile, layer: 'parcels' | 'numbers') {
  const reply = await fetchTile(at)
  expect(reply.status).toBe(200)
  const features = new VectorTile(new PbfReader(new Uint8Array(await reply.arrayBuffer()))).layers[layer]
  return Array.from({ length: features?.length ?? 0 }, (_, index) => {
    const feature = features?.feature(index)
    if (!feature) throw new Error('There is no such feature.')
    const { properties } = feature
    return { properties, geometry: feature.toGeoJSON(at.x, at.y, at.z).geometry, rings: feature.loadGeometry() }
  })
}

test('a tile has the outlines in it with their holes and parts, and what the map says of a parcel', async () => {
  const parcels = await readLayer(tile, 'parcels')
  expect(parcels.map(({ properties }) => properties['id']).sort()).toEqual(['1', '2', '3'].map(id).sort())
  const [first, , third] = ['1', '2', '3'].map((apn) => parcels.find(({ properties }) => properties['id'] === id(apn)))
  expect(first?.properties).toEqual({
    ...{ id: id('1'), address: '4102 SAMPLE ST', city: 'NASHVILLE', state: 'TN', zip: '37209' },
    estimatedValue: 250_000,
  })
  expect(first?.rings.map((ring) => ring.length)).toEqual([5, 5])
  const corners = first?.geometry.type === 'Polygon' ? first.geometry.coordinates.flat() : []
  const lngs = corners.map(([lng]) => lng ?? 0)
  // A unit of the tile is about ten centimeters here.
  expect(Math.min(...lngs)).toBeCloseTo(west + 0.1 * degrees, 5)
  expect(Math.max(...lngs)).toBeCloseTo(west + 0.4 * degrees, 5)
  expect(third?.geometry.type).toBe('MultiPolygon')
})

test('a parcel on the edge is in both tiles, alike where they meet, and its house number in one', async () => {
  const next = { ...tile, x: tile.x - 1 }
  const [here, there] = await Promise.all([readLayer(tile, 'parcels'), readLayer(next, 'parcels')])
  const heights = [here, there].map((parcels) => {
    const [ring = []] = parcels.find(({ properties }) => properties['id'] === id('2'))?.rings ?? []
    return [...new Set(ring.map(({ y }) => y))].sort()
  })
  expect(heights[0]).toEqual(heights[1])
  // Both reach beyond the edge, where the other tile draws.
  expect(
    Math.min(...(here.find(({ properties }) => properties['id'] === id('2'))?.rings[0] ?? []).map(({ x }) => x)),
  ).toBeLessThan(0)
  const numbers = await Promise.all([readLayer(tile, 'numbers'), readLayer(next, 'numbers')])
  expect(numbers.map((layer) => layer.map(({ properties }) => properties['number']).sort())).toEqual([
    ['4102'],
    ['4104-B'],
  ])
})

test('a tile is sent again only after the property data have changed', async () => {
  const far = { ...tile, x: tile.x + 3 }
  const first = await fetchTile(far)
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  expect(first.headers.get('content-encoding')).toBe('gzip')
  const etag = first.headers.get('etag') ?? ''
  const again = await fetchTile(far, { 'if-none-match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const plain = await fetchTile(far, { 'accept-encoding': 'identity' })
  expect(plain.headers.get('content-encoding')).toBeNull()
  const bytes = Buffer.from(await plain.arrayBuffer())
  expect(bytes.equals(Buffer.from(await first.arrayBuffer()))).toBe(true)
  await load(lines.slice(0, 3))
  const changed = await fetchTile(far, { 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect(await readLayer(far, 'parcels')).toEqual([])
})

test('the points of a map of tiles say which properties have an outline in them', async () => {
  await load([...lines, ['5', '4106 SAMPLE ST', '', place(0.3), '']])
  const bounds = { west, south: north - degrees, east: west + degrees, north }
  const read = async (zoom: number) => {
    const { body } = await searcher.as.call(propertyMap.map, { body: { criteria: {}, bounds, zoom } })
    return 'points' in body ? body.points.map(({ propertyId, hasOutline }) => [propertyId, hasOutline]) : []
  }
  expect(new Map((await read(17)) as [string, boolean][])).toEqual(
    new Map([
      [id('1'), true],
      [id('3'), true],
      [id('5'), false],
    ]),
  )
  expect((await read(14)).map(([, hasOutline]) => hasOutline)).toEqual([undefined, undefined, undefined])
})

test('an empty tile has no layers, and places beyond the tiles are refused', async () => {
  const empty = await fetchTile({ z: 14, x: 0, y: 0 })
  expect(empty.status).toBe(200)
  const outside = [
    { z: 13, x: 0, y: 0 },
    { z: 17, x: 0, y: 0 },
    { z: 14, x: 16_384, y: 0 },
  ]
  for (const params of outside)
    expect(await searcher.as.call(mapParcels.tile, { params })).toMatchObject({ status: 400 })
})
