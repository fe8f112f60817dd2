import { createWriteStream } from 'node:fs'
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { zipOf } from '../../../platform/content/zip.fixture.ts'
import { signalMask, targetTypeMask } from '../bits.ts'
import { owners, usState, zip, zip5 } from '../mapping/address-readers.ts'
import { date } from '../mapping/dates.ts'
import { money, salePrice, text, year } from '../mapping/readers.ts'
import { csv, roll } from '../mapping/roll.ts'
import { propertyServices } from '../property-services.fixture.ts'
import { importRoll } from './import-roll.ts'
import { findRoll } from './rolls.queries.ts'

const example = roll({
  source: 'example-tn',
  name: 'Example County TN, test roll',
  countyFips: '47037',
  format: csv({ unknown: ['NA'] }),
  key: text('parcel'),
  columns: {
    situsAddress: text('address'),
    situsCity: text('city'),
    situsZip: zip5('zip'),
    ownerNames: owners('owner'),
    mailingAddress: text('mail'),
    mailingCity: text('mail_city'),
    mailingState: usState('mail_state'),
    mailingZip: zip('mail_zip'),
    yearBuilt: year('built'),
    marketValue: money('value'),
    lastSaleDate: date('sold'),
    lastSalePrice: salePrice('price'),
  },
})

const header = 'parcel,address,city,zip,owner,mail,mail_city,mail_state,mail_zip,built,value,sold,price'
const line = (parcel: string, owner = 'TESTWELL AVERY', mail = '9 ELSEWHERE RD') =>
  `${parcel},${parcel} SAMPLE ST,NASHVILLE,37209,${owner},${mail},NASHVILLE,TN,37209,1962,"$412,000",2026-02-01,265000`
const good = [header, line('1'), line('2'), line('3', 'SAMPLETON LEE', '3 SAMPLE ST')].join('\n')

let store: Awaited<ReturnType<typeof propertyServices>>
let folder: string

beforeAll(async () => {
  store = await propertyServices()
  folder = join(store.folder, 'rolls')
  await mkdir(folder)
})
afterAll(() => store.close())

const fileOf = async (name: string, content: string | Buffer) => {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const load = (path: string, options = {}) => importRoll(store.services, { source: example, path, ...options })

const loaded = () =>
  store.services.clickhouse.rows<{ apn: string }>("select * from properties where source = 'example-tn' order by apn")

const tables = async () => {
  const rows = await store.services.clickhouse.rows<{ name: string }>('show tables')
  return rows.map(({ name }) => name).sort()
}

const cleanTables = [
  'addresses',
  'contacts',
  'dnc_changes',
  'dnc_numbers',
  'place_counts',
  'properties',
  'sales',
  'saved_search_matches',
  'schema_migrations',
  'transfers',
]

// Where the last test left it as it was, this changes nothing.
beforeEach(async () => {
  await load(await fileOf('good.csv', good))
})

test('rows are mapped, derived and stamped with where they come from', async () => {
  const rows = await loaded()
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatchObject({
    apn: '1',
    state: 'TN',
    county_fips: '47037',
    owner_names: ['TESTWELL AVERY'],
    owner_type: 'INDIVIDUAL',
    occupancy: 'ABSENTEE_IN_STATE',
    year_built: 1962,
    market_value: 412_000,
    last_sale_price: 265_000,
    properties_owned: 2,
    open_loans: null,
    'provenance.roll': Array(6).fill('example-tn'),
    'provenance.recorded_on': Array(6).fill('2026-02-01'),
  })
  expect(rows[2]).toMatchObject({ occupancy: 'OWNER_OCCUPIED', properties_owned: 1 })
})

test('counts by owner and times since the roll follow from the whole of it', async () => {
  const owned = (parcel: string, owner: string, sold: string, mail = '9 ELSEWHERE RD') =>
    `${parcel},${parcel} SAMPLE ST,NASHVILLE,37209,${owner},${mail},NASHVILLE,TN,37209,1962,1,${sold},265000`
  const fund = Array.from({ length: 10 }, (_, at) => owned(`F${at}`, 'SAMPLE FUND INC', '2020-01-01'))
  const rows = [
    owned('1', 'TESTWELL AVERY', '2026-02-01'),
    owned('2', 'TESTWELL AVERY', '2011-01-31'),
    owned('3', 'SAMPLETON LEE', '2025-02-01'),
    owned('4', 'MOCKFORD KAY', '2025-02-02', '4 SAMPLE ST'),
    ...['2026-02-01', '2026-02-01'].map((day, at) => owned(`5${at}`, 'EXAMPLE LLC', day, `5${at} SAMPLE ST`)),
  ]
  await load(await fileOf('owners.csv', [header, ...fund, ...rows].join('\n')))
  const found = await store.services.clickhouse.rows<Record<'apn' | 'owned' | 'signals' | 'types', string>>(
    `select apn, toString(properties_owned) as owned, toString(signals) as signals, toString(target_types) as types
     from properties`,
  )
  const said = (parcel: string) => {
    const row = found.find(({ apn }) => apn === parcel)
    const types = targetTypeMask.fromMask(Number(row?.types))
    return [Number(row?.owned), ...types, ...signalMask.fromMask(Number(row?.signals))]
  }
  expect(said('1')).toEqual([2, 'LANDLORD', 'RECENTLY_SOLD'])
  expect(said('2')).toEqual([2, 'LANDLORD', 'TIRED_LANDLORD'])
  expect(said('3')).toEqual([1, 'ABSENTEE_OWNER'])
  expect(said('4')).toEqual([1, 'OWNER_OCCUPANT', 'RECENTLY_SOLD'])
  expect(said('50')).toEqual([1, 'RECENTLY_SOLD'])
  expect(said('F3')).toEqual([10, 'LANDLORD', 'INSTITUTIONAL'])
})

test('the report accounts for every row, and says what each column held', async () => {
  const bad = [
    header,
    line('1'),
    '"unclosed,2 SAMPLE ST,NASHVILLE',
    line('3'),
    '4,too,few',
    line(''),
    line('3'),
    '',
    `${line('5')},more`,
  ]
  bad.push(...['21', '22', '23'].map((parcel) => line(parcel)))
  const path = await fileOf('bad.csv', `${bad.join('\r\n')}\r\n6,,NA,NA,NA,,,Q,1,2987,NA,2026-13-01,1`)
  const report = await load(path)
  expect(report).toMatchObject({ status: 'LOADED', rowsRead: 11, rowsMapped: 6, rowsRejected: 5 })
  expect(report.reasons).toEqual({
    'It has a quoted field that is not closed.': 1,
    'It has fewer fields than the header.': 1,
    'It has more fields than the header.': 1,
    'It has no parcel number.': 1,
    'It repeats a parcel of an earlier line.': 1,
  })
  expect(report.columns.yearBuilt).toEqual({ filled: 6, unknown: 0, implausible: 1 })
  expect(report.columns.mailingState).toEqual({ filled: 6, unknown: 0, implausible: 1 })
  expect(report.columns.situsCity).toEqual({ filled: 6, unknown: 1, implausible: 0 })
  expect(report.notPublished).toContain('bedrooms')
  const rejects = await readFile(join(store.folder, 'files', report.rejectFile ?? ''), 'utf8')
  expect(rejects.trim().split('\r\n')).toEqual([
    'line,parcel,reason',
    '3,,It has a quoted field that is not closed.',
    '5,,It has fewer fields than the header.',
    '6,,It has no parcel number.',
    '9,,It has more fields than the header.',
    '7,3,It repeats the parcel of line 4.',
  ])
  expect((await loaded()).map(({ apn }) => apn)).toEqual(['1', '21', '22', '23', '3', '6'])
})

test('a field may go on over a line, and quotes of inches do no harm', async () => {
  const lines = [header, line('1', '"TESTWELL\nAVERY"'), line('2', 'THE 5" SAMPLE CO'), line('3', '"MOCK ""M"" LEE"')]
  const report = await load(await fileOf('quotes.csv', lines.join('\n')))
  expect(report).toMatchObject({ rowsRead: 3, rowsMapped: 3 })
  expect((await loaded()).map((row) => Object.entries(row).find(([name]) => name === 'owner_names')?.[1])).toEqual([
    ['TESTWELL AVERY'],
    ['THE 5" SAMPLE CO'],
    ['MOCK "M" LEE'],
  ])
})

test('a byte order mark, Windows letters and compression are read for what they are', async () => {
  const windows = Buffer.concat([
    Buffer.from(`\uFEFF${header}\n`),
    Buffer.from(line('1', 'P\xc9REZ TESTWELL'), 'latin1'),
  ])
  for (const [name, content] of [
    ['windows.csv', windows],
    ['windows.csv.gz', gzipSync(windows)],
    ['misnamed.txt', gzipSync(windows)],
  ] as const) {
    await load(await fileOf(name, content), { force: true })
    expect(await loaded()).toMatchObject([{ owner_names: ['PÉREZ TESTWELL'] }])
  }
})

test('a zip archive is read where one file in it is the roll', async () => {
  const notes = { '__MACOSX/._roll.csv': 'x', 'readme.md': 'x' }
  await load(await fileOf('roll.zip', zipOf({ ...notes, 'data/roll.csv': [header, line('7')].join('\n') })))
  expect((await loaded()).map(({ apn }) => apn)).toEqual(['7'])
  const two = await fileOf('two.zip', zipOf({ 'a.csv': good, 'b.csv': good }))
  await expect(load(two)).rejects.toThrow('The archive two.zip has 2 files in it: give the one to be read by itself.')
})

test('the same file again changes nothing and says so', async () => {
  const path = await fileOf('good.csv', good)
  const before = await findRoll(store.services.db, 'example-tn')
  expect(await load(path)).toMatchObject({ status: 'UNCHANGED', rowsRead: 3, rowsMapped: 3 })
  expect(await findRoll(store.services.db, 'example-tn')).toEqual(before)
  expect(await load(await fileOf('more.csv', `${good}\n${line('4')}`))).toMatchObject({
    status: 'LOADED',
    rowsMapped: 4,
  })
  expect(await load(path)).toMatchObject({ status: 'LOADED', rowsMapped: 3 })
})

test('the same file is loaded again where its rows are gone', async () => {
  await store.services.clickhouse.run("alter table properties drop partition '4'")
  expect(await load(await fileOf('good.csv', good))).toMatchObject({ status: 'LOADED' })
  expect(await loaded()).toHaveLength(3)
})

test('a trial reads everything and changes nothing', async () => {
  const before = await findRoll(store.services.db, 'example-tn')
  const report = await load(await fileOf('trial.csv', `${good}\n${line('4')}\n${line('4')}`), { dryRun: true })
  expect(report).toMatchObject({ status: 'CHECKED', rowsRead: 5, rowsMapped: 4, rowsRejected: 1, rejectFile: null })
  expect(await loaded()).toHaveLength(3)
  expect(await findRoll(store.services.db, 'example-tn')).toEqual(before)
})

const truncated = async () => {
  const noise = Array.from({ length: 5_000 }, (_, at) => line(String(at * 7919)))
  const path = await fileOf('cut.csv.gz', gzipSync([header, ...noise].join('\n')))
  await truncate(path, 20_000)
  return path
}

const refusals: [what: string, file: () => Promise<string>, sentence: RegExp][] = [
  ['a missing file', async () => join(folder, 'nowhere.csv'), /^There is no file at .*nowhere\.csv\.$/],
  ['a folder', async () => folder, /is not a file\.$/],
  ['an empty file', () => fileOf('empty.csv', ''), /^The file .*empty\.csv is empty\.$/],
  ['a compressed nothing', () => fileOf('nothing.csv.gz', gzipSync('')), /^The file has nothing in it\.$/],
  ['a header alone', () => fileOf('header.csv', header), /has a header and no rows\.$/],
  [
    'a file of another roll',
    () => fileOf('other.csv', 'parcel,owner,sold\n1,TESTWELL,2020'),
    /^This file is not Example County TN, test roll: its header lacks address, city, zip, mail, mail_city and 5 more\.$/,
  ],
  ['a truncated gz', truncated, /^The file cut\.csv\.gz ends in the middle of its compressed data: fetch it again\.$/],
  [
    'a damaged gz',
    () => fileOf('damaged.csv.gz', Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(500, 7)])),
    /^The file damaged\.csv\.gz is damaged: its compressed data cannot be read\.$/,
  ],
  [
    'a damaged zip',
    () => fileOf('damaged.zip', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500, 7)])),
    /^The file damaged\.zip is damaged or cut off: it is no whole zip archive\.$/,
  ],
  [
    'rows that are mostly broken',
    () => fileOf('broken.csv', [header, line('1'), 'a', 'b', 'c'].join('\n')),
    /^Only 1 of 4 rows could be read as Example County TN, test roll, so nothing was changed\.$/,
  ],
  ['a picture', () => fileOf('photo.csv', Buffer.alloc(9_000_000, 255)), /^This is no table of text/],
]

test.each(refusals)('%s is refused in a sentence, and the old roll stays', async (_, file, sentence) => {
  await expect(load(await file())).rejects.toThrow(sentence)
  expect(await loaded()).toHaveLength(3)
  expect(await findRoll(store.services.db, 'example-tn')).toMatchObject({ fileName: 'good.csv', rowsMapped: 3 })
  expect(await tables()).toEqual(cleanTables)
})

test('a file that is cut, wherever, is refused, or loads as the rows that it still has', async () => {
  const whole = [header, ...Array.from({ length: 40 }, (_, at) => line(String(at)))].join('\n')
  const packed = gzipSync(whole)
  for (const kept of [1, 9, 60, Math.floor(packed.length / 2), packed.length - 9, packed.length - 1]) {
    const path = await fileOf('cut.csv.gz', packed.subarray(0, kept))
    await expect(load(path)).rejects.toThrow(/ends in the middle of its compressed data|is damaged|This file is not/)
    expect(await loaded()).toHaveLength(3)
  }
  for (let at = 1; at < whole.length; at += 397) {
    const cut = whole.slice(0, at)
    const report = await load(await fileOf('cut.csv', cut)).catch((error: Error) => error.message)
    const rows = await loaded()
    if (typeof report === 'string') expect(report).toMatch(/^(This file|Only)/)
    else {
      expect(report.rowsRead).toBe(cut.split('\n').length - 1)
      expect(report.rowsMapped).toBe(rows.length)
      expect(rows.length).toBeGreaterThanOrEqual(report.rowsRead - 1)
    }
  }
})

test('what a killed import left behind does not stop the next one', async () => {
  await store.services.clickhouse.run('create table properties_intake_example_tn (x UInt8) engine = Memory')
  expect(await load(await fileOf('good.csv', good), { force: true })).toMatchObject({ status: 'LOADED' })
  expect(await tables()).toEqual(cleanTables)
})

test('two imports of one roll do not meet', async () => {
  const path = await fileOf('good.csv', good)
  const both = await Promise.allSettled([load(path, { force: true }), load(path, { force: true })])
  const refused = both.filter((one) => one.status === 'rejected')
  expect(both.some((one) => one.status === 'fulfilled')).toBe(true)
  for (const { reason } of refused) expect(String(reason)).toContain('is being imported already.')
  expect(await loaded()).toHaveLength(3)
})

test('memory does not grow with the file', { timeout: 120_000 }, async () => {
  const path = join(folder, 'large.csv')
  async function* lines(rows: number) {
    yield `${header}\n`
    for (let at = 0; at < rows; at += 1) yield `${line(`P${at}`)}\n`
  }
  await pipeline(lines(50_000), createWriteStream(path))
  let peak = 0
  const start = process.memoryUsage().heapUsed
  const report = await load(path, {
    dryRun: true,
    onProgress: () => {
      peak = Math.max(peak, process.memoryUsage().heapUsed - start)
    },
  })
  expect(report.rowsMapped).toBe(50_000)
  // The rows would take some 150 MB as objects, and more as the lines made of them.
  expect(peak).toBeLessThan(100 * 1024 ** 2)
})
