import type { SetupTable } from '@dooryard/contract/data/sources/setup-files'
import { expect, test } from 'vitest'
import { describeReading } from './table-formats.ts'

const table: SetupTable = {
  ...{ id: 'roll', fileId: 'roll', name: '', isUsed: true, isMain: true, isReading: false, columns: ['APN', 'SITUS'] },
  detected: { format: 'DELIMITED', delimiter: ',', encoding: 'utf-8', headerLine: 1 },
  choices: {},
  ...{ geometry: null, crsName: null, rowCount: 10738, doubts: [], message: null },
}

test('how a table is read is said in a line, with what was chosen instead', () => {
  expect(describeReading(table)).toBe('Delimited text, comma, UTF-8, header on line 1, 2 columns, 10,738 rows')
  expect(describeReading({ ...table, choices: { delimiter: '|', headerLine: 0 }, rowCount: null })).toBe(
    'Delimited text, pipe, UTF-8, no header, 2 columns',
  )
  const shapes = { ...table, detected: { format: 'SHAPEFILE' as const }, geometry: 'POLYGON' as const }
  expect(describeReading({ ...shapes, crsName: 'NAD83 / Tennessee' })).toContain(
    'Shapefile, outlines, NAD83 / Tennessee',
  )
  expect(describeReading(shapes)).toContain('unknown coordinate system')
})
