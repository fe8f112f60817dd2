import { expect, test } from 'vitest'
import { listEquivalentCounties } from './county-vintages.ts'

test.each([
  ['a county that never changed', '47037', ['47037']],
  ['Fairfield County', '09001', ['09001', '09120', '09140', '09190']],
  ['the Capitol Region', '09110', ['09110', '09003', '09013']],
  ['Valdez-Cordova', '02261', ['02261', '02063', '02066']],
  ['Chugach', '02063', ['02063', '02261']],
  ['Oglala Lakota, once Shannon', '46102', ['46102', '46113']],
  ['Shannon', '46113', ['46113', '46102']],
  ['Bedford County, which took in its city', '51019', ['51019', '51515']],
])('a search for %s includes every code that a roll may use for it', (_, fips, codes) => {
  expect(listEquivalentCounties(fips)).toEqual(codes)
})
