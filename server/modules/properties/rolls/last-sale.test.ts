import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPropertyServices } from '../property-services.fixture.ts'
import { signalMask, targetTypeMask } from '../records/bit-masks.ts'
import { findProperties } from '../records/properties.queries.ts'
import { createGenericDocument } from '../sources/generic-source.ts'
import { makeSource } from '../sources/source.fixture.ts'
import { importRoll, toFiles } from './import-roll.ts'

// The portal's own headers: a roll of properties, and a sales roll without properties.
const county = '47037'
const assessor = createGenericDocument('assessor', 'Example County, assessor', county)
const recorder = createGenericDocument('recorder', 'Example County, recorder', county)

const months = makeSource({
  ...{ source: 'months', name: 'Example County, sales by the month', key: 'apn' },
  sale: { recordedOn: 'sale_date', isMonthOnly: { constant: true }, price: 'sale_price' },
})

const place = ['apn', 'address', 'city', 'zip', 'owner_1', 'owner_2', 'mailing_address', 'mailing_state', 'mailing_zip']
const deed = ['sale_date', 'sale_price', 'deed_type', 'cash_purchase', 'buyer', 'buyer_2']
const assessed = ['last_sale_date', 'last_sale_price', 'value_date']

type Cells = Record<string, string | number>

const toCsv = (columns: readonly string[], rows: readonly Cells[]) =>
  [columns, ...rows.map((row) => columns.map((column) => `"${row[column] ?? ''}"`))].map((row) => row.join()).join('\n')

const home: Cells = {
  ...{ address: '1 EXAMPLE ORCHARD LN', city: 'NASHVILLE', zip: '37209', owner_1: 'TESTWELL AVERY' },
  ...{ mailing_address: '9 ELSEWHERE RD', mailing_state: 'TN', mailing_zip: '37211' },
}
const quitclaim: Cells = { sale_date: '2005-03-02', sale_price: 90_000, deed_type: 'QUITCLAIM', cash_purchase: 'Y' }

let store: Awaited<ReturnType<typeof createPropertyServices>>

beforeAll(async () => {
  store = await createPropertyServices()
  await mkdir(join(store.folder, 'rolls'))
})
afterAll(() => store.close())

beforeEach(async () => {
  for (const table of ['properties', 'transfers', 'sales', 'place_counts', 'addresses'])
    await store.services.clickhouse.run(`truncate table ${table}`)
  await store.services.db.deleteFrom('rolls').execute()
})

async function load(document: SourceDocument, columns: readonly string[], rows: readonly Cells[]) {
  const path = join(store.folder, 'rolls', `${document.source}.csv`)
  await writeFile(path, toCsv(columns, rows))
  await importRoll(store.services, { document, files: toFiles(document, path) })
}

/** The owner fields of each parcel that depend on its last sale. */
async function owners() {
  const rows = await store.services.clickhouse.rows<{ apn: string; qc: string; types: number; signals: number }>(
    'select apn, acquired_by_qc as qc, target_types as types, signals from properties order by apn',
  )
  return rows.map(({ apn, qc, types, signals }) => ({
    apn,
    qc,
    isCashBuyer: targetTypeMask.fromMask(types).includes('CASH_BUYER'),
    isTired: signalMask.fromMask(signals).includes('TIRED_LANDLORD'),
  }))
}

const byOwner = { qc: 'YES', isCashBuyer: true, isTired: true }
const byUnknown = { qc: 'UNKNOWN', isCashBuyer: false, isTired: true }
const byOther = { qc: 'UNKNOWN', isCashBuyer: false, isTired: false }

// The owner as the roll names them, and the buyer as the deed does.
const cases: { apn: string; owner?: Cells; deed: Cells; expected: object }[] = [
  { apn: '1', deed: { buyer: 'TESTWELL AVERY' }, expected: byOwner },
  { apn: '2', deed: { buyer: 'Avery Testwell, et al.' }, expected: byOwner },
  { apn: '3', deed: { buyer: 'MOCKFORD KAY' }, expected: byOther },
  { apn: '4', deed: {}, expected: byUnknown },
  {
    ...{ apn: '5', owner: { owner_1: 'EXAMPLE HOMES, L.L.C.', owner_2: 'MOCKFORD KAY' } },
    ...{ deed: { buyer: 'MOCKFORD KAY', buyer_2: 'EXAMPLE HOMES LLC' }, expected: byOwner },
  },
  { apn: '6', owner: { owner_1: '' }, deed: { buyer: 'MOCKFORD KAY' }, expected: byUnknown },
]
const properties = cases.map(({ apn, owner }): Cells => ({ ...home, ...owner, apn, value_date: '2026-06-01' }))
const deeds = cases.map(({ apn, deed }): Cells => ({ ...quitclaim, ...deed, apn }))
const expected = cases.map(({ apn, expected }) => ({ apn, ...expected }))

test('a deed in another roll describes the owner only if its buyer is the owner', async () => {
  await load(assessor, [...place, 'value_date'], properties)
  await load(recorder, ['apn', ...deed], deeds)
  expect(await owners()).toEqual(expected)
})

test('the document of the last sale comes from whichever dataset knows it', async () => {
  const sold = { last_sale_date: '2005-03-02', last_sale_price: 90_000 }
  const parcels = [
    { ...home, ...sold, apn: '1' },
    { ...home, ...sold, apn: '2', last_sale_document: '5412/187' },
    { ...home, ...sold, apn: '3', last_sale_document: '2005-0012345' },
  ]
  const columns = [...place, ...assessed, 'last_sale_document']
  await load(assessor, columns, parcels)
  const resold = { ...quitclaim, apn: '3', sale_date: '2021-08-09' }
  await load(
    recorder,
    ['apn', ...deed, 'document'],
    [
      { ...quitclaim, apn: '1', document: '2005-0012345' },
      { ...quitclaim, apn: '2' },
      { ...resold, document: '2021-0098765' },
    ],
  )
  const read = () =>
    store.services.clickhouse.rows('select last_sale_document as document from properties order by apn')
  const expected = ['2005-0012345', '5412/187', '2021-0098765'].map((document) => ({ document }))
  expect(await read()).toEqual(expected)
  await load(assessor, columns, parcels)
  expect(await read()).toEqual(expected)
})

test('the result is the same when the deeds are loaded first', async () => {
  await load(recorder, ['apn', ...deed], deeds)
  await load(assessor, [...place, 'value_date'], properties)
  expect(await owners()).toEqual(expected)
})

test('the result is the same when one roll has both', async () => {
  const rows = properties.map((row, at) => ({ ...row, ...deeds[at] }))
  await load(assessor, [...place, 'value_date', ...deed], rows)
  expect(await owners()).toEqual(expected)
})

test('a deed without a name belongs to the owner when the property roll reports the same sale', async () => {
  const sold = { last_sale_date: '2005-03-10', last_sale_price: 90_000 }
  await load(assessor, [...place, ...assessed], [{ ...home, ...sold, apn: '1', value_date: '2026-06-01' }])
  await load(recorder, ['apn', ...deed], [{ ...quitclaim, apn: '1' }])
  expect(await owners()).toEqual([{ apn: '1', ...byOwner }])
})

test('a sale date is marked as month-only until a roll has the day', async () => {
  const said = async () => {
    const asOf = store.services.clock.now()
    const page = { criteria: {}, asOf, sort: 'address', order: 'asc', limit: 9, offset: 0 } as const
    const rows = await findProperties(store.services.clickhouse, page, page)
    return rows.map(({ lastSaleDate, isLastSaleMonthOnly }) => [lastSaleDate, isLastSaleMonthOnly])
  }
  const rows = ['1', '2'].map((apn) => ({
    ...home,
    apn,
    address: `${apn} EXAMPLE ORCHARD LN`,
    value_date: '2026-06-01',
  }))
  const sales = rows.map(({ apn }) => ({ apn, sale_date: '2021-03-01', sale_price: 90_000 }))
  await load(assessor, [...place, 'value_date'], rows)
  await load(months, ['apn', 'sale_date', 'sale_price'], sales)
  const march = ['2021-03-01', true]
  expect(await said()).toEqual([march, march])
  await load(recorder, ['apn', ...deed], [{ apn: '2', sale_date: '2021-03-18', sale_price: 90_000 }])
  expect(await said()).toEqual([march, ['2021-03-18', false]])
})
