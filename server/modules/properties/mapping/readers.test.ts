import { expect, test } from 'vitest'
import {
  cityAfterComma,
  cityBeforeState,
  country,
  county,
  mailingStreet,
  owners,
  street,
  streetBeforeComma,
  streetBeforeUnit,
  unitAfterStreet,
  usState,
  zip,
  zip5,
} from './address-readers.ts'
import { anyDay, assessedForFiscalYear, date, firstOfMonth } from './dates.ts'
import { openLoans } from './loan-readers.ts'
import { implausible, type Reader } from './reader.ts'
import {
  acres,
  area,
  areaIn,
  armsLengthBy,
  bathrooms,
  coalesce,
  count,
  documentNumber,
  isMarked,
  latitude,
  longitude,
  lookup,
  lookupOrNull,
  money,
  quantity,
  salePrice,
  term,
  terms,
  text,
  year,
  yesNo,
} from './readers.ts'
import { describedByPrefix, useByPrefix, useCode, useWords } from './use-code.ts'

const today = '2026-11-20'
const read = <T>(reader: Reader<T>, cells: Record<string, string>) =>
  reader.read((column) => cells[column]?.trim() ?? '', today)
const readCell = <T>(reader: Reader<T>, cell: string) => read(reader, { x: cell })

test('numbers are read with any surrounding text, and placeholders are unknown', () => {
  expect(readCell(money('x'), '$120,000 ')).toBe(120_000)
  expect(readCell(money('x'), '0.0')).toBeNull()
  expect(readCell(money('x'), '')).toBeNull()
  expect(readCell(money('x'), '-5')).toBe(implausible)
  expect(readCell(money('x'), 'n/a')).toBe(implausible)
  expect(readCell(count('x', 200), '3.0')).toBe(3)
  expect(readCell(count('x', 200), '999')).toBe(implausible)
  expect(readCell(quantity('x', 120), '2.75')).toBe(2.75)
  expect(readCell(area('x'), '1.0')).toBe(implausible)
  expect(read(areaIn('x', 'unit', { A: 43_560, S: 1 }), { x: '0.5', unit: 'A' })).toBe(21_780)
  expect(read(areaIn('x', 'unit', { A: 43_560, S: 1 }), { x: '0.5', unit: 'Q' })).toBe(implausible)
  expect(readCell(latitude('x'), '39.95')).toBe(39.95)
  expect(readCell(latitude('x'), '0')).toBeNull()
  expect(readCell(latitude('x'), '-75')).toBe(implausible)
  expect([readCell(latitude('x'), '-14.33'), readCell(longitude('x'), '-170.72')]).toEqual([-14.33, -170.72])
  expect([readCell(latitude('x'), '13.47'), readCell(longitude('x'), '144.75')]).toEqual([13.47, 144.75])
  expect(readCell(longitude('x'), '75.16')).toBe(implausible)
})

test('impossible years and days are distinguished from unknown ones', () => {
  expect(readCell(year('x'), '1925')).toBe(1925)
  expect(readCell(year('x'), '0   ')).toBeNull()
  expect(readCell(year('x'), '2987')).toBe(implausible)
  expect(readCell(date('x'), '2022-05-24 00:00:00')).toBe('2022-05-24')
  expect(readCell(date('x'), '2022-06-31')).toBe(implausible)
  expect(readCell(date('x'), '1700-01-01')).toBe(implausible)
  expect(readCell(date('x'), '2071-10-01')).toBe(implausible)
  expect(readCell(date('x', { wrapped: true }), '2071-10-01')).toBe('1971-10-01')
  expect(readCell(date('x', { as: 'YYYYMMDD', unknown: ['0', '19000101'] }), '20240509')).toBe('2024-05-09')
  expect(readCell(date('x', { as: 'YYYYMMDD', unknown: ['0', '19000101'] }), '0')).toBeNull()
  expect(readCell(date('x', { as: 'YYYYMMDD', unknown: ['0', '19000101'] }), '19000101')).toBeNull()
  expect(readCell(assessedForFiscalYear('x'), '2025')).toBe('2024-01-01')
})

test('a sale for a dollar has no price and is not at arm’s length; for other sales arm’s length is unknown', () => {
  expect(readCell(salePrice('x'), '1.0')).toBeNull()
  expect(readCell(armsLengthBy('x'), '1.0')).toBe(false)
  expect(readCell(salePrice('x'), '265000')).toBe(265_000)
  expect(readCell(armsLengthBy('x'), '265000')).toBeNull()
  expect(readCell(armsLengthBy('x'), '0')).toBeNull()
})

test('a mailing street is found in any field it shifted to', () => {
  const reader = mailingStreet('street', 'line1', 'careOf')
  expect(read(reader, { street: '12 SAMPLE ST', line1: 'EXAMPLE RECORDING CO' })).toBe('12 SAMPLE ST')
  expect(read(reader, { line1: '70 N 12TH STREET      STE 9' })).toBe('70 N 12TH STREET STE 9')
  expect(read(reader, { line1: '1035 W SAMPLE ST HOLDINGS LLC', careOf: '7 EXAMPLE RD' })).toBe('7 EXAMPLE RD')
  expect(read(reader, { street: '12 SAMPLE ST', line1: 'STE 600' })).toBe('12 SAMPLE ST STE 600')
  expect(read(reader, { line1: 'TESTWELL AVERY' })).toBeNull()
})

test('cities, states and ZIPs are split and repaired', () => {
  expect(readCell(cityBeforeState('x'), 'SAMPLE CITY PA')).toBe('SAMPLE CITY')
  expect(readCell(cityBeforeState('x'), 'SAMPLETON N')).toBe('SAMPLETON')
  expect(readCell(usState('x'), 'pa  ')).toBe('PA')
  expect(readCell(usState('x'), 'N   ')).toBe(implausible)
  expect(readCell(zip('x'), '19146-1804')).toBe('19146-1804')
  expect(readCell(zip('x'), '01027 1234')).toBe('01027-1234')
  expect(readCell(zip('x'), '1027')).toBe('01027')
  expect(readCell(zip('x'), '00000')).toBeNull()
  expect(readCell(zip('x'), '190466')).toBe(implausible)
  expect(readCell(zip5('x'), '19146-1804')).toBe('19146')
})

test('text, owners and fallbacks', () => {
  expect(readCell(text('x'), '  SAMPLE   ST ')).toBe('SAMPLE ST')
  expect(read(owners('a', 'b'), { a: 'TESTWELL AVERY', b: '' })).toEqual(['TESTWELL AVERY'])
  expect(read(owners('a', 'b'), {})).toBeNull()
  expect(read(coalesce(zip5('x'), text('y')), { x: '', y: '01027' })).toBe('01027')
})

test('dates are read in each roll’s format, and a month without a day is its first', () => {
  const anyFormat = date('x', { as: anyDay })
  for (const cell of ['2013-04-09', '20130409', '4/9/2013', '04/09/2013 00:00', 'April 9, 2013', 'Apr 9 2013'])
    expect([cell, readCell(anyFormat, cell)]).toEqual([cell, '2013-04-09'])
  for (const cell of ['2013-02-29', '13/1/2013', 'Foo 9, 2013', '9 April 2013', '2013', 'April 31, 2013'])
    expect([cell, readCell(anyFormat, cell)]).toEqual([cell, implausible])
  expect(readCell(date('x', { as: 'Month D, YYYY' }), '2013-04-09')).toBe(implausible)
  const month = firstOfMonth('year', 'month')
  expect(read(month, { year: '2025', month: '3' })).toBe('2025-03-01')
  expect(read(month, { year: '2025', month: '00' })).toBeNull()
  expect(read(month, { year: '2025', month: '13' })).toBe(implausible)
  expect(read(month, { year: '25', month: '3' })).toBe(implausible)
  expect(read(month, { year: '2026', month: '12' })).toBe(implausible) // in the future
})

test('yes and no are read in any spelling, and a word outside a closed list is implausible', () => {
  for (const cell of ['Y', 'yes', 'TRUE', '1']) expect([cell, readCell(yesNo('x'), cell)]).toEqual([cell, true])
  for (const cell of ['N', 'No', 'false', '0']) expect([cell, readCell(yesNo('x'), cell)]).toEqual([cell, false])
  expect(readCell(yesNo('x'), 'maybe')).toBe(implausible)
  expect(readCell(lookup('x', { a: 1, b: null }), 'A')).toBe(1)
  expect(readCell(lookup('x', { a: 1, b: null }), 'b')).toBeNull()
  expect(readCell(lookup('x', { a: 1, b: null }), 'c')).toBe(implausible)
  expect(readCell(lookupOrNull('x', { '11': 'QUITCLAIM' }), '12')).toBeNull()
  expect(readCell(isMarked('x'), 'C')).toBe(true)
  expect(readCell(isMarked('x'), '')).toBe(false)
})

test('terms of our vocabularies are read in any case, several separated by semicolons', () => {
  const colors = { values: ['RED', 'DARK_BLUE'] as const }
  expect(readCell(term('x', colors), 'dark blue')).toBe('DARK_BLUE')
  expect(readCell(term('x', colors, { values: ['GREEN'] }), 'Green')).toBe('GREEN')
  expect(readCell(term('x', colors), 'pink')).toBe(implausible)
  expect(readCell(terms('x', colors), 'red; Dark-Blue;red')).toEqual(['RED', 'DARK_BLUE'])
  expect(readCell(terms('x', colors), 'red; pink')).toBe(implausible)
})

test('acres, baths in two columns and document numbers are normalized', () => {
  expect(readCell(acres('x'), '0.25')).toBe(10_890)
  expect(readCell(acres('x'), '0')).toBeNull()
  expect(readCell(acres('x'), 'half')).toBe(implausible)
  expect(read(bathrooms('full', 'half'), { full: '2', half: '1' })).toBe(2.5)
  expect(read(bathrooms('full', 'half'), { full: '2', half: '' })).toBe(2)
  expect(read(bathrooms('full', 'half'), { full: '0', half: '1' })).toBeNull()
  expect(read(documentNumber('book', 'page', 'number'), { book: '12', page: '7', number: '99' })).toBe('12/7')
  expect(read(documentNumber('book', 'page', 'number'), { book: '12', number: '99' })).toBe('99')
  expect(read(documentNumber('book', 'page', 'number'), {})).toBeNull()
})

test('a line with street and city is split at the last comma, and a county regains its leading zero', () => {
  expect(readCell(streetBeforeComma('x'), '12  EXAMPLE ORCHARD LN, ANTIOCH')).toBe('12 EXAMPLE ORCHARD LN')
  expect(readCell(streetBeforeComma('x'), '12 EXAMPLE LN')).toBe('12 EXAMPLE LN')
  expect(readCell(cityAfterComma('x'), '12  EXAMPLE ORCHARD LN, OLD  TOWN')).toBe('OLD TOWN')
  expect(readCell(cityAfterComma('x'), '12 EXAMPLE LN')).toBeNull()
  expect(readCell(cityAfterComma('x'), '12 EXAMPLE LN, UNKNOWN')).toBeNull()
  expect(readCell(county('x'), '1001')).toBe('01001')
  expect(readCell(county('x'), '99001')).toBe(implausible)
  expect(readCell(county('x'), '47038')).toBe(implausible) // between two counties of Tennessee
  expect(readCell(country('x'), 'u.s.a.')).toBe('US')
  expect(readCell(country('x'), 'ca')).toBe('CA')
  expect(readCell(country('x'), 'XX')).toBe(implausible)
})

test('a use by wording is found despite blanks and line breaks', () => {
  const reader = useWords('x', { 'SINGLE FAMILY': 'SINGLE_FAMILY' })
  expect(readCell(reader, 'Single \r\n family')).toBe('SINGLE_FAMILY')
  expect(readCell(reader, 'CASTLE')).toBe(implausible)
})

test('a code maps to a use, a second column refines it, and an unknown code is implausible', () => {
  const reader = useCode(
    'code',
    { '1': { is: 'SINGLE_FAMILY', where: { 'ROW ': 'ROW_HOUSE' } }, '6': 'LAND_OTHER' },
    'says',
  )
  expect(read(reader, { code: '1', says: 'ROW 2 STY' })).toBe('ROW_HOUSE')
  expect(read(reader, { code: '1', says: 'CASTLE' })).toBe('SINGLE_FAMILY')
  expect(read(reader, { code: '6', says: 'ROW 2 STY' })).toBe('LAND_OTHER')
  expect(read(reader, { code: '16', says: '' })).toBe(implausible)
  expect(read(reader, { code: '', says: 'ROW 2 STY' })).toBeNull()
  const tree = { '1': ['RESIDENTIAL_OTHER', 'Residential'], '101': ['DETACHED_HOUSE', 'Single family'] } as const
  expect(readCell(useByPrefix('x', tree), '1013')).toBe('DETACHED_HOUSE')
  expect(readCell(describedByPrefix('x', tree), '1990')).toBe('Residential')
  expect(readCell(useByPrefix('x', tree), '9')).toBe(implausible)
})

test('a house number of 0 is removed, and 0 alone is no address', () => {
  for (const reader of [street('x'), streetBeforeUnit('x'), streetBeforeComma('x')]) {
    expect(readCell(reader, '0  EXAMPLE ORCHARD LN')).toBe('EXAMPLE ORCHARD LN')
    expect(readCell(reader, '0')).toBeNull()
    expect(readCell(reader, '10 EXAMPLE ORCHARD LN')).toBe('10 EXAMPLE ORCHARD LN')
  }
  expect(readCell(streetBeforeComma('x'), '0, ANTIOCH')).toBeNull()
  expect(readCell(cityAfterComma('x'), '0, ANTIOCH')).toBe('ANTIOCH')
})

test('a text beyond 300 characters is implausible in every reader', () => {
  const page = 'A'.repeat(301)
  const readers: Reader<unknown>[] = [
    text('x'),
    street('x'),
    streetBeforeUnit('x'),
    streetBeforeComma('x'),
    cityBeforeState('x'),
    mailingStreet('x'),
    owners('name', 'x'),
    documentNumber('book', 'page', 'x'),
  ]
  for (const reader of readers) expect(read(reader, { x: page, name: 'TESTWELL AVERY' })).toBe(implausible)
  expect(readCell(unitAfterStreet('x'), `12 EXAMPLE LN #${page}`)).toBe(implausible)
  expect(readCell(cityAfterComma('x'), `12 EXAMPLE LN, ${page}`)).toBe(implausible)
  expect(readCell(text('x'), 'A'.repeat(300))).toBe('A'.repeat(300))
  expect(readCell(openLoans([loan], 'number'), page)).toMatchObject([{ lender: null }])
})

const loan = { amount: 'a', type: 'b', lender: 'x', lenderType: 'c', date: 'd', rateType: 'e' }
