import { expect, test } from 'vitest'
import { streetLine, townLine } from './address.ts'

test('a street reads in mixed case, with its unit', () => {
  expect(streetLine({ address: '12 EXAMPLE AVE', unit: '4B' })).toBe('12 Example Ave, Unit 4B')
  expect(streetLine({ address: '12 EXAMPLE AVE', unit: 'APT 4' })).toBe('12 Example Ave, Apt 4')
  expect(streetLine({ address: null })).toBe('No street address')
})

test('a town says what is known of it', () => {
  expect(townLine({ city: 'NASHVILLE', state: 'TN', zip: '37209' })).toBe('Nashville, TN 37209')
  expect(townLine({ city: null, state: 'TN', zip: null })).toBe('TN')
  expect(townLine({ city: null, state: null, zip: null })).toBe('')
})
