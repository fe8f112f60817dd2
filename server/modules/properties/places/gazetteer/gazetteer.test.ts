import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GazetteerKind } from '@dooryard/contract/data/gazetteers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildZip } from '../../../../platform/files/content/zip.fixture.ts'
import { writeLayers } from '../../../../platform/files/tables/geometry/layer-files.fixture.ts'
import { createPropertyServices } from '../../property-services.fixture.ts'
import { importRoll, toFiles } from '../../rolls/import-roll.ts'
import { nameGenericSource } from '../../sources/generic-source.ts'
import { loadGazetteer } from './load-gazetteer.ts'

const store = await createPropertyServices()
const { clickhouse, db } = store.services
afterAll(() => store.close())

beforeEach(async () => {
  const tables = [
    'properties',
    'transfers',
    'sales',
    'addresses',
    'place_counts',
    'gazetteer_points',
    'gazetteer_ranges',
  ]
  for (const table of tables) await clickhouse.run(`truncate table ${table}`)
  await db.deleteFrom('rolls').execute()
  await db.deleteFrom('gazetteers').execute()
})

const countyFips = '47037'
let files = 0
async function writeLines(lines: readonly string[], extension = 'csv') {
  files += 1
  const path = join(store.folder, `file-${files}.${extension}`)
  await writeFile(path, lines.join('\n'))
  return path
}

/** Properties without coordinates, numbered from 1. */
async function loadRoll(addresses: readonly string[], name = 'Assessments') {
  const rows = addresses.map((address, at) => `${at + 1},${address}`)
  const path = await writeLines(['apn,address,unit,city,zip,last_sale_date,last_sale_price,lat,lng', ...rows])
  const document = nameGenericSource(name, countyFips)
  await importRoll(store.services, { document, files: toFiles(document, path), force: true })
}

const load = async (kind: GazetteerKind, lines: readonly string[], extension = 'csv') =>
  loadGazetteer(store.services, { countyFips, kind, path: await writeLines(lines, extension) })
const loadPoints = (rows: readonly string[]) => load('POINTS', ['LON,LAT,NUMBER,STREET,UNIT,CITY,POSTCODE', ...rows])
const rangeHeader = 'FULLNAME,LFROMHN,LTOHN,RFROMHN,RTOHN,ZIPL,ZIPR,WKT'
const loadRanges = (rows: readonly string[]) => load('RANGES', [rangeHeader, ...rows])

type Found = { apn: string; lat: number | null; lng: number | null; position_source: string }
const listPositions = async () => {
  const rows = await clickhouse.rows<Found>(
    'select apn, round(lat, 5) as lat, round(lng, 5) as lng, position_source from properties order by toUInt32(apn)',
  )
  return rows.map(({ lat, lng, position_source }) => (lat === null ? null : [lat, lng, position_source]))
}

const sold = '2024-05-06,250000,,'
// A longitude without its minus is not in the country.
const soldAtHalfAPosition = '2024-05-06,250000,36.3,86.5'

test('an address gets the point of its unit, else of its building, in its ZIP or city', async () => {
  await loadPoints([
    '-86.80001,36.10001,12,N Sample Street,,Nashville,37209',
    '-86.81,36.11,14,North Sample St,1,Nashville,37209',
    '-86.8101,36.1101,14,North Sample St,2,Nashville,37209',
    // The same address in another ZIP, and in another city without a ZIP.
    '-86.5,36.3,12,N Sample Street,,Nashville,37214',
    '-86.6,36.2,16,Orchard Ln,,Goodlettsville,',
    '-86.7,36.1,16,Orchard Ln,,Nashville,',
    '-86.75,36.15,1616,Mock St,,Nashville,37209',
  ])
  await loadRoll([
    `12 NORTH SAMPLE ST,,NASHVILLE,37209-1234,${sold}`,
    `14 N SAMPLE ST APT 2,,NASHVILLE,37209,${sold}`,
    `14 N SAMPLE ST,#9,NASHVILLE,37209,${sold}`,
    `16 ORCHARD LANE,,GOODLETTSVILLE,37072,${sold}`,
    `1616-22 MOCK ST,,NASHVILLE,37209,${sold}`,
    // Two places far apart have this address.
    `16 ORCHARD LANE,,,,${sold}`,
    `18 ORCHARD LANE,,NASHVILLE,37209,${sold}`,
    `12 N SAMPLE ST,,NASHVILLE,37211,${sold}`,
    `12 N SAMPLE ST,,NASHVILLE,37209,${soldAtHalfAPosition}`,
  ])
  expect(await listPositions()).toEqual([
    [36.10001, -86.80001, 'ADDRESS_POINT'],
    [36.1101, -86.8101, 'ADDRESS_POINT'],
    [36.11005, -86.81005, 'ADDRESS_POINT'],
    [36.2, -86.6, 'ADDRESS_POINT'],
    [36.15, -86.75, 'ADDRESS_POINT'],
    null,
    null,
    null,
    [36.10001, -86.80001, 'ADDRESS_POINT'],
  ])
})

test('a house number is interpolated along its side of the street, and set off to that side', async () => {
  // The street runs east: its left side is north. The second one turns north half-way.
  await loadRanges([
    'Sample St,101,199,100,198,37209,37209,"LINESTRING (-86.9 36, -86.8 36)"',
    'Turn Rd,1,9,2,10,37209,37209,"LINESTRING (-86.9 36.2, -86.8876393 36.2, -86.8876393 36.21)"',
    'Main St,1,99,2,98,37209,37209,"LINESTRING (-86.7 36, -86.69 36)"',
    'Main St,1,99,2,98,37214,37214,"LINESTRING (-86.5 36, -86.49 36)"',
  ])
  await loadRoll([
    `150 SAMPLE ST,,NASHVILLE,37209,${sold}`,
    `101 SAMPLE STREET,,NASHVILLE,37209,${sold}`,
    `199 SAMPLE ST,,NASHVILLE,37209,${sold}`,
    `200 SAMPLE ST,,NASHVILLE,37209,${sold}`,
    `7 TURN ROAD,,NASHVILLE,37209,${sold}`,
    `50 MAIN ST,,NASHVILLE,37214,${sold}`,
    `50 MAIN ST,,NASHVILLE,,${sold}`,
  ])
  const [even, first, last, beyond, turned, inZip, ambiguous] = await listPositions()
  const aside = 0.00009
  expect(even).toEqual([36 - aside, expect.closeTo(-86.9 + (0.1 * 50) / 98, 4), 'STREET_RANGE'])
  expect(first).toEqual([36 + aside, -86.9, 'STREET_RANGE'])
  expect(last).toEqual([36 + aside, -86.8, 'STREET_RANGE'])
  expect(beyond).toBeNull()
  expect(turned).toEqual([expect.closeTo(36.205, 4), expect.closeTo(-86.88775, 4), 'STREET_RANGE'])
  expect(inZip?.[1]).toBeCloseTo(-86.495, 3)
  expect(ambiguous).toBeNull()
})

test('a gazetteer fills datasets that are loaded, with their sales, and its successor replaces it', async () => {
  await loadRoll([`12 SAMPLE ST,,NASHVILLE,37209,${sold}`, `14 SAMPLE ST,,NASHVILLE,37209,${sold}`])
  await loadRanges(['Sample St,1,99,2,98,37209,37209,"LINESTRING (-86.9 36, -86.8 36)"'])
  expect((await listPositions()).map((position) => position?.[2])).toEqual(['STREET_RANGE', 'STREET_RANGE'])
  const loaded = await loadPoints(['-86.8,36.1,12,Sample St,,Nashville,37209'])
  expect(loaded).toMatchObject({ rowsTaken: 1, entries: 1, located: 2 })
  expect(await listPositions()).toEqual([
    [36.1, -86.8, 'ADDRESS_POINT'],
    [expect.anything(), expect.anything(), 'STREET_RANGE'],
  ])
  const sales = await clickhouse.rows('select lat, lng from sales order by lat desc limit 1')
  expect(sales).toEqual([{ lat: 36.1, lng: -86.8 }])
  await loadRanges(['Other St,1,99,2,98,37209,37209,"LINESTRING (-86.9 36, -86.8 36)"'])
  expect(await listPositions()).toEqual([[36.1, -86.8, 'ADDRESS_POINT'], null])
})

test('address ranges of TIGER/Line are read from the zipped shapefile, in degrees', async () => {
  const feature = (properties: object, coordinates: [number, number][]) => ({
    ...{ type: 'Feature', properties, geometry: { type: 'LineString', coordinates } },
  })
  const sample = { FULLNAME: 'Sample St', LFROMHN: '101', LTOHN: '199', RFROMHN: null, RTOHN: null, ZIPL: '37209' }
  const line: [number, number][] = [
    [1_000_000, 300_000],
    [1_001_000, 300_000],
  ]
  const features = [feature(sample, line), feature({ ...sample, FULLNAME: null }, line)]
  const source = await writeLines([JSON.stringify({ type: 'FeatureCollection', features })], 'geojson')
  writeLayers(store.folder, source, [{ name: 'tl_2025_33013_addrfeat', driver: 'ESRI Shapefile' }])
  const parts = (await readdir(store.folder)).filter((name) => name.startsWith('tl_2025_33013_addrfeat.'))
  const contents = await Promise.all(parts.map(async (name) => [name, await readFile(join(store.folder, name))]))
  const path = join(store.folder, 'tl_2025_33013_addrfeat.zip')
  await writeFile(path, buildZip(Object.fromEntries(contents)))
  const loaded = await loadGazetteer(store.services, { countyFips, kind: 'RANGES', path })
  expect(loaded).toMatchObject({ rowsRead: 2, rowsTaken: 1, rejected: [{ line: 3, reason: 'It has no street name.' }] })
  await loadRoll([`101 SAMPLE ST,,CONCORD,37209,${sold}`])
  const [position] = await listPositions()
  expect(position).toEqual([expect.closeTo(43.323, 2), expect.closeTo(-71.604, 2), 'STREET_RANGE'])
})

test('coordinates of a roll stay', async () => {
  const path = await writeLines(['apn,address,city,zip,lat,lng', '1,12 SAMPLE ST,NASHVILLE,37209,36.3,-86.3'])
  const document = nameGenericSource('Points', countyFips)
  await importRoll(store.services, { document, files: toFiles(document, path) })
  expect(await loadPoints(['-86.8,36.1,12,Sample St,,Nashville,37209'])).toMatchObject({ located: 0 })
  expect(await listPositions()).toEqual([[36.3, -86.3, 'ROLL']])
})

test('features of OpenAddresses are read, and other rows are rejected with the reason', async () => {
  const feature = (properties: object, coordinates: unknown = [-86.8, 36.1]) =>
    JSON.stringify({ type: 'Feature', properties, geometry: { type: 'Point', coordinates } })
  const sample = { number: '12', street: 'SAMPLE ST', unit: '', city: 'NASHVILLE', postcode: '37209' }
  const loaded = await load(
    'POINTS',
    [feature(sample), feature({ ...sample, number: '' }), feature(sample, [1_700_000, 600_000]), '{"type":'],
    'geojson',
  )
  expect(loaded).toMatchObject({
    rowsRead: 4,
    rowsTaken: 1,
    rejected: [
      { line: 2, reason: 'It has no house number and street.' },
      { line: 3, reason: 'It has no position in degrees.' },
      { line: 4, reason: 'It is no GeoJSON feature.' },
    ],
  })
})

test.each<[GazetteerKind, string[], string]>([
  [
    'POINTS',
    ['A,B', '1,2'],
    'The file needs columns for the address (NUMBER and STREET) and for the position (LON and LAT).',
  ],
  ['POINTS', ['LON,LAT,NUMBER,STREET'], 'The file has no rows under its header.'],
  [
    'POINTS',
    ['LON,LAT,NUMBER,STREET', '-86,36,,X'],
    'None of its 1 rows can be used. Line 2: It has no house number and street.',
  ],
  [
    'POINTS',
    ['{"type":"FeatureCollection","features":[{"type":"Feature"}]}'],
    expect.stringContaining('newline-delimited'),
  ],
  ['RANGES', ['LON,LAT,NUMBER,STREET', '-86,36,1,X'], expect.stringContaining('the street (FULLNAME)')],
])('a file of no use is refused and changes nothing: %s %j', async (kind, lines, message) => {
  await loadPoints(['-86.8,36.1,12,Sample St,,Nashville,37209'])
  await expect(load(kind, lines)).rejects.toMatchObject({ code: 'UNPROCESSABLE', message })
  expect(await clickhouse.rows('select toUInt32(count()) as n from gazetteer_points')).toEqual([{ n: 1 }])
})
