import { expect, test } from 'vitest'
import { getCountyName } from './county-names.ts'

test('a county has the term that its state uses', () => {
  expect(getCountyName('47037')).toBe('Davidson County, TN')
  expect(getCountyName('22071')).toBe('Orleans Parish, LA')
  expect(getCountyName('51510')).toBe('Alexandria, VA')
  expect(getCountyName('24510')).toBe('Baltimore, MD')
  expect(getCountyName('24005')).toBe('Baltimore County, MD')
  expect(getCountyName('09001')).toBe('Fairfield County, CT')
  expect(getCountyName('09190')).toBe('Western Connecticut Region, CT')
  expect(getCountyName('99999')).toBe('County 99999')
})

test('a former county keeps its name', () => {
  expect(getCountyName('46113')).toBe('Shannon County, SD')
  expect(getCountyName('02261')).toBe('Valdez-Cordova, AK')
  expect(getCountyName('02063')).toBe('Chugach, AK')
})
