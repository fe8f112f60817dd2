import { expect, test } from 'vitest'
import { findUnpackedFolder, listLocations, type SetupFiles, suggestPattern } from './file-locations.ts'

type Table = { id: string; name: string; format?: 'SHAPEFILE' | 'XLSX' }

/** Tables of one file, as they are read from a folder that was added as a whole or from another file. */
const makeSetup = (
  tables: Table[],
  file: object = { origin: 'FOLDER', location: 'davidson', fileName: 'davidson.zip' },
) =>
  ({
    files: [{ id: 'one', ...file }],
    tables: tables.map(({ id, name, format = 'DELIMITED' }) => ({
      id,
      name,
      fileId: 'one',
      detected: { format },
      choices: {},
    })),
  }) as unknown as SetupFiles

test('of a folder that was added as a whole each table is refreshed from its own file', () => {
  const tables: Table[] = [
    { id: 'parcels', name: 'roll/parcels.csv' },
    { id: 'sales', name: 'sales.xlsx/Sheet 1', format: 'XLSX' },
  ]
  expect(listLocations(makeSetup(tables))).toEqual([
    { file: 'parcels', location: 'davidson/roll/parcels.csv' },
    { file: 'sales', location: 'davidson/sales.xlsx' },
  ])
  expect(listLocations(makeSetup([{ id: 'parcels', name: '' }]))).toEqual([{ file: 'parcels', location: 'davidson/*' }])
  const shapefile = makeSetup([{ id: 'parcels', name: 'parcels', format: 'SHAPEFILE' }])
  expect([listLocations(shapefile), findUnpackedFolder(shapefile)]).toEqual([[], 'davidson'])
})

test('a table that an edit adds from a file that is refreshed gets the location of that file, others none', () => {
  const tables = [
    { id: 'parcels', name: 'parcels.csv' },
    { id: 'buildings', name: 'buildings.csv' },
  ]
  const planned = [{ file: 'parcels', location: 'county.zip' }]
  const stored = { origin: 'DATASET', location: null, fileName: 'county.zip' }
  expect(listLocations(makeSetup(tables, stored), planned)).toEqual([
    { file: 'parcels', location: 'county.zip' },
    { file: 'buildings', location: 'county.zip' },
  ])
  expect(listLocations(makeSetup(tables, stored))).toEqual([])
})

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
