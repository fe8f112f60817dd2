import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SourceDocument, type SourceJoin } from '@dooryard/contract/data/sources/source-document'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { toStoreError } from '../../../../platform/clickhouse/errors.ts'
import { inspectFile } from '../../../../platform/files/content/input-file.ts'
import { inspectTables } from '../../../../platform/files/tables/inspect-tables.ts'
import { createPropertyServices } from '../../property-services.fixture.ts'
import { createFileLines } from '../map-rows/joined-lines.ts'
import { openSourceTable } from './open-source-table.ts'

let store: Awaited<ReturnType<typeof createPropertyServices>>
beforeAll(async () => {
  store = await createPropertyServices()
})
afterAll(() => store.close())

type Files = Record<string, string>

/** The text of the rows of the files, joined as told, below their header; with the lines of the first file. */
async function read(files: Files, joins: SourceJoin[], more: Partial<SourceDocument> = {}): Promise<string[]> {
  const folder = join(store.folder, 'rolls')
  await mkdir(folder, { recursive: true })
  const given: Record<string, Awaited<ReturnType<typeof inspectFile>>> = {}
  for (const [id, content] of Object.entries(files)) {
    await writeFile(join(folder, `${id}.csv`), content)
    given[id] = await inspectFile(join(folder, `${id}.csv`))
  }
  const document = SourceDocument.parse({
    version: 1,
    source: 'example-tn',
    name: 'Example County TN',
    county: { fips: '47037' },
    files: Object.keys(files).map((id) => ({ id })),
    joins,
    key: { columns: ['parcel'] },
    property: { situsAddress: { columns: ['address'] }, yearBuilt: { columns: ['buildings.year'] } },
    ...more,
  })
  const table = await openSourceTable(store.services, document, given)
  try {
    let text = ''
    for await (const piece of table.bytes) text += piece.toString()
    expect(table.progress()).toBe(1)
    const { toFileLine } = createFileLines(table.header)
    const rows = text.trimEnd().split('\n')
    const lines =
      joins.length === 0 ? rows : rows.map((row) => row.replace(/^\d+/, (at) => `${toFileLine(Number(at))}`))
    return [table.header.join(','), ...lines]
  } finally {
    await table.close()
  }
}

const parcels = 'parcel,address,unused\n 1 ,1 SAMPLE ST,x\n2,"2 SAMPLE\nST",x\n3,broken\n4,4 SAMPLE ST,x\n'
const buildings = 'id,year,seen\n2,1990,1/31/2020\n1,1950,3/1/1999\n1,2001,12/31/2005\n,1800,\n'
const on = [{ column: 'parcel', equals: 'id' }]
const byYear: SourceJoin = { file: 'buildings', on, take: { rows: 'LATEST', by: 'seen' } }

test('rows of another file are added by their key, with the line of the first file', async () => {
  const [header, ...rows] = await read({ parcels, buildings }, [{ file: 'buildings', on, take: { rows: 'FIRST' } }])
  expect(header).toBe('@line,parcel,address,buildings.id,buildings.year')
  expect(rows).toEqual(['2,1,1 SAMPLE ST,1,1950', '3,2,2 SAMPLE ST,2,1990', '5', '6,4,4 SAMPLE ST,,'])
})

test('the latest of several rows is taken, or each of them', async () => {
  const latest = await read({ parcels, buildings }, [byYear])
  expect(latest.at(0)).toBe('@line,parcel,address,buildings.id,buildings.year,buildings.seen')
  expect(latest.at(1)).toBe('2,1,1 SAMPLE ST,1,2001,12/31/2005')
  const all = await read({ parcels, buildings }, [{ file: 'buildings', on, take: { rows: 'ALL' } }])
  expect(all.slice(1, 4)).toEqual(['2,1,1 SAMPLE ST,1,1950', '2,1,1 SAMPLE ST,1,2001', '3,2,2 SAMPLE ST,2,1990'])
})

test('a third file is joined by several columns, also of the second', async () => {
  const owners = 'no,y,name\n1,2001,ANN\n2,1,BO\n'
  const join: SourceJoin = {
    file: 'owners',
    on: [
      { column: 'parcel', equals: 'no' },
      { column: 'buildings.year', equals: 'y' },
    ],
    take: { rows: 'FIRST' },
  }
  const rows = await read({ parcels, buildings, owners }, [byYear, join], {
    property: { ownerNames: { columns: ['owners.name'] } },
  })
  expect(rows[1]?.endsWith(',1,2001,ANN')).toBe(true)
  expect(rows[2]?.endsWith(',,,')).toBe(true)
})

test('keys of several columns are put together, and keys that are written differently are compared as told', async () => {
  const take = { rows: 'FIRST' as const }
  const lots = 'map,block,lot,address\n1,3,100,1 SAMPLE ST\n 1 ,2,,2 SAMPLE ST\n10,2,,3 SAMPLE ST\n'
  const readYears = async (parcels: string, buildings: string, join: Pick<SourceJoin, 'on' | 'match'>) => {
    const key = { columns: ['address'] }
    const rows = await read({ parcels, buildings }, [{ file: 'buildings', take, ...join }], { key })
    return rows.slice(1).map((row) => row.split(',').at(-1))
  }
  const composed = [{ column: ['map', 'block', 'lot'], equals: 'id' }]
  expect(await readYears(lots, 'id,year\n1-3-100,1990\n1-2,1991\n', { on: composed })).toEqual(['1990', '1991', ''])
  const padded = 'id,year\n001-003-0100,1990\n001/002,1991\n010-002,1992\n'
  expect(await readYears(lots, padded, { on: composed, match: 'PARTS' })).toEqual(['1990', '1991', '1992'])
  const written = 'parcel,address\n01-023.4,A\n02-001.1,B\n0077,C\n77,D\nx1a,E\n'
  const glued = 'id,year\n010234,1990\n20011,1991\n0077,1992\nX-1A,1993\n,1994\n'
  // 0077 and 77 are two parcels, so the zeros count.
  expect(await readYears(written, glued, { on, match: 'LETTERS_AND_DIGITS' })).toEqual([
    ...['1990', '1991', '1992', '', '1993'],
  ])
})

test('a joined file has any name, and any number of rows for a line', async () => {
  const many = Array.from({ length: 100_050 }, (_, at) => `1,${at}`)
  const document = { property: { yearBuilt: { columns: ['main.year'] } } }
  const rows = await read(
    { parcels: 'parcel,address\n1,1 SAMPLE ST\n2,2 SAMPLE ST\n', main: ['id,year', ...many].join('\n') },
    [{ file: 'main', on, take: { rows: 'ALL' } }],
    document,
  )
  expect(rows).toHaveLength(100_052)
  expect(rows.at(100_050)).toBe('2,1,1,100049')
  expect(rows.at(-1)).toBe('3,2,,')
})

test('without joins a file streams as it is, with its header where the names are', async () => {
  const notes = 'Assessors of Anytown,,\nas of,2026,\n'
  expect(await read({ parcels: notes + parcels }, [])).toEqual([
    'parcel,address,unused',
    ...parcels.trimEnd().split('\n').slice(1),
  ])
})

test('a missing file or column is named, and no table is left', async () => {
  await expect(
    read({ parcels, buildings }, [
      { file: 'buildings', on: [{ column: 'parcel', equals: 'pin' }], take: { rows: 'FIRST' } },
    ]),
  ).rejects.toThrow('The file buildings has no column buildings.pin, by which it is joined.')
  const left = await store.services.clickhouse.rows("show tables like 'join\\_%'")
  expect(left).toEqual([])
})

test('Parquet is read by the property store', async () => {
  const path = join(store.folder, 'roll.parquet')
  await store.services.clickhouse.run(
    `insert into function file('${path}', 'Parquet') select '00' || toString(number) as parcel, toDate32('2026-01-31') as sold,
      if(number = 1, null, number * 1000) as price, [1, 2] as codes, 'A, "B"' as owner from numbers(3)`,
  )
  const file = await inspectFile(path)
  const { tables } = await inspectTables(file, {}, store.services)
  expect(tables).toMatchObject([
    {
      file: { format: 'PARQUET' },
      header: ['parcel', 'sold', 'price', 'codes', 'owner'],
      rowCount: 3,
      rows: [
        ['000', '2026-01-31', '0', '[1,2]', 'A, "B"'],
        ['001', '2026-01-31', '', '[1,2]', 'A, "B"'],
        ['002', '2026-01-31', '2000', '[1,2]', 'A, "B"'],
      ],
    },
  ])
  const square = 'MULTIPOLYGON (((-72 43, -71.999 43, -71.999 43.001, -72 43.001, -72 43)))'
  for (const [kind, geometry, place] of [
    ['outlines', `readWKTMultiPolygon('${square}')`, ['43.0005000', '-71.9995000', '97505']],
    ['points', `readWKTPoint('POINT (-72 43)')`, ['43.0000000', '-72.0000000', '']],
  ] as const) {
    const placed = join(store.folder, `${kind}.parquet`)
    await store.services.clickhouse.run(
      `insert into function file('${placed}', 'Parquet') select '00' as parcel, ${geometry} as geometry`,
    )
    const [table] = (await inspectTables(await inspectFile(placed), {}, store.services)).tables
    expect(table).toMatchObject({ crsName: 'EPSG:4326', file: { format: 'PARQUET' }, doubts: [] })
    expect(table?.header).toEqual(['parcel', 'geometry', '@lat', '@lng', '@area_sqft'])
    expect(table?.rows[0]?.slice(2)).toEqual(place)
  }
  const rows = vi.spyOn(store.services.clickhouse, 'rows')
  const busy = new Error('Code: 202. DB::Exception: Too many simultaneous queries. Maximum: 100.')
  const slow = new Error('Code: 159. DB::Exception: Timeout exceeded. (TIMEOUT_EXCEEDED)')
  for (const [thrown, shown] of [
    [busy, busy],
    [toStoreError(slow), slow],
  ]) {
    rows.mockRejectedValueOnce(thrown)
    await expect(inspectTables(await inspectFile(path), {}, store.services)).rejects.toBe(shown)
  }
  rows.mockRestore()
  await writeFile(path, (await readFile(path)).subarray(0, 300))
  await expect(inspectTables(await inspectFile(path), {}, store.services)).rejects.toThrow(
    'The file roll.parquet is damaged, or the property store cannot read it: export it as CSV.',
  )
})
