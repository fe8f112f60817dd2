import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOsmExtract } from '../modules/properties/places/base-map/import/osm/osm-extract.fixture.ts'
import { writeTigerFile } from '../modules/properties/places/base-map/import/tiger/tiger-files.fixture.ts'
import { listNames, openBaseMap, streetAt } from '../modules/properties/places/base-map/write/base-map.fixture.ts'
import { writeBaseMap } from '../modules/properties/places/base-map/write/write-base-map.ts'
import { main } from './import-map.ts'
import { getCommandResult } from './lib/command-result.fixture.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-map-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function createInstallation() {
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const file = join(dataDir, 'base-map.pmtiles')
  return {
    ...{ dataDir, file, map: () => openBaseMap(file) },
    run: (...args: string[]) => getCommandResult(main, args, { DATA_DIR: dataDir }),
  }
}

const town = [-86.78, 36.16] as const
const line = (lng: number, lat: number, length = 0.01) => ({
  type: 'LineString',
  coordinates: [
    [lng, lat],
    [lng + length, lat],
  ],
})
const square = (lng: number, lat: number, side: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [lng, lat],
      [lng + side, lat],
      [lng + side, lat + side],
      [lng, lat + side],
      [lng, lat],
    ],
  ],
})

const road = (at: number, FULLNAME: string, MTFCC: string, RTTYP: string, geometry: object) => ({
  properties: { LINEARID: `11000000${at}`, FULLNAME, RTTYP, MTFCC },
  geometry,
})

const davidsonRoads = [
  road(1, 'Tarrowell Dr', 'S1400', 'M', line(-86.785, 36.1601)),
  road(2, 'I- 40', 'S1100', 'I', line(-86.785, 36.1605)),
  road(3, 'US Hwy 70', 'S1200', 'U', line(-86.785, 36.1608)),
  road(4, 'State Rte 12', 'S1200', 'S', line(-86.785, 36.161)),
  road(5, 'Marnock Ln', 'S1400', 'M', line(-86.785, 36.25)),
]
// Where both counties meet, the same tile has streets of both.
const williamsonRoads = [road(6, 'Quillmere Ave', 'S1400', 'M', line(-86.785, 36.1595))]
const water = [
  {
    properties: { ANSICODE: '', HYDROID: '1101', FULLNAME: 'Orrin Lk', MTFCC: 'H2030', ALAND: 0, AWATER: 900_000 },
    geometry: square(-86.779, 36.1601, 0.01),
  },
]
const places = [
  {
    properties: {
      GEOID: '4700001',
      NAME: 'Vellmore',
      NAMELSAD: 'Vellmore city',
      MTFCC: 'G4110',
      ALAND: 40_000_000,
      AWATER: 0,
      INTPTLAT: '+36.1650000',
      INTPTLON: '-086.7750000',
    },
    geometry: square(-86.8, 36.1, 0.1),
  },
]
const parks = [
  {
    properties: { ANSICODE: '', AREAID: '1102', FULLNAME: 'Dunnet Park', MTFCC: 'K2180', ALAND: 50_000, AWATER: 0 },
    geometry: square(-86.7805, 36.1601, 0.001),
  },
]

test('files of TIGER/Line become the streets of the map, county by county, and are listed and removed', async () => {
  const { run, map, file } = await createInstallation()
  const roads = await writeTigerFile(folder, 'tl_2025_47037_roads', davidsonRoads)
  const areas = await writeGeoJson('tl_2025_47037_areawater', water)
  const first = await run('--file', roads, '--file', areas)
  expect({ code: first.code, out: first.out }).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^roads of Davidson County, TN \(tl_47037_roads\): 5 streets[\s\S]*areawater of Davidson/,
    ),
  })
  const close = (await map().getTileAt(15, town)) ?? []
  expect(listNames(close).sort()).toEqual(['Orrin Lk', 'Tarrowell Dr'])
  expect(
    close.flatMap(({ properties: { kind, network, shield_text: text } }) => (text ? [[kind, network, text]] : [])),
  ).toEqual([
    ['highway', 'US:I', '40'],
    ['major_road', 'US:US', '70'],
    ['major_road', 'US:TN', '12'],
  ])
  expect((await map().getTileAt(6, town))?.map(({ properties }) => properties['kind'])).toEqual(['highway'])
  expect(await map().getMetadata()).toMatchObject({ attribution: expect.stringContaining('>U.S. Census Bureau<') })

  const others = await Promise.all([
    writeGeoJson('tl_2025_47187_roads', williamsonRoads),
    writeGeoJson('tl_2025_47_place', places),
    writeGeoJson('tl_2025_47037_arealm', parks),
  ])
  expect((await run(...others.flatMap((path) => ['--file', path]))).code).toBe(0)
  // A park has an area and a point for its name.
  expect(listNames(await map().getTileAt(15, town)).sort()).toEqual([
    'Dunnet Park',
    'Dunnet Park',
    'Orrin Lk',
    'Quillmere Ave',
    'Tarrowell Dr',
  ])
  expect(listNames(await map().getTileAt(8, town))).toEqual(['Vellmore'])
  // A part is replaced by the file of the same county, whatever its year.
  const newer = await writeGeoJson('tl_2026_47037_roads', [
    road(7, 'Tarrowell Blvd', 'S1400', 'M', line(-86.785, 36.1601)),
  ])
  await run('--file', newer)
  expect(listNames(await map().getTileAt(15, town))).toEqual(
    expect.arrayContaining(['Tarrowell Blvd', 'Quillmere Ave']),
  )
  expect(listNames(await map().getTileAt(15, town))).not.toContain('Tarrowell Dr')

  const { out } = await run('--list')
  expect(out.match(/^tl_\S+/gm)).toEqual([
    'tl_47037_arealm',
    'tl_47037_areawater',
    'tl_47037_roads',
    'tl_47187_roads',
    'tl_47_place',
  ])
  expect((await run('--remove', '47037')).out).toBe('Removed tl_47037_arealm, tl_47037_areawater, tl_47037_roads.\n')
  expect(listNames(await map().getTileAt(15, town))).toEqual(['Quillmere Ave'])
  expect((await run('--remove', 'nowhere')).err).toMatch(/^The map has no part nowhere\. It has:\n/)
  await run('--remove', '47187')
  await run('--remove', 'tl_47_place')
  await expect(readFile(file)).rejects.toThrow('ENOENT')
})

async function writeGeoJson(name: string, features: readonly { properties: object; geometry: object }[]) {
  const path = join(folder, `${name}.geojson`)
  const list = features.map((feature) => ({ type: 'Feature', ...feature }))
  await writeFile(path, JSON.stringify({ type: 'FeatureCollection', features: list }))
  return path
}

test('an extract of OpenStreetMap becomes streets, buildings and lakes with islands', async () => {
  const { run, map } = await createInstallation()
  const corners = (id: number, lng: number, lat: number, side: number) => [
    { id, lng, lat },
    { id: id + 1, lng: lng + side, lat },
    { id: id + 2, lng: lng + side, lat: lat + side },
    { id: id + 3, lng, lat: lat + side },
  ]
  const path = join(folder, 'tennessee-latest.osm.pbf')
  await writeFile(
    path,
    buildOsmExtract({
      nodes: [
        ...corners(10, -86.782, 36.158, 0.004),
        ...corners(20, -86.7805, 36.1595, 0.001),
        ...corners(30, -86.7795, 36.1597, 0.0002),
        { id: 40, lng: -86.79, lat: 36.1585 },
        { id: 41, lng: -86.77, lat: 36.1585 },
        { id: 50, ...{ lng: -86.78, lat: 36.16 }, tags: { place: 'town', name: 'Vellmore', population: '4200' } },
      ],
      ways: [
        { id: 1, nodes: [10, 11, 12], tags: {} },
        { id: 2, nodes: [10, 13, 12], tags: {} },
        { id: 3, nodes: [20, 21, 22, 23, 20], tags: {} },
        { id: 4, nodes: [30, 31, 32, 33, 30], tags: { building: 'house', 'building:levels': '2' } },
        // One of its points is beyond the extract.
        {
          id: 5,
          nodes: [40, 41, 99],
          tags: { highway: 'trunk', name: 'Marnock Pike', ref: 'US 70;TN 24', bridge: 'yes' },
        },
      ],
      relations: [
        {
          id: 1,
          members: [
            { way: 1, role: 'outer' },
            { way: 2, role: 'outer' },
            { way: 3, role: 'inner' },
          ],
          tags: { type: 'multipolygon', natural: 'water', name: 'Orrin Lake' },
        },
      ],
    }),
  )
  expect(await run('--file', path)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^tennessee \(tennessee\): 4 streets/),
  })
  const close = (await map().getTileAt(15, [-86.78, 36.16])) ?? []
  const find = (layer: string) => close.filter((feature) => feature.layer === layer)
  expect(find('roads').map(({ properties }) => properties)).toEqual([
    expect.objectContaining({
      kind: 'major_road',
      name: 'Marnock Pike',
      network: 'US:US',
      shield_text: '70',
      is_bridge: true,
    }),
  ])
  expect(find('buildings').map(({ properties }) => properties['height'])).toEqual([6])
  // The lake closes of two lines, and has its island.
  expect(find('water').map(({ geometry }) => geometry.type === 'Polygon' && geometry.coordinates.length)).toEqual([2])
  // From farther away the lake is too small to be seen.
  expect(listNames(await map().getTileAt(8, [-86.78, 36.16]))).toEqual(['Marnock Pike', 'Vellmore'])
  expect(await map().getMetadata()).toMatchObject({
    attribution: expect.stringContaining('© OpenStreetMap contributors'),
  })
})

test('a map that is served before is kept as a part, and no file that cannot be read changes it', async () => {
  const { run, file, map, dataDir } = await createInstallation()
  await writeBaseMap(file, [streetAt(...town, 'Old Street')], { name: 'Earlier', attribution: 'Made up', maxZoom: 15 })
  const before = await readFile(file)
  const good = join(folder, 'vellmore-261101.osm.pbf')
  const ends = [
    { id: 1, lng: -86.785, lat: 36.1601 },
    { id: 2, lng: -86.775, lat: 36.1601 },
  ]
  const rail = { id: 1, nodes: [1, 2], tags: { railway: 'rail', name: 'Vell Line' } }
  await writeFile(good, buildOsmExtract({ nodes: ends, ways: [rail] }))

  const refusals: [name: string, content: string | Buffer, sentence: RegExp][] = [
    ['cut.osm.pbf', buildOsmExtract({ nodes: [{ id: 1, lng: 0, lat: 0 }] }).subarray(0, -5), /damaged or incomplete/],
    ['empty.osm.pbf', buildOsmExtract({ nodes: [{ id: 1, lng: 0, lat: 0 }] }), /has no streets, buildings, water/],
    ['table.csv', 'apn,address\n1,2 Example Ln\n', /none of those of TIGER\/Line/],
    ['broken.zip', Buffer.from('PK\u0003\u0004 and nothing more'), /damaged|archive/],
  ]
  for (const [name, content, sentence] of refusals) {
    await writeFile(join(folder, name), content)
    // The first file can be read, and is not taken without the other.
    const { code, err } = await run('--file', good, '--file', join(folder, name))
    expect({ name, code, err }).toEqual({ name, code: 1, err: expect.stringMatching(sentence) })
  }
  expect((await run('--file', join(folder, 'missing.zip'))).err).toContain('There is no file at')
  expect(await readFile(file)).toEqual(before)

  expect((await run('--file', good)).code).toBe(0)
  expect(listNames(await map().getTileAt(15, town)).sort()).toEqual(['Old Street', 'Vell Line'])
  const { attribution } = await map().getMetadata()
  expect(attribution).toMatch(/^Made up · .*OpenStreetMap contributors/)
  await run('--remove', 'vellmore')
  expect(listNames(await map().getTileAt(15, town))).toEqual(['Old Street'])
  expect(await readdir(join(dataDir, 'base-map', 'parts'))).toEqual(['earlier-map.pmtiles'])
})
