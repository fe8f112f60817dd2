import { dayCases, moneyCases, numberCases, pluralCases, titleCases } from '@dooryard/contract/api/format-cases.fixture'
import { expect, test } from 'vitest'
import {
  emptyValue,
  formatAgo,
  formatBytes,
  formatDay,
  formatDollars,
  formatJson,
  formatMoney,
  formatMonth,
  formatNumber,
  formatPerCredit,
  formatPhone,
  formatShare,
  pluralize,
  toReadableCase,
  toSentence,
  toTitleCase,
} from './format.ts'

test.each(dayCases)('the date %s reads %s', (date, text) => expect(formatDay(date)).toBe(text))

test.each(moneyCases)('%d cents in %s read %s', (amount, currency, text) =>
  expect(formatMoney({ amount, currency })).toBe(text),
)

test.each(numberCases)('%d reads %s', (value, text) => expect(formatNumber(value)).toBe(text))

test.each(pluralCases)('%d %s/%s reads %s', (count, one, many, text) => expect(pluralize(count, one, many)).toBe(text))

test.each(Object.entries(titleCases))('the enum value %s reads %s', (value, text) =>
  expect(toTitleCase(value)).toBe(text),
)

test('an unknown value is a dash, never "null"', () => {
  expect([formatDay(null), formatNumber(undefined), formatDollars(null), toReadableCase(null)]).toEqual(
    Array(4).fill(emptyValue),
  )
})

test('numbers have thousands separators', () => {
  expect(formatDollars(289000)).toBe('$289,000')
  expect(formatMoney({ amount: -7450, currency: 'USD' })).toBe('−$74.50')
})

test.each([
  [3500, 'USD', 500, '7¢'],
  [4900, 'USD', 1000, '4.9¢'],
  [14_900, 'USD', 4000, '3.7¢'],
  [9999, 'USD', 100, '$1.00'],
  [12_345, 'USD', 100, '$1.23'],
  [500, 'USD', 5, '$1.00'],
  [3500, 'EUR', 500, '€0.07'],
])('%i cents of %s for %i credits are %s a credit', (amount, currency, credits, words) => {
  expect(formatPerCredit({ price: { amount, currency }, credits })).toBe(words)
})

test('underscores become spaces and each word is capitalized', () => {
  expect(toTitleCase('MAIL_READY')).toBe('Mail Ready')
  expect(toTitleCase('CALL_READY')).toBe('Call Ready')
})

test.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 min ago'],
  [150, '2 min ago'],
  [3 * 3600, '3 h ago'],
])('%s seconds ago reads "%s"', (seconds, words) => {
  const now = Date.UTC(2026, 10, 2)
  expect(formatAgo(now - seconds * 1000, now)).toBe(words)
})

test.each([
  ['1208 EXAMPLE ORCHARD LN', '1208 Example Orchard Ln'],
  ['166 SAMPLE MEADOW CV', '166 Sample Meadow Cv'],
  ['TESTWELL HOLDINGS LLC', 'Testwell Holdings LLC'],
  ['40 N SAMPLE ST NW, APT 3B', '40 N Sample St NW, Apt 3B'],
  ['DOE-SAMPLE JANE & JOHN III', 'Doe-Sample Jane & John III'],
  ['12 N 34TH ST', '12 N 34th St'],
  ['SGS SAMPLE TRUST INC', 'SGS Sample Trust Inc'],
  ['Already Mixed LLC', 'Already Mixed LLC'],
])('the county data %s reads %s', (published, words) => {
  expect(toReadableCase(published)).toBe(words)
})

test.each([
  [0, '0 bytes'],
  [900, '900 bytes'],
  [1536, '1.5 KB'],
  [104_857_600, '100 MB'],
  [4_294_967_296, '4 GB'],
])('%i bytes read %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words))

test('text becomes a sentence, and a sentence is unchanged', () => {
  expect(toSentence('The county has no roll')).toBe('The county has no roll.')
  expect(toSentence('The county has no roll.')).toBe('The county has no roll.')
  expect(toSentence('Was it asked for twice?')).toBe('Was it asked for twice?')
})

test('a month is formatted in UTC, whatever the time zone', () => {
  expect(formatMonth('2026-11')).toBe('Nov 2026')
  expect(formatMonth(undefined)).toBe('')
})

test.each([
  [0, '0%'],
  [1, '100%'],
  [0.834, '83%'],
  [0.042, '4.2%'],
  [0.0003, '0.03%'],
  [0.00001, '<0.01%'],
  [0.999, '99.9%'],
  [0.999_999, '>99.99%'],
])('a share of %d reads "%s"', (share, words) => {
  expect(formatShare(share)).toBe(words)
})

test('ten digits are formatted as a phone number', () => {
  expect(formatPhone('6155550142')).toBe('(615) 555-0142')
  expect(formatPhone('+44 20')).toBe('+44 20')
})

test('JSON is pretty-printed, and other text is unchanged', () => {
  expect(formatJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(formatJson('<html>Bad gateway')).toBe('<html>Bad gateway')
})
