import { expect, test } from 'vitest'
import { readField } from './read-field.fixture.ts'

test.each([
  ['SPRINGFIELD IL 62704', '', 'SPRINGFIELD', 'IL', '62704'],
  ['SPRINGFIELD, IL 62704-1234', '', 'SPRINGFIELD', 'IL', '62704-1234'],
  ['Old Town Me', '', 'Old Town', 'ME', ''],
  ['SPRINGFIELD', '', 'SPRINGFIELD', '', ''],
  ['12 EXAMPLE ST, SPRINGFIELD', '12 EXAMPLE ST', 'SPRINGFIELD', '', ''],
  ['12 EXAMPLE CT #4, SPRINGFIELD, IL 62704, USA', '12 EXAMPLE CT', 'SPRINGFIELD', 'IL', '62704'],
  ['12 EXAMPLE CT #4 SPRINGFIELD, IL', '12 EXAMPLE CT', 'SPRINGFIELD', 'IL', ''],
  ['12 EXAMPLE CT #4-B OLD TOWN ME 04468', '12 EXAMPLE CT', 'OLD TOWN', 'ME', '04468'],
  ['12 EXAMPLE CT', '12 EXAMPLE CT', '', '', ''],
  ['120 COUNTY ROAD 10250', '120 COUNTY ROAD 10250', '', '', ''],
  ['0, ANTIOCH', '', 'ANTIOCH', '', ''],
  ['0  EXAMPLE ORCHARD LN, OLD  TOWN', 'EXAMPLE ORCHARD LN', 'OLD TOWN', '', ''],
  ['12 EXAMPLE LN, UNKNOWN', '12 EXAMPLE LN', '', '', ''],
  ['SAMPLETON N', '', 'SAMPLETON', '', ''],
  ['SAMPLETON ON M5V 2T6', '', 'SAMPLETON', 'ON', 'M5V 2T6'],
  ['12 EXAMPLE ST, SAMPLETON, QC H2X1Y4, CANADA', '12 EXAMPLE ST', 'SAMPLETON', 'QC', 'H2X 1Y4'],
  ['SAMPLETON ON', '', 'SAMPLETON', '', ''],
  ['12 EXAMPLE ST, SAMPLETON ,, IL,, 62704 , United States of America', '12 EXAMPLE ST', 'SAMPLETON', 'IL', '62704'],
])('the parts of %s', (cell, street, city, state, zip) => {
  const read = (name: string, part: string) => readField(name, [{ type: 'ADDRESS_PART', part }], cell)
  expect(read('mailingCity', 'CITY')).toBe(city || null)
  expect(read('mailingState', 'STATE')).toBe(state || null)
  expect(read('mailingZip', 'ZIP')).toBe(zip || null)
  if (street !== '' || city === '') expect(read('mailingAddress', 'STREET')).toBe(street || null)
})

test('a house number of 0 is removed, and a part beyond 300 characters is implausible', () => {
  const read = (name: string, part: string, cell: string) => readField(name, [{ type: 'ADDRESS_PART', part }], cell)
  expect(read('mailingAddress', 'STREET', '0')).toBeNull()
  expect(read('mailingAddress', 'STREET', '0, ANTIOCH')).toBeNull()
  expect(read('mailingAddress', 'STREET', '10 EXAMPLE ORCHARD LN')).toBe('10 EXAMPLE ORCHARD LN')
  const page = 'A'.repeat(301)
  expect(read('situsUnit', 'UNIT', `12 EXAMPLE LN #${page}`)).toBe('implausible')
  expect(read('situsCity', 'CITY', `12 EXAMPLE LN, ${page}`)).toBe('implausible')
})

test('address lines that shift between columns are put in order', () => {
  const read = (...cells: string[]) => {
    const part = (name: string, taken: string) => readField(name, [{ type: 'ADDRESS_LINES', part: taken }], ...cells)
    return [
      part('mailingAddress', 'STREET'),
      part('mailingCity', 'CITY'),
      part('mailingState', 'STATE'),
      part('mailingZip', 'ZIP'),
    ]
  }
  expect(read('12 EXAMPLE ST', 'APT 4', 'SPRINGFIELD IL 62704')).toEqual([
    '12 EXAMPLE ST APT 4',
    'SPRINGFIELD',
    'IL',
    '62704',
  ])
  expect(read('C/O TESTWELL AVERY', '12 EXAMPLE ST', 'SPRINGFIELD, IL')).toEqual([
    '12 EXAMPLE ST',
    'SPRINGFIELD',
    'IL',
    null,
  ])
  expect(read('12 EXAMPLE ST', 'SPRINGFIELD IL 62704', '')).toEqual(['12 EXAMPLE ST', 'SPRINGFIELD', 'IL', '62704'])
  const street = (...cells: string[]) => read(...cells)[0]
  expect(street('12 SAMPLE ST', 'EXAMPLE RECORDING CO')).toBe('12 SAMPLE ST')
  expect(street('', '70 N 12TH STREET      STE 9', '')).toBe('70 N 12TH STREET STE 9')
  expect(street('', '1035 W SAMPLE ST HOLDINGS LLC', '7 EXAMPLE RD')).toBe('7 EXAMPLE RD')
  expect(street('12 SAMPLE ST', 'STE 600')).toBe('12 SAMPLE ST STE 600')
  expect(street('', 'TESTWELL AVERY')).toBeNull()
  expect(read('', 'TESTWELL AVERY', '7 EXAMPLE RD')).toEqual(['7 EXAMPLE RD', null, null, null])
})
