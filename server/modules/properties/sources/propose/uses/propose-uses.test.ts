import { expect, test } from 'vitest'
import { propose } from '../measure/made-up-tables.fixture.ts'

test('Florida’s and Massachusetts’ codes are those of their state’s list, and of no other', () => {
  const rows = (row: number) => [`12-${row + 1000}`, ['001', '004', '099'][row % 3] ?? '']
  expect(propose('PARCEL|DOR_UC', rows, { countyFips: '12011' }).uses).toMatchObject({ list: 'florida-dor' })
  expect(propose('PARCEL|DOR_UC', rows).uses).toMatchObject({ list: null, codes: [{ rows: 40 }, {}, {}] })
  const town = propose('PARCEL|USE_CODE', (row) => [`12-${row + 1000}`, '1010'], { countyFips: '25015' })
  expect(town.uses).toMatchObject({ column: 'USE_CODE', list: 'massachusetts-dor' })
})

test('Texas’ rural land and builders’ inventory are codes of its list that a person decides', () => {
  const rows = (row: number) => [`12-${row + 1000}`, ['A1', 'E', 'E1', 'O1', 'D1'][row % 5] ?? '']
  const { uses } = propose('PROP_ID|STATE_CD', rows, { countyFips: '48201' })
  expect(uses).toMatchObject({ column: 'STATE_CD', list: 'texas-sptd' })
})

test('the county’s own words say the property type; codes without words wait for a person', () => {
  const words = propose('PARCEL|CLASS_CODE|CLASS_DESC', (row) => [
    `12-${row + 1000}`,
    row % 3 ? '510' : '400',
    row % 3 ? 'One Family Residential' : 'Vacant Commercial Land',
  ])
  expect(words.uses?.codes).toEqual([
    { code: '510', description: 'One Family Residential', rows: 80, use: 'SINGLE_FAMILY' },
    { code: '400', description: 'Vacant Commercial Land', rows: 40, use: 'COMMERCIAL_LAND' },
  ])
  const cells = propose('PARCEL|USECODE', (row) => [`12-${row + 1000}`, row % 3 ? '111 SINGLE FAM' : '910 VACANT LAND'])
  expect(cells.uses?.codes).toMatchObject([{ use: 'SINGLE_FAMILY' }, { use: 'LAND_OTHER' }])
  expect(propose('PARCEL|CLASS_CODE', (row) => [`12-${row + 1000}`, '510']).uses?.codes).toMatchObject([{ use: null }])
})
