import { expect, test } from 'vitest'
import { cityBeforeState, mailingStreet, owners, usState, zip, zip5 } from './address-readers.ts'
import { implausible, type Reader } from './reader.ts'
import {
  area,
  areaIn,
  armsLengthBy,
  assessedForFiscalYear,
  count,
  date,
  firstOf,
  latitude,
  money,
  quantity,
  salePrice,
  text,
  year,
} from './readers.ts'
import { describedByPrefix, useByPrefix, useCode } from './use-code.ts'

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
  expect(read(reader, { line1: '340 N 12TH STREET      STE 100' })).toBe('340 N 12TH STREET STE 100')
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
