import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { expect } from 'vitest'
import { createPropertyServices } from '../property-services.fixture.ts'
import { makeSource } from '../sources/source.fixture.ts'
import { type ImportOptions, importRoll, toFiles } from './import-roll.ts'

const assessedFields = {
  situsAddress: 'address',
  situsZip: 'zip',
  lat: 'lat',
  lng: 'lng',
  ownerNames: 'owner',
  mailingAddress: 'mail',
  mailingZip: 'mail_zip',
  lastSaleDate: 'sold',
  lastSalePrice: 'price',
  saleRecordedOn: 'noted',
  previousSaleDate: 'sold_before',
  previousSalePrice: 'price_before',
}
const makeAssessmentSource = (source: string) =>
  makeSource({
    source,
    name: `Assessments of Example County, ${source}`,
    key: 'parcel',
    property: assessedFields,
  })
export const assessed = makeAssessmentSource('assessed-tn')
export const rival = makeAssessmentSource('rival-tn')

const deedType = {
  columns: ['deed'],
  transforms: [{ type: 'LOOKUP', table: { WD: 'WARRANTY', QC: 'QUITCLAIM' } }],
}
const saleFields = {
  recordedOn: 'day',
  isMonthOnly: 'month_only',
  price: 'price',
  deedType,
  isDeedInferred: 'inferred',
  loanAmount: 'loan',
  sellerNames: 'seller',
  document: 'document',
}

const deedsOfTwoCounties = {
  source: 'deeds-tn',
  name: 'Deeds of two counties',
  county: { of: { columns: ['county'] } },
  key: 'parcel',
}
export const deeds = makeSource({ ...deedsOfTwoCounties, sale: { ...saleFields, buyerNames: 'buyer' } })
export const cashDeeds = makeSource({
  ...deedsOfTwoCounties,
  sale: { ...saleFields, buyerNames: 'buyer', cashPurchase: 'month_only' },
})

const deedsWithPayment = {
  source: 'told-tn',
  name: 'Deeds and how they were paid',
  key: 'parcel',
  sale: { recordedOn: 'day', deedType, cashPurchase: 'cash', buyerNames: 'owner' },
}
export const withDeeds = makeSource(deedsWithPayment)
export const withDeedsAndFacts = makeSource({ ...deedsWithPayment, source: 'own-tn', property: assessedFields })

export const listed = makeSource({
  source: 'listed-tn',
  name: 'Sales with the present owner',
  key: 'parcel',
  property: { situsAddress: 'address', ownerNames: 'owner', mailingAddress: 'mail' },
  sale: { ...saleFields, buyerNames: 'owner' },
})

export type Cells = Record<string, string | number>

/** A CSV file of rows, each with some of the columns. */
export const toCsv = (columns: readonly string[], ...rows: Cells[]) =>
  [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))].map((cells) => cells.join(',')).join('\n')

export const assessedColumns = [
  ...['parcel', 'address', 'zip', 'lat', 'lng', 'owner', 'mail', 'mail_zip'],
  ...['sold', 'price', 'noted', 'sold_before', 'price_before'],
]
export const makeParcelRow = (parcel: string, more: Cells = {}): Cells => ({
  ...{ parcel, address: `${parcel} EXAMPLE ORCHARD LN`, zip: '37209', lat: 36.15, lng: -86.85 },
  ...{ owner: 'TESTWELL AVERY', mail: '9 ELSEWHERE RD', mail_zip: '37211', sold: '2019-05-14', price: 210000 },
  ...more,
})
export const makeAssessedFile = (...rows: Cells[]) => toCsv(assessedColumns, ...rows)

const saleColumns = ['day', 'month_only', 'price', 'deed', 'inferred', 'loan', 'seller', 'document']
export const makeDeedFile = (...rows: Cells[]) =>
  toCsv(['county', 'parcel', 'buyer', ...saleColumns], ...rows.map((row) => ({ county: '47037', ...row })))
export const makeListedFile = (...rows: Cells[]) =>
  toCsv(['parcel', 'address', 'owner', 'mail', ...saleColumns], ...rows)

export const assessments = makeAssessedFile(
  makeParcelRow('1', { sold_before: '2001-02-03', price_before: 50000 }),
  makeParcelRow('2', { sold: '' }),
  makeParcelRow('3', { sold: '2024-08-21', price: 400000, noted: '2024-09-02' }),
  makeParcelRow('4', { lat: '', lng: '' }),
)
export const sales = makeDeedFile(
  { parcel: '1', day: '2025-06-01', month_only: 'Y', price: 333000, deed: 'QC', inferred: 'Y' },
  { parcel: '2', day: '2026-01-10', price: '' },
  { parcel: '3', day: '2024-08-01', month_only: 'Y', price: 400000, deed: 'WD' },
  { parcel: '4', day: '2019-05-14', price: 210000, deed: 'QC' },
)
export const listings = makeListedFile(
  { parcel: '3', address: '3 SAMPLE ST', owner: 'MOCKFORD KAY', day: '2020-01-01', price: 1000000 },
  { parcel: '8', address: '8 SAMPLE ST', owner: 'MOCKFORD KAY', day: '2021-01-01', price: 800000 },
)

// A fixed clock, so only the order of imports can make a difference.
const noon = new Date('2026-11-02T12:00:00Z')

type Property = Record<string, unknown> & { apn: string; signals: number; target_types: number }

/** Test stores into which these rolls are imported. One for each test file; close it afterwards. */
export async function createSalesImports() {
  const store = await createPropertyServices()
  const folder = join(store.folder, 'rolls')
  await mkdir(folder)
  const { clickhouse, db } = store.services
  const services = { ...store.services, clock: { now: () => noon } }
  const read = <Row>(sql: string) => clickhouse.rows<Row>(sql)
  return {
    ...store,
    read,
    clear: async () => {
      for (const table of ['properties', 'transfers', 'sales', 'place_counts', 'addresses'])
        await clickhouse.run(`truncate table ${table}`)
      await db.deleteFrom('rolls').execute()
    },
    load: async (
      document: SourceDocument,
      content: string,
      options: Omit<ImportOptions, 'document' | 'files'> = {},
    ) => {
      const path = join(folder, `${document.source}.csv`)
      await writeFile(path, content)
      return importRoll(services, { document, files: toFiles(document, path), ...options })
    },
    everything: async () => ({
      properties: await read('select * from properties order by property_id, source'),
      transfers: await read('select * from transfers order by property_id, source, recorded_on, price, document'),
      sales: await read('select * from sales order by all'),
      places: await read('select * from place_counts order by all'),
      addresses: await read('select * from addresses order by all'),
    }),
    findProperty: async (parcel: string) => {
      const found = await read<Property>(`select * from properties where apn = '${parcel}'`)
      expect(found).toHaveLength(1)
      return found[0] as Property
    },
    listTransfers: (parcel: string) =>
      read(`select * except (ingested_at) from transfers where property_id in
        (select property_id from properties where apn = '${parcel}') order by recorded_on desc`),
  }
}

export const getSaleProvenance = (row: Property) => {
  const at = (row['provenance.group'] as string[]).indexOf('SALE')
  return ['roll', 'recorded_on'].map((name) => (row[`provenance.${name}`] as string[])[at])
}
