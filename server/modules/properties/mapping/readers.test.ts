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
  count,
  firstOf,
  isMarked,
  latitude,
  longitude,
  money,
  oneOf,
  quantity,
  recordedAs,
  salePrice,
  term,
  terms,
  text,
  wordFor,
  year,
  yesNo,
} from './readers.ts'
import { describedByPrefix, useByPrefix, useCode, useWords } from './use-code.ts'

const today = '2026-11-20'
const read = <T>(reader: Reader<T>, cells: Record<string, string>) =>
  reader.read((column) => cells[column]?.trim() ?? '', today)
const one = <T>(reader: Reader<T>, cell: string) => read(reader, { x: cell })

test('numbers are read whatever is written around them, and placeholders are unknown', () => {
  expect(one(money('x'), '$120,000 ')).toBe(120_000)
  expect(one(money('x'), '0.0')).toBeNull()
  expect(one(money('x'), '')).toBeNull()
  expect(one(money('x'), '-5')).toBe(implausible)
  expect(one(money('x'), 'n/a')).toBe(implausible)
  expect(one(count('x', 200), '3.0')).toBe(3)
  expect(one(count('x', 200), '999')).toBe(implausible)
  expect(one(quantity('x', 120), '2.75')).toBe(2.75)
  expect(one(area('x'), '1.0')).toBe(implausible)
  expect(read(areaIn('x', 'unit', { A: 43_560, S: 1 }), { x: '0.5', unit: 'A' })).toBe(21_780)
  expect(read(areaIn('x', 'unit', { A: 43_560, S: 1 }), { x: '0.5', unit: 'Q' })).toBe(implausible)
  expect(one(latitude('x'), '39.95')).toBe(39.95)
  expect(one(latitude('x'), '0')).toBeNull()
  expect(one(latitude('x'), '-75')).toBe(implausible)
  expect([one(latitude('x'), '-14.33'), one(longitude('x'), '-170.72')]).toEqual([-14.33, -170.72])
  expect([one(latitude('x'), '13.47'), one(longitude('x'), '144.75')]).toEqual([13.47, 144.75])
  expect(one(longitude('x'), '75.16')).toBe(implausible)
})

test('years and days that cannot be are told from those that are unknown', () => {
  expect(one(year('x'), '1925')).toBe(1925)
  expect(one(year('x'), '0   ')).toBeNull()
  expect(one(year('x'), '2987')).toBe(implausible)
  expect(one(date('x'), '2022-05-24 00:00:00')).toBe('2022-05-24')
  expect(one(date('x'), '2022-06-31')).toBe(implausible)
  expect(one(date('x'), '1700-01-01')).toBe(implausible)
  expect(one(date('x'), '2071-10-01')).toBe(implausible)
  expect(one(date('x', { wrapped: true }), '2071-10-01')).toBe('1971-10-01')
  expect(one(date('x', { as: 'YYYYMMDD', unknown: ['0', '19000101'] }), '20240509')).toBe('2024-05-09')
  expect(one(date('x', { as: 'YYYYMMDD', unknown: ['0', '19000101'] }), '0')).toBeNull()
  expect(one(date('x', { as: 'YYYYMMDD', unknown: ['0', '19000101'] }), '19000101')).toBeNull()
  expect(one(assessedForFiscalYear('x'), '2025')).toBe('2024-01-01')
})

test('a sale for a dollar has no price and was not at arm’s length; of others the roll does not say', () => {
  expect(one(salePrice('x'), '1.0')).toBeNull()
  expect(one(armsLengthBy('x'), '1.0')).toBe(false)
  expect(one(salePrice('x'), '265000')).toBe(265_000)
  expect(one(armsLengthBy('x'), '265000')).toBeNull()
  expect(one(armsLengthBy('x'), '0')).toBeNull()
})

test('a mailing street is found in whichever field it slipped into', () => {
  const reader = mailingStreet('street', 'line1', 'careOf')
  expect(read(reader, { street: '12 SAMPLE ST', line1: 'EXAMPLE RECORDING CO' })).toBe('12 SAMPLE ST')
  expect(read(reader, { line1: '70 N 12TH STREET      STE 9' })).toBe('70 N 12TH STREET STE 9')
  expect(read(reader, { line1: '1035 W SAMPLE ST HOLDINGS LLC', careOf: '7 EXAMPLE RD' })).toBe('7 EXAMPLE RD')
  expect(read(reader, { street: '12 SAMPLE ST', line1: 'STE 600' })).toBe('12 SAMPLE ST STE 600')
  expect(read(reader, { line1: 'TESTWELL AVERY' })).toBeNull()
})

test('cities, states and ZIPs are taken apart and mended', () => {
  expect(one(cityBeforeState('x'), 'SAMPLE CITY PA')).toBe('SAMPLE CITY')
  expect(one(cityBeforeState('x'), 'SAMPLETON N')).toBe('SAMPLETON')
  expect(one(usState('x'), 'pa  ')).toBe('PA')
  expect(one(usState('x'), 'N   ')).toBe(implausible)
  expect(one(zip('x'), '19146-1804')).toBe('19146-1804')
  expect(one(zip('x'), '01027 1234')).toBe('01027-1234')
  expect(one(zip('x'), '1027')).toBe('01027')
  expect(one(zip('x'), '00000')).toBeNull()
  expect(one(zip('x'), '190466')).toBe(implausible)
  expect(one(zip5('x'), '19146-1804')).toBe('19146')
})

test('text, owners and fallbacks', () => {
  expect(one(text('x'), '  SAMPLE   ST ')).toBe('SAMPLE ST')
  expect(read(owners('a', 'b'), { a: 'TESTWELL AVERY', b: '' })).toEqual(['TESTWELL AVERY'])
  expect(read(owners('a', 'b'), {})).toBeNull()
  expect(read(firstOf(zip5('x'), text('y')), { x: '', y: '01027' })).toBe('01027')
})

test('days are read as each roll writes them, and a month without its day is the first', () => {
  const anyOf = date('x', { as: anyDay })
  for (const cell of ['2013-04-09', '20130409', '4/9/2013', '04/09/2013 00:00', 'April 9, 2013', 'Apr 9 2013'])
    expect([cell, one(anyOf, cell)]).toEqual([cell, '2013-04-09'])
  for (const cell of ['2013-02-29', '13/1/2013', 'Foo 9, 2013', '9 April 2013', '2013', 'April 31, 2013'])
    expect([cell, one(anyOf, cell)]).toEqual([cell, implausible])
  expect(one(date('x', { as: 'Month D, YYYY' }), '2013-04-09')).toBe(implausible)
  const month = firstOfMonth('year', 'month')
  expect(read(month, { year: '2025', month: '3' })).toBe('2025-03-01')
  expect(read(month, { year: '2025', month: '00' })).toBeNull()
  expect(read(month, { year: '2025', month: '13' })).toBe(implausible)
  expect(read(month, { year: '25', month: '3' })).toBe(implausible)
  expect(read(month, { year: '2026', month: '12' })).toBe(implausible) // still to come
})

test('yes and no are read however they are written, and a closed list tells a word that is not of it', () => {
  for (const cell of ['Y', 'yes', 'TRUE', '1']) expect([cell, one(yesNo('x'), cell)]).toEqual([cell, true])
  for (const cell of ['N', 'No', 'false', '0']) expect([cell, one(yesNo('x'), cell)]).toEqual([cell, false])
  expect(one(yesNo('x'), 'maybe')).toBe(implausible)
  expect(one(oneOf('x', { a: 1, b: null }), 'A')).toBe(1)
  expect(one(oneOf('x', { a: 1, b: null }), 'b')).toBeNull()
  expect(one(oneOf('x', { a: 1, b: null }), 'c')).toBe(implausible)
  expect(one(wordFor('x', { '11': 'QUITCLAIM' }), '12')).toBeNull()
  expect(one(isMarked('x'), 'C')).toBe(true)
  expect(one(isMarked('x'), '')).toBe(false)
})

test('words of our own lists are read in any case, several with semicolons between them', () => {
  const colors = { values: ['RED', 'DARK_BLUE'] as const }
  expect(one(term('x', colors), 'dark blue')).toBe('DARK_BLUE')
  expect(one(term('x', colors, { values: ['GREEN'] }), 'Green')).toBe('GREEN')
  expect(one(term('x', colors), 'pink')).toBe(implausible)
  expect(one(terms('x', colors), 'red; Dark-Blue;red')).toEqual(['RED', 'DARK_BLUE'])
  expect(one(terms('x', colors), 'red; pink')).toBe(implausible)
})

test('acres, baths in two columns, and a deed’s number are brought into one form', () => {
  expect(one(acres('x'), '0.25')).toBe(10_890)
  expect(one(acres('x'), '0')).toBeNull()
  expect(one(acres('x'), 'half')).toBe(implausible)
  expect(read(bathrooms('full', 'half'), { full: '2', half: '1' })).toBe(2.5)
  expect(read(bathrooms('full', 'half'), { full: '2', half: '' })).toBe(2)
  expect(read(bathrooms('full', 'half'), { full: '0', half: '1' })).toBeNull()
  expect(read(recordedAs('book', 'page', 'number'), { book: '12', page: '7', number: '99' })).toBe('12/7')
  expect(read(recordedAs('book', 'page', 'number'), { book: '12', number: '99' })).toBe('99')
  expect(read(recordedAs('book', 'page', 'number'), {})).toBeNull()
})

test('street and city of one line are parted at the last comma, and a county has its zero back', () => {
  expect(one(streetBeforeComma('x'), '12  EXAMPLE ORCHARD LN, ANTIOCH')).toBe('12 EXAMPLE ORCHARD LN')
  expect(one(streetBeforeComma('x'), '12 EXAMPLE LN')).toBe('12 EXAMPLE LN')
  expect(one(cityAfterComma('x'), '12  EXAMPLE ORCHARD LN, OLD  TOWN')).toBe('OLD TOWN')
  expect(one(cityAfterComma('x'), '12 EXAMPLE LN')).toBeNull()
  expect(one(cityAfterComma('x'), '12 EXAMPLE LN, UNKNOWN')).toBeNull()
  expect(one(county('x'), '1001')).toBe('01001')
  expect(one(county('x'), '99001')).toBe(implausible)
  expect(one(county('x'), '47038')).toBe(implausible) // between two counties of Tennessee
  expect(one(country('x'), 'u.s.a.')).toBe('US')
  expect(one(country('x'), 'ca')).toBe('CA')
  expect(one(country('x'), 'XX')).toBe(implausible)
})

test('a use by words is found however many blanks and line breaks are in them', () => {
  const reader = useWords('x', { 'SINGLE FAMILY': 'SINGLE_FAMILY' })
  expect(one(reader, 'Single \r\n family')).toBe('SINGLE_FAMILY')
  expect(one(reader, 'CASTLE')).toBe(implausible)
})

test('a code leads to a use, a second column makes it exact, and an unknown code is told', () => {
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
  expect(one(useByPrefix('x', tree), '1013')).toBe('DETACHED_HOUSE')
  expect(one(describedByPrefix('x', tree), '1990')).toBe('Residential')
  expect(one(useByPrefix('x', tree), '9')).toBe(implausible)
})

test('a house number of 0 is none, and 0 alone is no address', () => {
  for (const reader of [street('x'), streetBeforeUnit('x'), streetBeforeComma('x')]) {
    expect(one(reader, '0  EXAMPLE ORCHARD LN')).toBe('EXAMPLE ORCHARD LN')
    expect(one(reader, '0')).toBeNull()
    expect(one(reader, '10 EXAMPLE ORCHARD LN')).toBe('10 EXAMPLE ORCHARD LN')
  }
  expect(one(streetBeforeComma('x'), '0, ANTIOCH')).toBeNull()
  expect(one(cityAfterComma('x'), '0, ANTIOCH')).toBe('ANTIOCH')
})

test('a text beyond 300 characters is no address, name or word, wherever it is read', () => {
  const page = 'A'.repeat(301)
  const readers: Reader<unknown>[] = [
    text('x'),
    street('x'),
    streetBeforeUnit('x'),
    streetBeforeComma('x'),
    cityBeforeState('x'),
    mailingStreet('x'),
    owners('name', 'x'),
    recordedAs('book', 'page', 'x'),
  ]
  for (const reader of readers) expect(read(reader, { x: page, name: 'TESTWELL AVERY' })).toBe(implausible)
  expect(one(unitAfterStreet('x'), `12 EXAMPLE LN #${page}`)).toBe(implausible)
  expect(one(cityAfterComma('x'), `12 EXAMPLE LN, ${page}`)).toBe(implausible)
  expect(one(text('x'), 'A'.repeat(300))).toBe('A'.repeat(300))
  expect(one(openLoans([loan], 'number'), page)).toMatchObject([{ lender: null }])
})

const loan = { amount: 'a', type: 'b', lender: 'x', lenderType: 'c', date: 'd', rateType: 'e' }
