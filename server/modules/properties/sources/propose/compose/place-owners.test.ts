import { expect, test } from 'vitest'
import { getSources, propose } from '../measure/made-up-tables.fixture.ts'

test('owners are read from all their columns, and from the taxpayer where they are mostly empty', () => {
  const both = propose('PARCEL|OWNER1|OWNER2', (row) => [
    `12-${row + 1000}`,
    'TESTWELL AVERY',
    row % 2 ? 'SAMPLETON LEE' : '',
  ])
  expect(getSources(both)['ownerNames']).toEqual({ columns: ['OWNER1', 'OWNER2'] })
  const pairs = 'OWN1_LAST|OWN1_FRST|OWN2_LAST|OWN2_FRST'
  const names = (row: number) => ['TESTWELL', 'AVERY', ...(row % 2 ? ['SAMPLETON', 'LEE'] : ['', ''])]
  expect(getSources(propose(`PARCEL|${pairs}`, (row) => [`12-${row + 1000}`, ...names(row)]))['ownerNames']).toEqual({
    columns: pairs.split('|'),
    transforms: [{ type: 'JOIN', separator: ' ', size: 2 }],
  })
  const taxpayer = propose('PARCEL|OWNER_NAME|TAXPAYER_NAME', (row) => [
    `12-${row + 1000}`,
    row % 20 ? '' : 'TESTWELL AVERY',
    'SAMPLETON LEE',
  ])
  expect(getSources(taxpayer)['ownerNames']).toEqual({
    firstOf: [{ columns: ['OWNER_NAME'] }, { columns: ['TAXPAYER_NAME'] }],
  })
})
