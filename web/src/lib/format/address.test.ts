import { expect, test } from 'vitest'
import { formatCityLine, formatStreetLine } from './address.ts'

test('a street is shown in mixed case with its unit', () => {
  expect(formatStreetLine({ address: '12 EXAMPLE AVE', unit: '4B' })).toBe('12 Example Ave, Unit 4B')
  expect(formatStreetLine({ address: '12 EXAMPLE AVE', unit: 'APT 4' })).toBe('12 Example Ave, Apt 4')
  expect(formatStreetLine({ address: null })).toBe('No street address')
})

test('a city line has the known parts only', () => {
  expect(formatCityLine({ city: 'NASHVILLE', state: 'TN', zip: '37209' })).toBe('Nashville, TN 37209')
  expect(formatCityLine({ city: null, state: 'TN', zip: null })).toBe('TN')
  expect(formatCityLine({ city: null, state: null, zip: null })).toBe('')
})
