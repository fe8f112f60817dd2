import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { toPropertyId } from '../../derive/ids.ts'
import { createPropertyServices } from '../../property-services.fixture.ts'
import { findOutlines, listOutlinesWithin } from '../../records/outlines.queries.ts'
import { nameGenericSource } from '../../sources/generic-source.ts'
import { importRoll, toFiles } from '../import-roll.ts'
import { type MultiPolygon, toCoordinates } from './geometry.ts'
import { readWkb } from './read-wkb.ts'
import { simplifyOutline } from './simplify.ts'
import { decodeTwkb, encodeTwkb } from './twkb.ts'
import { type Position, toWkb } from './wkb.fixture.ts'

const store = await createPropertyServices()
const { clickhouse } = store.services
afterAll(() => store.close())

beforeEach(async () => {
  for (const table of ['properties', 'outlines', 'transfers', 'sales', 'addresses', 'place_counts'])
    await clickhouse.run(`truncate table ${table}`)
  await store.services.db.deleteFrom('rolls').execute()
})

const square = (lng: number, lat: number, size = 0.001): Position[] => [
  [lng, lat],
  [lng + size, lat],
  [lng + size, lat + size],
  [lng, lat + size],
  [lng, lat],
]
const inner = (lng: number, lat: number): string => `${lat + 0.0005},${lng + 0.0005}`

const header = 'apn,address,city,zip,lat,lng,@lat,@lng,@area_sqft,@outline'
const row = (apn: string, position: string, point: string, outline: string) =>
  `${apn},${apn} SAMPLE ST,NASHVILLE,37209,${position},${point},1200,${outline}`
const outlined = (apn: string, lng: number) => row(apn, ',', inner(lng, 36), toWkb([[square(lng, 36)]]))

async function load(name: string, lines: readonly string[]) {
  const path = join(store.folder, `${name}.csv`)
  await writeFile(path, [header, ...lines].join('\n'))
  const document = nameGenericSource(name, '47037')
  return importRoll(store.services, { document, files: toFiles(document, path), force: true })
}

const id = (apn: string) => String(toPropertyId('47037', apn))
const findOutline = async (apn: string) => (await findOutlines(clickhouse, [id(apn)]))[0]?.outline
const findPosition = async (apn: string) => {
  const [found] = await clickhouse.rows(
    `select lat, lng, position_source from properties where property_id = ${id(apn)}`,
  )
  return found
}

test('the outline of a parcel is kept as the file draws it, with its holes and parts, and gives the position', async () => {
  const hole = square(-86.7999, 36.0001, 0.0002)
  const parts = [[square(-86.8, 36), hole], [square(-86.79, 36)]]
  await load('Parcels', [row('1', ',', inner(-86.8, 36), toWkb(parts)), outlined('2', -86.7)])
  const outline = await findOutline('1')
  expect(outline && toCoordinates(outline)).toEqual(parts.map((polygon) => polygon.map(roundAll)))
  expect(await findPosition('1')).toEqual({ lat: 36.0005, lng: -86.7995, position_source: 'PARCEL_OUTLINE' })
})

test('a position of the roll is not replaced, and an outline that cannot be read costs only itself', async () => {
  const damaged = ['', 'no hex', toWkb([[square(-86.8, 36)]]).slice(0, 60), toWkb([[square(1_700_000, 600_000)]])]
  const report = await load('Parcels', [
    row('1', '36.2,-86.9', inner(-86.8, 36), toWkb([[square(-86.8, 36)]])),
    ...damaged.map((outline, at) => row(`${at + 2}`, ',', ',', outline)),
    // A file of points.
    row('6', ',', inner(-86.8, 36), ''),
  ])
  expect(report).toMatchObject({ rowsRead: 6, properties: 6 })
  expect(await findPosition('1')).toEqual({ lat: 36.2, lng: -86.9, position_source: 'ROLL' })
  expect(await findPosition('6')).toEqual({ lat: 36.0005, lng: -86.7995, position_source: 'ROLL' })
  expect(await findPosition('2')).toEqual({ lat: null, lng: null, position_source: '' })
  expect(await Promise.all(['1', '2', '3', '4', '5'].map(findOutline))).toEqual([
    expect.anything(),
    ...damaged.map(() => undefined),
  ])
})

test('a layer that is joined to a roll gives it outlines and positions', async () => {
  const roll = join(store.folder, 'joined-roll.csv')
  await writeFile(roll, 'apn,address,city,zip\n1,1 SAMPLE ST,NASHVILLE,37209\n2,2 SAMPLE ST,NASHVILLE,37209')
  const main = join(store.folder, 'joined-layer.csv')
  await writeFile(main, `pin,@lat,@lng,@area_sqft,@outline\n1,${inner(-86.8, 36)},1200,${toWkb([[square(-86.8, 36)]])}`)
  const document: SourceDocument = {
    ...nameGenericSource('Joined', '47037'),
    files: [{ id: 'roll' }, { id: 'main' }],
    joins: [{ file: 'main', on: [{ column: 'apn', equals: 'pin' }], take: { rows: 'FIRST' } }],
  }
  await importRoll(store.services, { document, files: { roll, main } })
  expect(await findPosition('1')).toEqual({ lat: 36.0005, lng: -86.7995, position_source: 'PARCEL_OUTLINE' })
  expect(await findOutline('1')).toBeDefined()
  expect(await findPosition('2')).toEqual({ lat: null, lng: null, position_source: '' })
})

test('the pieces of a parcel become one outline and one area, and a line that repeats a piece is rejected', async () => {
  const piece = (apn: string, lng: number, acres: string) => `${outlined(apn, lng)},${acres}`
  const path = join(store.folder, 'pieces.csv')
  const lines = [
    ...[piece('1', -86.8, '1'), piece('2', -86.7, '2'), piece('1', -86.6, '0.5'), piece('1', -86.8, '1')],
    // The area of the whole parcel stands with each of its pieces.
    ...[piece('3', -86.5, '4'), piece('3', -86.4, '4'), piece('2', -86.7, '2')],
  ]
  await writeFile(path, [`${header},lot_acres`, ...lines].join('\n'))
  const document = nameGenericSource('Pieces', '47037')
  const report = await importRoll(store.services, { document, files: toFiles(document, path) })
  expect(report).toMatchObject({ rowsRead: 7, rowsRejected: 2, properties: 3 })
  const firsts = (await findOutline('1'))?.map((polygon) => polygon[0]?.[0])
  expect(firsts).toEqual([-868_000_000, -866_000_000])
  expect((await findOutline('3'))?.length).toBe(2)
  expect((await findOutline('2'))?.length).toBe(1)
  const areas = await clickhouse.rows('select apn, lot_sqft from properties order by apn')
  expect(areas).toEqual([
    { apn: '1', lot_sqft: 65_340 },
    { apn: '2', lot_sqft: 87_120 },
    { apn: '3', lot_sqft: 174_240 },
  ])
})

test('the pieces of a parcel have one sale', async () => {
  const path = join(store.folder, 'sold-pieces.csv')
  const lines = [
    ...[outlined('1', -86.8), outlined('1', -86.7), outlined('1', -86.6), outlined('2', -86.5)],
    ...[outlined('3', -86.4), outlined('4', -86.3)],
  ].map((line) => `${line},2020-05-14,TESTWELL AVERY`)
  await writeFile(path, [`${header},last_sale_date,owner_1`, ...lines].join('\n'))
  const document = nameGenericSource('Sold pieces', '47037')
  const report = await importRoll(store.services, { document, files: toFiles(document, path) })
  expect(report).toMatchObject({ rowsRejected: 0, properties: 4, transfers: 4 })
})

test('many outlines of one parcel number are different parcels, whose numbers are elsewhere', async () => {
  const make = (name: string, keys: number, each: number) =>
    load(
      name,
      Array.from({ length: keys * each }, (_, at) => outlined(String(at % keys), -86.8 + at * 0.002)),
    )
  await expect(make('Wrong numbers', 2, 60)).rejects.toThrow('Only 2 of 120 rows could be read')
  await expect(make('Few pieces', 4, 5)).rejects.toThrow('16 of 20 rows of Few pieces draw a further piece of a parcel')
})

test('outlines change and go with their dataset', async () => {
  await load('Parcels', [outlined('1', -86.8), outlined('2', -86.7)])
  await load('Parcels', [outlined('1', -86.6)])
  expect(toCoordinates((await findOutline('1')) ?? [])[0]?.[0]?.[0]).toEqual([-86.6, 36])
  expect(await findOutline('2')).toBeUndefined()
})

test('a dataset that takes over a parcel brings its own outline, or none', async () => {
  await load('Parcels', [outlined('1', -86.8), outlined('2', -86.7), outlined('3', -86.6)])
  await load('Assessments', [outlined('1', -86.5), row('2', ',', ',', '')])
  const firsts = await Promise.all(['1', '2', '3'].map(async (apn) => (await findOutline(apn))?.[0]?.[0]?.[0]))
  expect(firsts).toEqual([-865_000_000, undefined, -866_000_000])
})

test('the outlines that meet a box are found, and no others, and of too many the largest', async () => {
  const large = row('40', ',', inner(-86.7, 36), toWkb([[square(-86.7, 36, 0.002)]]))
  await load('Parcels', [...Array.from({ length: 40 }, (_, at) => outlined(String(at), -86.8 + at * 0.01)), large])
  const box = { south: 35.9, north: 36.0002, west: -86.7095, east: -86.685 }
  const found = await listOutlinesWithin(clickhouse, box, { limit: 100 })
  expect(found.map(({ propertyId }) => propertyId).sort()).toEqual(['9', '10', '11', '40'].map(id).sort())
  const [first] = await listOutlinesWithin(clickhouse, box, { limit: 1 })
  expect(first?.propertyId).toBe(id('40'))
})

test('simplifying keeps every ring within the tolerance, and holes', () => {
  const circle = (lng: number, radius: number): Position[] =>
    Array.from({ length: 361 }, (_, at) => {
      const angle = ((at % 360) * Math.PI) / 180
      return [lng + radius * Math.cos(angle), 36 + radius * Math.sin(angle)]
    })
  const sliver: Position[] = [
    [-86, 36],
    [-85.99, 36],
    [-85.99, 36.000001],
    [-86, 36.000001],
    [-86, 36],
  ]
  const outline = readWkb(toWkb([[circle(-86.8, 0.001), circle(-86.8, 0.0005)], [sliver]])) ?? []
  const simplified = simplifyOutline(outline, 1)
  expect(simplified.map((polygon) => polygon.length)).toEqual([2, 1])
  expect(countPositions(simplified)).toBeLessThan(countPositions(outline) / 5)
  expect(simplified[1]).toEqual(outline[1])
  expect(decodeTwkb(encodeTwkb(outline))).toEqual(outline)
})

const roundAll = (ring: readonly Position[]) =>
  ring.map((position) => position.map((value) => Math.round(value * 1e7) / 1e7))
const countPositions = (outline: MultiPolygon) => outline.flat(2).length / 2
