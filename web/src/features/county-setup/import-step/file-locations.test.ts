import { expect, test } from 'vitest'
import { suggestPattern } from './file-locations.ts'

test.each([
  ['davidson/parcels-2025-11.csv', 'davidson/parcels-*.csv'],
  ['parcels_20251130.zip', 'parcels_*.zip'],
  ['2025/roll.csv', undefined],
  ['roll_2025.csv', 'roll_*.csv'],
  ['parcels-*.csv', undefined],
  ['parcels.csv', undefined],
  ['https://data.example.gov/parcels-2025.csv', undefined],
])('a file of the import folder with a date in its name gets a pattern: %s', (location, pattern) =>
  expect(suggestPattern([location])).toBe(pattern),
)
