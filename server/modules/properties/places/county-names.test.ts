import { expect, test } from 'vitest'
import { countyName } from './county-names.ts'

test('a county is called what its state calls it', () => {
  expect(countyName('47037')).toBe('Davidson County, TN')
  expect(countyName('22071')).toBe('Orleans Parish, LA')
  expect(countyName('51510')).toBe('Alexandria, VA')
  expect(countyName('24510')).toBe('Baltimore, MD')
  expect(countyName('24005')).toBe('Baltimore County, MD')
  expect(countyName('09001')).toBe('Fairfield County, CT')
  expect(countyName('09190')).toBe('Western Connecticut Region, CT')
  expect(countyName('99999')).toBe('County 99999')
})

test('a county that is no more keeps its name', () => {
  expect(countyName('46113')).toBe('Shannon County, SD')
  expect(countyName('02261')).toBe('Valdez-Cordova, AK')
  expect(countyName('02063')).toBe('Chugach, AK')
})
