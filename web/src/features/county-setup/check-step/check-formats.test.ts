import type { CheckedField, CheckReport } from '@dooryard/contract/data/sources/county-check'
import { expect, test } from 'vitest'
import { describeCounts, describeDistribution, getFilledShare, getRemedy, listPlaces } from './check-formats.ts'

const counts = { group: 'property' as const, filled: 80, unknown: 15, implausible: 5, implausibleCells: [] }

test.each<[Partial<CheckedField>, string]>([
  [
    {
      field: 'lastSalePrice',
      distribution: { type: 'NUMBER', min: 12, median: 210_000, max: 4_100_000, zeroShare: 0.25 },
    },
    '$12 to $4,100,000, median $210,000, 25% zero',
  ],
  [
    { field: 'yearBuilt', distribution: { type: 'NUMBER', min: 1890, median: 1962.0453, max: 2024, zeroShare: 0 } },
    '1890 to 2024, median 1962',
  ],
  [
    {
      field: 'lastSaleDate',
      distribution: { type: 'DATE', min: '1988-01-04', median: '2011-06-30', max: '2025-05-01' },
    },
    'Jan 4, 1988 to May 1, 2025, median Jun 30, 2011',
  ],
  [
    {
      field: 'useDescription',
      distribution: { type: 'TEXT', distinct: 9, values: ['A', 'B', 'C', 'D'].map((text) => ({ text, count: 20 })) },
    },
    'A 25%, B 25%, C 25%, 9 different',
  ],
  [{ field: 'ownerNames', distribution: null }, ''],
])('the values of a field are said in a line: %j', (field, line) =>
  expect(describeDistribution({ ...counts, ...field } as CheckedField)).toBe(line),
)

test('shares are of all rows', () => {
  expect(getFilledShare({ ...counts, field: 'yearBuilt', distribution: null })).toEqual({
    filled: 0.8,
    implausible: 0.05,
  })
  expect(
    getFilledShare({ ...counts, filled: 0, unknown: 0, implausible: 0, field: 'x', distribution: null }).filled,
  ).toBe(0)
})

test('a warning leads to the step where it is mended', () => {
  expect(getRemedy('useCode').step).toBe('uses')
  expect(getRemedy(null).step).toBe('file')
  expect(getRemedy('joins').step).toBe('tables')
  expect(getRemedy('yearBuilt')).toMatchObject({ step: 'columns', field: 'property.yearBuilt' })
  expect(getRemedy('sale.price')).toMatchObject({ step: 'columns', field: 'sale.price' })
})

const report: CheckReport = {
  ...{ rowsRead: 1_000, rowsAccepted: 988, rowsRejected: 12, properties: 988, sales: 0, recordedOn: null },
  ...{ reasons: [], repeatedParcels: 12, mergedRows: 0, furtherSales: 0, hasRejects: true, counties: [] },
  ...{
    fields: [],
    warnings: [],
    useColumn: null,
    useCodes: [],
    useTotals: null,
    unplacedUses: [],
    positions: [],
    located: 0,
  },
  ...{ places: [], insideShare: null, outline: [], seconds: 1, refusal: null },
}

test('it is said why there are fewer properties than rows', () => {
  expect(describeCounts(report)).toEqual(['12 rows have the parcel number of an earlier row and are rejected.'])
  const several = { ...report, repeatedParcels: 0, rowsAccepted: 1_000, properties: 800 }
  expect(describeCounts({ ...several, sales: 1_000, furtherSales: 200 })).toEqual([
    '200 rows have a further sale of a property.',
  ])
  expect(describeCounts({ ...several, mergedRows: 199 })).toEqual([
    '199 rows draw further pieces of parcels.',
    '1 row belongs to a property that another row describes.',
  ])
  expect(describeCounts({ ...report, repeatedParcels: 0 })).toEqual([])
  expect(describeCounts({ ...report, properties: 0, sales: 988 })).toEqual([expect.stringContaining('other datasets')])
})

test('the counties of a sample of positions get estimated numbers, and properties without one are counted', () => {
  const places = [
    { name: 'Davidson County, TN', share: 0.96 },
    { name: 'Outside all counties', share: 0.04 },
  ]
  expect(listPlaces({ ...report, located: 900, places })).toEqual([
    { label: 'Davidson County, TN', value: '96%, about 864' },
    { label: 'Outside all counties', value: '4%, about 36' },
    { label: 'Without a position', value: '88' },
  ])
  expect(listPlaces(report)).toEqual([])
})
