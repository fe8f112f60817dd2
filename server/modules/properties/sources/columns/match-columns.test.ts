import { expect, test } from 'vitest'
import { matchColumns } from './match-columns.ts'

const years = ['1962', '1975', '2004', '1931']
const values = ['412000', '187500', '93000', '250100']
const owners = ['TESTWELL AVERY', 'MOCKFORD KAY', 'SAMPLETON LEE', 'EXAMPLE ORCHARD LLC']

test.each([
  ['the same values', { YR_BLT: years }, { CONSTRUCTED: years, OWNER: owners }, { YR_BLT: 'CONSTRUCTED' }],
  [
    'the nearest name',
    { MKT_VAL: values },
    { MARKET_VALUE: ['398000'], LAND_VAL: ['120000'] },
    { MKT_VAL: 'MARKET_VALUE' },
  ],
  ['a name alone', { SITUS_ADDR: [] }, { 'Situs Address': [], LAST_SALE: [] }, { SITUS_ADDR: 'Situs Address' }],
  ['nothing of other columns', { OWNER1: owners }, { SALE_DATE: ['2024-03-02'], FLAG: ['Y', 'N'] }, {}],
  ['one old column for each', { LAND: values, LAND_2: values }, { LAND_VALUE: values }, { LAND: 'LAND_VALUE' }],
])('a renamed column is found by %s', (_, gone: object, added: object, expected) => {
  const toSamples = (columns: object) => Object.entries(columns).map(([name, cells]) => ({ name, values: cells }))
  expect(Object.fromEntries(matchColumns(toSamples(gone), toSamples(added)))).toEqual(expected)
})
