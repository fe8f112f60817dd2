import { expect, test } from 'vitest'
import { country, county, owners, street, usState, zip, zip5 } from './address-readers.ts'
import { anyDay, assessedForFiscalYear, date, yearMonthDay } from './dates.ts'
import { openLoans } from './loan-readers.ts'
import { implausible, type Reader } from './reader.ts'
import {
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
  money,
  quantity,
  salePrice,
  term,
  terms,
  text,
  year,
  yesNo,
} from './readers.ts'

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
  expect(['999999999', '99999999'].map((cell) => readCell(money('x'), cell))).toEqual([implausible, implausible])
  expect(readCell(money('x'), '9999999')).toBe(9_999_999)
  expect(readCell(count('x', 200), '3.0')).toBe(3)
  expect(readCell(count('x', 200), '999')).toBe(implausible)
  expect(readCell(quantity('x', 120), '2.75')).toBe(2.75)
  expect(readCell(area('x'), '1.0')).toBe(implausible)
  const inUnits = { sqftPerUnit: { A: 43_560, S: 1 }, max: 1_000_000 }
  expect(read(areaIn('x', 'unit', inUnits), { x: '0.5', unit: 'A' })).toBe(21_780)
  expect(read(areaIn('x', 'unit', inUnits), { x: '0.5', unit: 'Q' })).toBe(implausible)
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
  for (const cell of ['1900-01-01', '1901-01-01', '9999-12-31', '1899-12-30'])
    expect([cell, readCell(date('x'), cell)]).toEqual([cell, implausible])
  expect(readCell(date('x', { isYear: true }), '1900-01-01')).toBe('1900-01-01')
  expect(readCell(assessedForFiscalYear('x'), '2025')).toBe('2024-01-01')
})

test('a sale for a dollar has no price and is not at arm’s length; for other sales arm’s length is unknown', () => {
  expect(readCell(salePrice('x'), '1.0')).toBeNull()
  expect(readCell(armsLengthBy('x'), '1.0')).toBe(false)
  expect(readCell(salePrice('x'), '265000')).toBe(265_000)
  expect(readCell(armsLengthBy('x'), '265000')).toBeNull()
  expect(readCell(armsLengthBy('x'), '0')).toBeNull()
})

test('cities, states and ZIPs are split and repaired', () => {
  expect(readCell(usState('x'), 'pa  ')).toBe('PA')
  expect(readCell(usState('x'), 'N   ')).toBe(implausible)
  expect(readCell(zip('x'), '19146-1804')).toBe('19146-1804')
  expect(readCell(zip('x'), '01027 1234')).toBe('01027-1234')
  expect(readCell(zip('x'), '1027')).toBe('01027')
  expect(readCell(zip('x'), '00000')).toBeNull()
  expect(readCell(zip('x'), '190466')).toBe(implausible)
  expect(['on', 'PQ'].map((cell) => readCell(usState('x'), cell))).toEqual(['ON', 'QC'])
  expect(['M5V 2T6', 'm5v2t6', 'M5V-2T6'].map((cell) => readCell(zip('x'), cell))).toEqual(Array(3).fill('M5V 2T6'))
  expect(readCell(zip5('x'), 'M5V 2T6')).toBe(implausible)
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
  const month = yearMonthDay('year', 'month')
  expect(read(month, { year: '2025', month: '3' })).toBe('2025-03-01')
  expect(read(month, { year: '2025', month: '00' })).toBeNull()
  expect(read(month, { year: '2025', month: '13' })).toBe(implausible)
  expect(read(month, { year: '25', month: '3' })).toBe(implausible)
  expect(read(month, { year: '2026', month: '12' })).toBe(implausible) // in the future
})

test('yes and no are read in any spelling, and another word is implausible', () => {
  for (const cell of ['Y', 'yes', 'TRUE', '1']) expect([cell, readCell(yesNo('x'), cell)]).toEqual([cell, true])
  for (const cell of ['N', 'No', 'false', '0']) expect([cell, readCell(yesNo('x'), cell)]).toEqual([cell, false])
  expect(readCell(yesNo('x'), 'maybe')).toBe(implausible)
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

test('baths in two columns and document numbers are normalized', () => {
  expect(read(bathrooms('full', 'half'), { full: '2', half: '1' })).toBe(2.5)
  expect(read(bathrooms('full', 'half'), { full: '2', half: '' })).toBe(2)
  expect(read(bathrooms('full', 'half'), { full: '0', half: '1' })).toBeNull()
  expect(read(documentNumber('book', 'page', 'number'), { book: '12', page: '7', number: '99' })).toBe('12/7')
  expect(read(documentNumber('book', 'page', 'number'), { book: '12', number: '99' })).toBe('99')
  expect(read(documentNumber('book', 'page', 'number'), {})).toBeNull()
  expect(read(documentNumber('book', 'page'), { book: '0', page: '000' })).toBeNull()
  expect(read(documentNumber('book', 'page'), { book: '12', page: '0' })).toBe('12/0')
})

test('a county regains its leading zero, and countries are known by name and code', () => {
  expect(readCell(county('x'), '1001')).toBe('01001')
  expect(readCell(county('x'), '99001')).toBe(implausible)
  expect(readCell(county('x'), '47038')).toBe(implausible) // between two counties of Tennessee
  expect(readCell(country('x'), 'u.s.a.')).toBe('US')
  expect(readCell(country('x'), 'ca')).toBe('CA')
  expect(readCell(country('x'), 'XX')).toBe(implausible)
})

test('a house number of 0 is removed, and 0 alone is no address', () => {
  expect(readCell(street('x'), '0  EXAMPLE ORCHARD LN')).toBe('EXAMPLE ORCHARD LN')
  expect(readCell(street('x'), '0')).toBeNull()
  expect(readCell(street('x'), '10 EXAMPLE ORCHARD LN')).toBe('10 EXAMPLE ORCHARD LN')
})

test('a text beyond 300 characters is implausible in every reader', () => {
  const page = 'A'.repeat(301)
  const readers: Reader<unknown>[] = [text('x'), street('x'), owners('name', 'x'), documentNumber('book', 'page', 'x')]
  for (const reader of readers) expect(read(reader, { x: page, name: 'TESTWELL AVERY' })).toBe(implausible)
  expect(readCell(text('x'), 'A'.repeat(300))).toBe('A'.repeat(300))
  expect(readCell(openLoans([loan], 'number'), page)).toMatchObject([{ lender: null }])
})

const loan = { amount: 'a', type: 'b', lender: 'x', lenderType: 'c', date: 'd', rateType: 'e' }
