import { expect, test } from 'vitest'
import { givenNames } from '../../derive/names/given-names.ts'
import { surnames } from '../../derive/names/surnames.ts'
import { getCountry } from '../../places/country.ts'
import { lenders } from '../names.ts'
import { companyWords, familyWords, placeWords, streetWords } from './coined-words.ts'

const lists = { streetWords, familyWords, companyWords, placeWords }
const all = Object.values(lists).flat()

test('no coined word is the name of a real person, town or county', () => {
  const { zips, counties } = getCountry()
  const places = [...zips.values()].map(({ city }) => city).concat([...counties.values()].map(({ name }) => name))
  const real = new Set([...surnames, ...givenNames, ...places.flatMap((name) => [name, ...name.split(/\W+/)])])
  const known = new Set([...real].map((name) => name.toUpperCase().replaceAll(' ', '')))
  const lenderWords = lenders.map(({ lender }) => lender.replace('FIRST ', '').split(' ')[0] ?? '')
  expect([...all, ...lenderWords].filter((word) => known.has(word))).toEqual([])
})

test('there are hundreds of names, none of them twice, and all can be pronounced', () => {
  expect(new Set(all).size).toBe(all.length)
  expect(streetWords.length).toBeGreaterThan(1000)
  expect(familyWords.length).toBeGreaterThan(500)
  expect(companyWords.length).toBeGreaterThan(100)
  expect(all.filter((word) => /([A-Z])\1\1|[^AEIOUY]{5}/.test(word) || !/^[A-Z]{5,14}$/.test(word))).toEqual([])
})
