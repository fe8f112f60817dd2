import { expect, test } from 'vitest'
import { createNameMatcher, toNameKey, toSearchText } from './name-search.ts'

const place = (name: string, state: string) => ({ names: toSearchText(name), state })

test.each([
  ['nash', 'Nashville', 'TN', 0],
  ['NASH', 'East Nashville', 'TN', 1],
  ['ville', 'Nashville', 'TN', undefined],
  ['davidson tn', 'Davidson County', 'TN', 1],
  ['tn davidson', 'Davidson County', 'TN', 1],
  ['davidson nc', 'Davidson County', 'TN', undefined],
  ['nashville tennessee', 'Nashville', 'TN', 0],
  ['nashville georgia', 'Nashville', 'TN', undefined],
  ['tn', 'Memphis', 'TN', 2],
  ['fort washington', 'Fort Washington', 'PA', 0],
  ['st louis', 'Saint Louis', 'MO', 0],
  ['st. louis', 'Saint Louis', 'MO', 0],
  ['saint louis', 'St. Louis', 'MO', 1],
  ['sain', 'Saint Louis', 'MO', 0],
  ['louis saint', 'St Louis', 'MO', 1],
  ['dona ana', 'Doña Ana', 'NM', 0],
  ['doña', 'Dona Ana', 'NM', 0],
  ["o'fallon", 'O Fallon', 'MO', 0],
  ['ofallon', "O'Fallon", 'IL', 0],
  ['', 'Anything', 'TX', 0],
  ['–', 'Anything', 'TX', 0],
] as const)('"%s" finds %s, %s with match %s', (search, name, state, match) => {
  expect(createNameMatcher(search)(place(name, state))).toBe(match)
})

test('two spellings of one name have one key', () => {
  expect(toNameKey('Saint Louis')).toBe(toNameKey('ST. LOUIS'))
  expect(toNameKey('Fort Wayne')).toBe(toNameKey('FT WAYNE'))
  expect(toNameKey('Cañon City')).toBe(toNameKey('CANON CITY'))
  expect(toNameKey('Portland')).not.toBe(toNameKey('Portlandia'))
})

test('a county is found by its full code, and fewer digits are a ZIP prefix', () => {
  const county = { names: toSearchText('Example County', '37001'), state: 'NC' }
  const zip = { names: toSearchText('37011', 'Antioch'), state: 'TN' }
  expect(createNameMatcher('37001')(county)).toBe(0)
  for (const typed of ['3', '370', '3700', '370 nc'])
    expect([typed, createNameMatcher(typed)(county)]).toEqual([typed, undefined])
  expect(createNameMatcher('370')(zip)).toBe(0)
  expect(createNameMatcher('370 antioch')(zip)).toBe(1)
})
