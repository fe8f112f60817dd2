import { expect, test } from 'vitest'
import { compileSource } from '../../compile/compile-source.ts'
import { context, makeRows, street, toTable } from '../measure/made-up-tables.fixture.ts'
import { proposeSource } from '../propose-source.ts'

const parcels = toTable(
  'PARCEL_ID|OWNER|SITE_ADDR',
  makeRows((row) => [`12-${row + 1000}`, 'TESTWELL AVERY', street(row)]),
)
const buildings = toTable(
  'PID|YEAR_BUILT|BEDROOMS',
  makeRows((row) => [`12-${row + 1000}`, '1985', '3']),
)
const sales = toTable(
  'PARCEL_ID|SALE_DATE|SALE_PRICE',
  makeRows((row) => [`12-${1000 + (row % 60)}`, `2015-05-${10 + (row % 18)}`, '120000']),
)
const proposeAll = () =>
  proposeSource(
    [buildings, sales, parcels].map((sample, at) => ({
      id: ['buildings', 'sales', 'parcels'][at] ?? '',
      fileName: 'x.csv',
      sample,
    })),
    context,
  )

test('the table with owners and addresses is the main one, and others are joined by values that meet', () => {
  const { document, joins } = proposeAll()
  expect(document?.files.map(({ id }) => id)).toEqual(['parcels', 'buildings', 'sales'])
  expect(joins).toMatchObject([
    {
      join: { file: 'buildings', on: [{ column: 'PARCEL_ID', equals: 'PID' }], take: { rows: 'FIRST' } },
      matched: 1,
    },
    { join: { file: 'sales', take: { rows: 'LATEST', by: 'SALE_DATE' } }, isUnique: false, matched: 0.5 },
  ])
})

test('what they add is read from their columns, and the document compiles', () => {
  const { document } = proposeAll()
  expect(document?.property).toMatchObject({
    yearBuilt: { columns: ['buildings.YEAR_BUILT'] },
    lastSalePrice: { columns: ['sales.SALE_PRICE'] },
  })
  expect(() => document && compileSource(document)).not.toThrow()
})
