import { expect, test } from 'vitest'
import { formatColumn } from './dataset-formats.ts'

test.each([
  ['situsAddress', 'Street address'],
  ['sale.deedType', 'Deed'],
  ['lat', 'Latitude'],
  ['countyFips', 'County FIPS'],
])('the column %s is shown as %s', (name, words) => expect(formatColumn(name)).toBe(words))
