import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { afterAll, expect, test } from 'vitest'
import { createPropertyServices } from '../property-services.fixture.ts'
import { makeSource } from '../sources/source.fixture.ts'
import { importRoll } from './import-roll.ts'

const store = await createPropertyServices()
afterAll(() => store.close())

const fields = { situsAddress: 'ADDRESS', situsZip: 'ZIP' }

async function load(document: SourceDocument, contents: Record<string, readonly string[]>) {
  const files: Record<string, string> = {}
  for (const [id, lines] of Object.entries(contents)) {
    files[id] = join(store.folder, `${document.source}-${id}.csv`)
    await writeFile(files[id], lines.join('\n'))
  }
  const take = { rows: 'ALL' as const }
  const joins = Object.keys(contents)
    .slice(1)
    .map((file) => ({ file, on: [{ column: 'PIN', equals: 'PIN' }], take }))
  return importRoll(store.services, {
    document: { ...document, files: Object.keys(files).map((id) => ({ id })), joins },
    files,
  })
}

const parcels = Array.from({ length: 12 }, (_, at) => `${at + 1},${at + 1} SAMPLE ST,37209`)

test('a parcel with several joined rows is one property, and none of them is rejected', async () => {
  const document = makeSource({
    ...{ source: 'buildings-tn', name: 'Parcels and buildings', key: 'PIN' },
    property: { ...fields, yearBuilt: 'buildings.BUILT' },
  })
  const buildings = parcels.flatMap((_, at) => [1950, 1960, 1970].map((built) => `${at + 1},${built}`))
  const report = await load(document, {
    parcels: ['PIN,ADDRESS,ZIP', ...parcels],
    buildings: ['PIN,BUILT', ...buildings],
  })
  expect(report).toMatchObject({ rowsRead: 36, rowsRejected: 0, properties: 12, reasons: {} })
})

test('a parcel with thousands of joined rows is one property', async () => {
  const document = makeSource({
    ...{ source: 'deals-tn', name: 'Parcels and sales', key: 'PIN' },
    property: fields,
    sale: { recordedOn: 'sales.DAY', price: 'sales.PRICE' },
  })
  const sales = Array.from(
    { length: 8_500 },
    (_, at) => `1,2020-01-${String(1 + (at % 28)).padStart(2, '0')},${1_000 + at}`,
  )
  const report = await load(document, { parcels: ['PIN,ADDRESS,ZIP', ...parcels], sales: ['PIN,DAY,PRICE', ...sales] })
  expect(report).toMatchObject({ rowsRejected: 0, properties: 12, transfers: 8_500 })
})

test('of lines that have a parcel in several years, the latest describes it and the others are no repeats', async () => {
  const document = makeSource({
    ...{ source: 'years-tn', name: 'Values of several years', key: 'PIN' },
    property: { ...fields, marketValue: 'VALUE', valueYear: 'YEAR', lastSaleDate: 'SOLD', lastSalePrice: 'PRICE' },
  })
  const lines = parcels.flatMap((parcel, at) =>
    [2021, 2024, 2024, 2019].map((year, nth) => `${parcel},${year},${year}0${nth},2010-05-06,${200_000 + at}`),
  )
  const report = await load(document, { parcels: ['PIN,ADDRESS,ZIP,YEAR,VALUE,SOLD,PRICE', ...lines] })
  expect(report).toMatchObject({ status: 'LOADED', rowsRead: 48, rowsRejected: 36, properties: 12, transfers: 12 })
  expect(report.reasons).toEqual({
    'Another line has its parcel in a later year.': 24,
    'It repeats a parcel of an earlier line.': 12,
  })
  expect(
    await store.services.clickhouse.rows(
      "select distinct market_value, value_year from properties where source = 'years-tn'",
    ),
  ).toEqual([{ market_value: 202_401, value_year: 2024 }])
})
