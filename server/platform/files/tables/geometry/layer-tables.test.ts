import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildZip } from '../../content/zip.fixture.ts'
import { createDiskFiles } from '../../disk-files.ts'
import { inspectTables } from '../inspect-tables.ts'
import { openTables } from '../open-tables.ts'
import type { TableChoices } from '../table.ts'
import { type ParcelShape, square, toGeoJson, writeLayers } from './layer-files.fixture.ts'

let folder: string
let shapefile: Record<string, Buffer>

const hole = square(1_000_040, 300_040, 20)
const bowtie: [number, number][] = [
  [1_000_400, 300_000],
  [1_000_500, 300_100],
  [1_000_500, 300_000],
  [1_000_400, 300_100],
  [1_000_400, 300_000],
]
const parcels: ParcelShape[] = [
  {
    properties: { PARCEL: '001-02', OWNER: 'TESTWELL ANN', SOLD: '2026-01-31' },
    rings: [square(1_000_000, 300_000, 100), hole],
  },
  {
    properties: { PARCEL: '001-03', OWNER: 'SAMPLE, "BO"\nAND CY', SOLD: null },
    rings: [square(1_000_200, 300_000, 200)],
  },
  { properties: { PARCEL: '001-04', OWNER: 'CAFÉ DOVE', SOLD: '2025-12-01' }, rings: null },
  { properties: { PARCEL: '001-05', OWNER: 'EVE', SOLD: '2024-05-06' }, rings: [bowtie] },
]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-layers-test-'))
  await writeFile(join(folder, 'source.geojson'), toGeoJson(parcels))
  writeLayers(folder, join(folder, 'source.geojson'), [
    { name: 'shape', driver: 'ESRI Shapefile' },
    { name: 'package', driver: 'GPKG' },
    { name: 'flat', driver: 'FlatGeobuf', options: ['-lco', 'SPATIAL_INDEX=NO'] },
    { name: 'base', driver: 'OpenFileGDB' },
  ])
  shapefile = await readParts('shape')
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The files of a shapefile, or of the folder of a geodatabase. */
async function readParts(name: string): Promise<Record<string, Buffer>> {
  const inFolder = (await stat(join(folder, name)).catch(() => undefined))?.isDirectory()
  const names = inFolder
    ? (await readdir(join(folder, name))).map((part) => `${name}/${part}`)
    : (await readdir(folder)).filter((part) => part.startsWith(`${name}.`))
  return Object.fromEntries(await Promise.all(names.map(async (part) => [part, await readFile(join(folder, part))])))
}

/** Under its name it is a link to a stored file without one, as uploads are. */
async function inspect(name: string, content: Buffer | string, choices: TableChoices = {}) {
  const [stored, borrowed] = [join(folder, 'stored'), join(folder, 'borrowed')]
  await Promise.all([stored, borrowed].map((path) => mkdir(path, { recursive: true })))
  const key = join(stored, randomBytes(8).toString('hex'))
  const path = join(borrowed, name)
  await writeFile(key, content)
  await rm(path, { force: true })
  await symlink(key, path)
  const { tables } = await inspectTables({ path, name, size: content.length }, choices)
  expect(tables).toHaveLength(1)
  const [table] = tables
  if (!table) throw new Error('There is no table.')
  return table
}

const expected = {
  geometry: 'POLYGON',
  rowCount: 4,
  header: ['PARCEL', 'OWNER', 'SOLD', '@lat', '@lng', '@area_sqft'],
  crsName: expect.stringContaining('New Hampshire'),
  doubts: [],
}

function expectRows(rows: string[][]): void {
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    ['001-02', 'TESTWELL ANN', '2026-01-31'],
    ['001-03', 'SAMPLE, "BO" AND CY', ''],
    ['001-04', 'CAFÉ DOVE', '2025-12-01'],
    ['001-05', 'EVE', '2024-05-06'],
  ])
  const [withHole, plain, without, crossed] = rows.map((row) => row.slice(3).map(Number))
  // State plane feet are not quite feet on the ground.
  expect(withHole?.[2]).toBeCloseTo(9_600, -1)
  expect(plain?.[2]).toBeGreaterThan(39_900)
  expect(plain?.[2]).toBeLessThan(40_100)
  for (const [lat = 0, lng = 0] of [withHole, plain, crossed].map((place) => place ?? [])) {
    expect(lat).toBeCloseTo(43.3, 0)
    expect(lng).toBeCloseTo(-71.6, 0)
  }
  expect(rows[2]?.slice(3)).toEqual(['', '', ''])
  expect(without).toEqual([0, 0, 0])
}

test('a zipped shapefile becomes rows with point and area, in degrees and square feet', async () => {
  // Programs write the names of the parts in several cases.
  const { 'shape.shp': shp = '', 'shape.prj': prj = '', ...parts } = shapefile
  const table = await inspect('shape.zip', buildZip({ ...parts, 'Shape.shp': shp, 'SHAPE.PRJ': prj }))
  expect(table).toMatchObject({ ...expected, file: { format: 'SHAPEFILE' } })
  expectRows(table.rows)
})

test('so do a geodatabase, a GeoPackage and a FlatGeobuf', async () => {
  const parts = await readParts('base.gdb')
  const withoutFolder = Object.entries(parts).map(([name, content]) => [basename(name), content] as const)
  expect(await inspect('bare.zip', buildZip(Object.fromEntries(withoutFolder)))).toMatchObject(expected)
  const base = await inspect('base.zip', buildZip(parts))
  expect(base).toMatchObject({ ...expected, file: { format: 'FILE_GEODATABASE' } })
  expectRows(base.rows)
  const geopackage = await inspect('upload-1', await readFile(join(folder, 'package.gpkg')))
  expect(geopackage).toMatchObject({ ...expected, file: { format: 'GEOPACKAGE' } })
  expectRows(geopackage.rows)
  const flat = await inspect('upload-2', await readFile(join(folder, 'flat.fgb')))
  expect(flat).toMatchObject({ ...expected, file: { format: 'FLATGEOBUF' } })
}, 40_000)

test('GeoJSON is in degrees, also with a feature on each line', async () => {
  const feature = (id: string, x: number) =>
    JSON.stringify({
      type: 'Feature',
      properties: { id, sold: '2026-01-31', owner: 'ANN' },
      geometry: { type: 'Polygon', coordinates: [square(x, 43, 0.001)] },
    })
  const table = await inspect('t.geojson', `${feature('01', -72)}\n${feature('02', -72.1)}\n`)
  expect(table).toMatchObject({ file: { format: 'GEOJSON' }, geometry: 'POLYGON', rowCount: 2 })
  expect(table.header).toEqual(['id', 'sold', 'owner', '@lat', '@lng', '@area_sqft'])
  expect(table.rows[0]?.slice(0, 5)).toEqual(['01', '2026-01-31', 'ANN', '43.0005000', '-71.9995000'])
})

test('without a .prj, coordinates that cannot be degrees give no places until a system is chosen', async () => {
  const { 'shape.prj': _, ...parts } = shapefile
  const table = await inspect('noprj.zip', buildZip(parts))
  expect(table.doubts).toEqual([expect.stringContaining('its .prj is missing or unknown')])
  expect(table.rows[0]?.slice(3)).toEqual(['', '', ''])
  const chosen = await inspect('noprj.zip', buildZip(parts), { crs: 'EPSG:3437' })
  expect(chosen).toMatchObject({ doubts: [], crsName: 'EPSG:3437' })
  expectRows(chosen.rows)
  await expect(inspect('noprj.zip', buildZip(parts), { crs: 'EPSG:99999999' })).rejects.toThrow(
    'The coordinate system of noprj.zip is not known: choose one, such as EPSG:2263.',
  )
})

test('of several shapefiles each keeps the spelling of its name, and none waits in a process while it is not read', async () => {
  const under = (name: string) =>
    Object.entries(shapefile).map(([part, content]) => [part.replace('shape', name), content] as const)
  const parts = [...under('TaxParcels'), ...under('Roads')].filter(([name]) => name !== 'TaxParcels.prj')
  const repeated = [...under('twice'), ...under('Twice')].filter(([name]) => /shp|dbf/.test(name))
  const content = buildZip(
    Object.fromEntries([...repeated, ['taxparcels.PRJ', shapefile['shape.prj'] ?? ''], ...parts]),
  )
  const [path, name, size] = [join(folder, 'several.zip'), 'several.zip', content.length]
  await writeFile(path, content)
  const started: ChildProcess[] = []
  const note = (message: unknown) => void started.push((message as { process: ChildProcess }).process)
  subscribe('child_process', note)
  const { tables, close } = await openTables({ path, name, size })
  unsubscribe('child_process', note)
  try {
    expect(tables.map((table) => table.name).sort()).toEqual(['Roads', 'TaxParcels'])
    expect(started).toHaveLength(2)
    await expect.poll(() => started.filter(({ exitCode, signalCode }) => exitCode === null && !signalCode)).toEqual([])
    const opened = await tables[0]?.open()
    expect(opened?.facts.doubts).toEqual([
      expect.stringMatching(
        /^A part is left out. The files twice.(shp|dbf) and Twice.\1 cannot be told apart: rename one/,
      ),
    ])
  } finally {
    await close()
  }
  const { tables: chosen } = await inspectTables({ path, name, size }, { table: 'TaxParcels' })
  expect(chosen).toMatchObject([{ ...expected, name: 'TaxParcels' }])
  expectRows(chosen[0]?.rows ?? [])
}, 40_000)

test('damaged and incomplete shapefiles are refused', async () => {
  const cut = { ...shapefile, 'shape.dbf': shapefile['shape.dbf']?.subarray(0, 200) ?? '' }
  await expect(inspect('cut.zip', buildZip(cut))).rejects.toThrow('damaged or incomplete')
  const { 'shape.dbf': _, ...parts } = shapefile
  await expect(inspect('nodbf.zip', buildZip(parts))).rejects.toThrow('lacks its .dbf, which has its columns')
})

test('an archive is unpacked beside the files, and what was unpacked is removed', async () => {
  const path = join(folder, 'unpacked.zip')
  await writeFile(path, buildZip(shapefile))
  const files = createDiskFiles(join(folder, 'files'))
  const list = () => readdir(join(folder, 'files'), { recursive: true })
  const { tables, close } = await openTables({ path, name: 'unpacked.zip', size: 1 }, {}, { files })
  expect(tables).toHaveLength(1)
  expect((await list()).filter((name) => /\.(shp|dbf)$/.test(name))).toHaveLength(2)
  await close()
  expect(await list()).toEqual(['unpacked'])
})

test('outlines come with the rows, and ending the stream ends the program', async () => {
  const path = join(folder, 'outlines.zip')
  await writeFile(path, buildZip(shapefile))
  const { tables, close } = await openTables({ path, name: 'outlines.zip', size: 1 })
  try {
    const table = await tables[0]?.open()
    expect(table?.header.at(-1)).toBe('@outline')
    let text = ''
    for await (const piece of table?.bytes ?? []) text += piece.toString()
    // A polygon of two rings, in little-endian WKB.
    expect(text.split('\n')[0]).toMatch(/,010300000002000000[0-9a-f]+$/)
    const again = await tables[0]?.open()
    const stream = again?.bytes[Symbol.asyncIterator]()
    await stream?.next()
    await stream?.return?.()
  } finally {
    await close()
  }
})

test('a file is not called damaged when its reader is ended from outside', async () => {
  const path = join(folder, 'source.geojson')
  const killReader = (message: unknown) => {
    const { process: reader } = message as { process: ChildProcess }
    reader.once('spawn', () => reader.kill('SIGKILL'))
  }
  subscribe('child_process', killReader)
  try {
    await expect(openTables({ path, name: 'source.geojson', size: 1 })).rejects.toThrow('GDAL was ended by SIGKILL')
  } finally {
    unsubscribe('child_process', killReader)
  }
})

test('outlines and coordinates in columns of text are placed by the chosen system', async () => {
  const choices: TableChoices = { format: 'DELIMITED', crs: 'EPSG:3437' }
  const wkt = 'POLYGON ((1000000 300000,1000100 300000,1000100 300100,1000000 300100,1000000 300000))'
  const broken = ['POLYGON ((1000000 30', 'POLYGON ((1000000 300000,x y))', 'outline'].map((cell) => `004,"${cell}",`)
  const lines = ['PARCEL,SHAPE,ACRES', `001,"${wkt}",0.2`, '002,,', `003,"SRID=3437;${wkt}",`, ...broken, '']
  const outlined = await inspect('wkt.csv', lines.join('\n'), choices)
  expect(outlined.header).toEqual(['PARCEL', 'SHAPE', 'ACRES', '@lat', '@lng', '@area_sqft'])
  expect(outlined.rows.map((row) => row.slice(3).map((cell) => cell.slice(0, 6)))).toEqual([
    ['43.323', '-71.60', '10001'],
    ['', '', ''],
    ['43.323', '-71.60', '10001'],
    ...Array(3).fill(['', '', '']),
  ])
  const located = await inspect('xy.txt', 'PARCEL|LATITUDE|X|Y\n001|43.3|1000000|300000\n', choices)
  expect(located.rows[0]?.slice(4).map((cell) => cell.slice(0, 6))).toEqual(['43.323', '-71.60', ''])
  const json = await inspect('xy.json', '[{"PARCEL":"001","X":1000000,"Y":300000}]', { crs: 'EPSG:3437' })
  expect(json.rows[0]?.slice(3).map((cell) => cell.slice(0, 6))).toEqual(['43.323', '-71.60', ''])
})

test('broken rows of a placed text stay on their lines, and the others keep their places', async () => {
  const path = join(folder, 'broken.csv')
  const lines = [
    'PARCEL,OWNER,X,Y',
    '001,ANN,1000000,300000',
    '002,"BO,1000000,300000',
    '003,CY',
    '004,DOVE,1000000,300000,',
    '005,EVE,1000000,300000,more',
    '006,"FOX, A",1000000,300000',
    '007,GIL,unknown,',
  ]
  await writeFile(path, lines.join('\r\n'))
  const choices: TableChoices = { format: 'DELIMITED', crs: 'EPSG:3437' }
  const { tables, close } = await openTables({ path, name: 'broken.csv', size: 1 }, choices)
  try {
    const table = await tables[0]?.open()
    expect(table).toMatchObject({ width: 8, line: 2, delimiter: ',' })
    let text = ''
    for await (const piece of table?.bytes ?? []) text += piece.toString()
    const rows = text.trimEnd().split('\n')
    expect(rows.map((row) => row.replace(/43\.323\d+,-71\.60\d+,,/, 'place'))).toEqual([
      '001,ANN,1000000,300000,place',
      '002,"BO,1000000,300000',
      '003,CY',
      '004,DOVE,1000000,300000,place,',
      '005,EVE,1000000,300000,place,more',
      '006,"FOX, A",1000000,300000,place',
      '007,GIL,unknown,,,,,',
    ])
  } finally {
    await close()
  }
})

test('only the driver of the format opens a file: one that names another file is not followed', async () => {
  const other = join(folder, 'source.geojson')
  const content = `<OGRVRTDataSource><OGRVRTLayer name="source"><SrcDataSource>${other}</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>`
  await expect(inspect('t.gpkg', content, { format: 'GEOPACKAGE' })).rejects.toThrow('damaged or incomplete')
})
