import type { SetupTable } from '@dooryard/contract/data/sources/setup-files'
import { expect, test } from 'vitest'
import { describeReading, parseUnknown, toChoices } from './table-formats.ts'

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

test('only what differs is chosen, and an earlier choice stays when another is made', () => {
  const detected = { format: 'DELIMITED' as const, delimiter: ',' as const, headerLine: 1 }
  expect(toChoices({ ...detected, headerLine: 3 }, { detected, choices: {} })).toEqual({ headerLine: 3 })
  // After a choice, what was chosen is what was found.
  const found = { ...detected, headerLine: 3 }
  const next = { ...found, unknown: parseUnknown('NA, -9 , NA,') }
  expect(toChoices(next, { detected: found, choices: { headerLine: 3 } })).toEqual({
    ...{ headerLine: 3, unknown: ['NA', '-9'] },
  })
  const fixed = { format: 'FIXED_WIDTH' as const, fixedWidth: undefined }
  expect(toChoices(fixed, { detected, choices: { delimiter: ',' } })).toEqual({ format: 'FIXED_WIDTH' })
})
