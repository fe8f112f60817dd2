import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildZip } from '../../../platform/files/content/zip.fixture.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { signalMask, targetTypeMask } from '../records/bit-masks.ts'
import { cleanTables, createExampleImports, good, header, line } from './example-roll.fixture.ts'
import { findRoll } from './rolls.queries.ts'

let imports: Awaited<ReturnType<typeof createExampleImports>>

beforeAll(async () => {
  imports = await createExampleImports()
})
afterAll(() => imports.close())

test('rows are mapped, derived and stamped with their source', async () => {
  await imports.loadGood()
  const rows = await imports.loaded()
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

test('counts by owner and dates relative to the roll follow from the whole roll', async () => {
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
  await imports.loadFile('owners.csv', [header, ...fund, ...rows].join('\n'))
  const found = await imports.services.clickhouse.rows<Record<'apn' | 'owned' | 'signals' | 'types', string>>(
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

test('the report accounts for every row and every column', async () => {
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
  const path = await imports.writeContent('bad.csv', `${bad.join('\r\n')}\r\n6,,NA,NA,NA,,,Q,1,2987,NA,2026-13-01,1`)
  const report = await imports.load(path)
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
  const rejects = await readFile(join(imports.folder, 'files', report.rejectFile ?? ''), 'utf8')
  expect(rejects.trim().split('\r\n')).toEqual([
    'line,parcel,reason',
    '3,,It has a quoted field that is not closed.',
    '5,,It has fewer fields than the header.',
    '6,,It has no parcel number.',
    '9,,It has more fields than the header.',
    '7,3,It repeats the parcel of line 4.',
  ])
  expect((await imports.loaded()).map(({ apn }) => apn)).toEqual(['1', '21', '22', '23', '3', '6'])
  await imports.loadGood()
  expect(await imports.services.files.exists(report.rejectFile ?? '')).toBe(false)
})

test('a field may span lines, and inch marks do no harm', async () => {
  const lines = [header, line('1', '"TESTWELL\nAVERY"'), line('2', 'THE 5" SAMPLE CO'), line('3', '"MOCK ""M"" LEE"')]
  const report = await imports.loadFile('quotes.csv', lines.join('\n'))
  expect(report).toMatchObject({ rowsRead: 3, rowsMapped: 3 })
  expect(
    (await imports.loaded()).map((row) => Object.entries(row).find(([name]) => name === 'owner_names')?.[1]),
  ).toEqual([['TESTWELL AVERY'], ['THE 5" SAMPLE CO'], ['MOCK "M" LEE']])
})

test('a byte order mark, Windows characters and compression are read correctly', async () => {
  const windows = Buffer.concat([
    Buffer.from(`\uFEFF${header}\n`),
    Buffer.from(line('1', 'P\xc9REZ TESTWELL'), 'latin1'),
  ])
  const files: [name: string, content: Buffer][] = [
    ['misnamed.txt', gzipSync(windows)],
    ['windows.csv', windows],
    ['windows.csv.gz', gzipSync(windows)],
  ]
  for (const [name, content] of files.slice(0, scaleForTorture(1, files.length))) {
    await imports.loadFile(name, content, { force: true })
    expect(await imports.loaded()).toMatchObject([{ owner_names: ['PÉREZ TESTWELL'] }])
  }
})

test('a zip archive is read when one file in it is the roll', async () => {
  const notes = { '__MACOSX/._roll.csv': 'x', 'readme.md': 'x' }
  await imports.loadFile('roll.zip', buildZip({ ...notes, 'data/roll.csv': [header, line('7')].join('\n') }))
  expect((await imports.loaded()).map(({ apn }) => apn)).toEqual(['7'])
  const two = await imports.writeContent('two.zip', buildZip({ 'a.csv': good, 'b.csv': good }))
  await expect(imports.load(two)).rejects.toThrow(
    'The archive two.zip has 2 files in it: give the one to be read by itself.',
  )
})

test('importing the same file again changes nothing and says so', async () => {
  await imports.loadGood()
  const path = await imports.writeContent('good.csv', good)
  const before = await findRoll(imports.services.db, 'example-tn')
  expect(await imports.load(path)).toMatchObject({ status: 'UNCHANGED', rowsRead: 3, rowsMapped: 3 })
  expect(await findRoll(imports.services.db, 'example-tn')).toEqual(before)
  expect(await imports.loadFile('more.csv', `${good}\n${line('4')}`)).toMatchObject({
    status: 'LOADED',
    rowsMapped: 4,
  })
  expect(await imports.load(path)).toMatchObject({ status: 'LOADED', rowsMapped: 3 })
})

test('the same file is imported again when its rows are missing', async () => {
  await imports.loadGood()
  await imports.services.clickhouse.run("alter table properties drop partition '4'")
  expect(await imports.loadGood()).toMatchObject({ status: 'LOADED' })
  expect(await imports.loaded()).toHaveLength(3)
})

test('a dry run reads everything and changes nothing', async () => {
  await imports.loadGood()
  const before = await findRoll(imports.services.db, 'example-tn')
  const report = await imports.loadFile('trial.csv', `${good}\n${line('4')}\n${line('4')}`, { dryRun: true })
  expect(report).toMatchObject({ status: 'CHECKED', rowsRead: 5, rowsMapped: 4, rowsRejected: 1, rejectFile: null })
  expect(await imports.loaded()).toHaveLength(3)
  expect(await findRoll(imports.services.db, 'example-tn')).toEqual(before)
})

test('leftovers of a killed import do not stop the next one', async () => {
  await imports.services.clickhouse.run('create table properties_intake_example_tn (x UInt8) engine = Memory')
  expect(await imports.loadGood({ force: true })).toMatchObject({ status: 'LOADED' })
  expect(await imports.tables()).toEqual(cleanTables)
})

test('two imports of one roll never run at the same time', async () => {
  const path = await imports.writeContent('good.csv', good)
  const both = await Promise.allSettled([imports.load(path, { force: true }), imports.load(path, { force: true })])
  const refused = both.filter((one) => one.status === 'rejected')
  expect(both.some((one) => one.status === 'fulfilled')).toBe(true)
  for (const { reason } of refused) expect(String(reason)).toContain('is being imported already.')
  expect(await imports.loaded()).toHaveLength(3)
})
