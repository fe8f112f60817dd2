import { expect, test } from 'vitest'
import { makeDocument } from '../../../sources/compile/read-field.fixture.ts'
import { locatePositions } from '../locate-positions.ts'
import { listWarnings } from './list-warnings.ts'
import { findNamedCounties } from './named-counties.ts'
import type { WarningInput } from './warning.ts'

const facts: WarningInput['facts'] = {
  ...{ properties: 1_000, sales: 0, addressed: 900, placed: 900, located: 900, owned: 900, deliverable: 900 },
  ...{ mailed: 0, mailedOutOfState: 0 },
  ...{ scientificKeys: 0, keyLengths: [], repeatedKey: null, mergedParcels: 0, mergedRows: 0 },
  ...{ repeatedParcels: 0, repeatedSales: 0, furtherSales: 0 },
}
const usual: WarningInput = {
  ...{ rowsRead: 1_000, rowsRejected: 0, fields: [], insideShare: 1, places: [], unplacedRows: 0 },
  counties: [{ fips: '47037', name: 'Davidson County, TN', properties: 1_000 }],
  document: makeDocument({
    property: { lotSqft: { columns: ['LOT_AC'], transforms: [{ type: 'NUMBER', unit: 'ACRE' }] } },
  }),
  ...{ facts, joins: [], countyName: 'Davidson County, TN', state: 'TN', namedCounties: null },
  ...{ hasGazetteer: false, refusal: null },
}
const list = (change: Partial<WarningInput>) => listWarnings({ ...usual, ...change }).map(({ message }) => message)
const lengths = (...some: [digits: number, rows: number, zeros?: number][]) =>
  list({ facts: { ...facts, keyLengths: some.map(([digits, rows, zeros = 0]) => ({ digits, rows, zeros })) } })

test('lost zeros are suspected with evidence alone', () => {
  expect(list({})).toEqual([])
  expect(lengths([12, 900], [11, 100])).toEqual([expect.stringContaining('leading zeros seem to be lost')])
  expect(lengths([11, 900], [12, 100])).toHaveLength(1)
  expect(lengths([12, 900, 3], [11, 100])).toEqual([])
  expect(lengths([12, 900], [10, 100])).toEqual([])
  expect(lengths([12, 600], [11, 200], [13, 200])).toEqual([])
  // Numbers that are counted up have a digit more from 100,000 on.
  expect(lengths([5, 900], [6, 100])).toEqual([])
})

test('a file without owners or mailing addresses is reported before its fields', () => {
  expect(list({ facts: { ...facts, owned: 0, deliverable: 0 }, rowsRejected: 500 })).toEqual([
    expect.stringMatching(/^50% of the rows are rejected/),
    expect.stringMatching(/^No property has an owner's name/),
    expect.stringMatching(/^No property has a mailing address/),
  ])
})

test('the share of rows without a property type is that of the rows with a use', () => {
  const useCode = { group: 'property' as const, field: 'useCode', filled: 800, unknown: 200, implausible: 0 }
  const field = { ...useCode, implausibleCells: [], distribution: null }
  expect(list({ fields: [field], unplacedRows: 800 })).toEqual([
    expect.stringMatching(/^100% of the rows with a use have no property type/),
  ])
})

test('a lot size that is not usual names its column and unit, and cells that cannot be true are quoted', () => {
  const lot = { group: 'property' as const, field: 'lotSqft', filled: 995, unknown: 0, implausible: 5 }
  const distribution = { type: 'NUMBER' as const, min: 20, median: 90, max: 4_000, zeroShare: 0 }
  const implausibleCells = [{ text: '999999999', count: 5 }]
  expect(list({ fields: [{ ...lot, implausibleCells, distribution }] })).toEqual([
    expect.stringContaining('The median of Lot size is 90 square feet, read from LOT_AC in acres;'),
    '5 cells cannot be true and are left out: Lot size 999999999 in 5 rows.',
  ])
})

test('joined rows without a match are reported, except those of a short list of codes', () => {
  const join = { file: 'buildings', rows: 1_000, unmatched: 300, joinedRows: 900, unmatchedJoined: 270, isUnique: true }
  expect(list({ joins: [join] })).toEqual([
    expect.stringMatching(/^30% of the rows of buildings match no row of the main table/),
  ])
  expect(list({ joins: [{ ...join, file: 'codes', unmatched: 0, joinedRows: 80, unmatchedJoined: 40 }] })).toEqual([])
})

test('parcels that become one are named: pieces of one parcel, and rows with a number that is none', () => {
  const [pieces] = list({ facts: { ...facts, mergedParcels: 24 } })
  expect(pieces).toMatch(/^24 parcels are drawn in several rows/)
  expect(pieces).toContain('The rows of a parcel become one property with one outline.')
  expect(list({ facts: { ...facts, repeatedParcels: 5 } })).toEqual([])
  const repeatedKey = { apn: 'ROW', rows: 40 }
  expect(list({ facts: { ...facts, repeatedParcels: 39, repeatedKey } })).toEqual([
    expect.stringContaining('39 rows repeat the parcel number of an earlier row and are rejected; 40 rows have ROW.'),
  ])
})

test('a column of counties is found by codes of five or three digits and by names', () => {
  const find = (column: string, ...cells: string[]) =>
    findNamedCounties({ header: ['PIN', column], rows: cells.map((cell, at) => [String(at), cell]) }, '47037')
  const rutherford = { name: 'Rutherford County, TN', share: 0.5 }
  expect(find('COUNTYFIPS', '47037', '47149')?.counties).toEqual([rutherford])
  expect(find('FIPS_CD', '37', '149')?.counties).toEqual([rutherford])
  expect(find('CNTY_NAME', 'DAVIDSON', 'Rutherford County')?.counties).toEqual([rutherford])
  expect(find('COUNTY', 'DAVIDSON', 'DAVIDSON')).toBeNull()
  // The state has numbers of its own for its counties.
  expect(find('CO_NO', '19', '75')).toBeNull()
})

test('positions outside the county are counted by the county that they lie in', () => {
  const [inside, other, atlantic] = [
    { lat: 36.16, lng: -86.78 },
    { lat: 35.85, lng: -86.39 },
    { lat: 30, lng: -60 },
  ]
  expect(locatePositions([inside, inside, other, atlantic], '47037')).toMatchObject({
    insideShare: 0.5,
    places: [
      { name: 'Davidson County, TN', share: 0.5 },
      { name: 'Outside all counties', share: 0.25 },
      { name: 'Rutherford County, TN', share: 0.25 },
    ],
  })
  expect(locatePositions([], '47037')).toMatchObject({ insideShare: null, places: [] })

  const hartford = { lat: 41.766, lng: -72.673 }
  const capitol = locatePositions([hartford, other], '09110')
  expect(capitol).toMatchObject({ insideShare: 0.5, places: [{ name: expect.stringContaining('Capitol') }, {}] })
  expect(capitol.outline.length).toBeGreaterThan(0)
})
