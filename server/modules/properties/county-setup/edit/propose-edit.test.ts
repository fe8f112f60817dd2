import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { expect, test } from 'vitest'
import { proposeEdit } from './propose-edit.ts'

const document = {
  ...{ version: 1, source: 'anytown', name: 'Anytown, assessor', county: { fips: '47037' } },
  files: [{ id: 'parcels' }, { id: 'buildings' }],
  joins: [{ file: 'buildings', on: [{ column: 'PARCEL_ID', equals: 'PARCEL_ID' }], take: { rows: 'FIRST' } }],
  key: { columns: ['PARCEL_ID'] },
  property: { situsAddress: { columns: ['SITUS'] }, yearBuilt: { columns: ['buildings.BUILT'] } },
  uses: { column: 'LAND_USE', match: 'CODE', codes: {} },
} as SourceDocument

const found = {
  document: null,
  refusal: null,
  main: null,
  schema: null,
  fields: [],
  joins: [],
  unjoined: [],
  uses: null,
  unplaced: [],
}

const propose = (parcels: string[], buildings: string[]) => {
  const tables = [
    { id: 'parcels', sample: { header: parcels, file: {} } },
    { id: 'buildings', sample: { header: buildings, file: {} } },
  ]
  return proposeEdit({ document, renamed: {} }, found, { tables, unused: [], name: null, countyFips: null })
}

test('a lost column of the use codes or of a join is named with what takes its place, as those of fields are', () => {
  const { lost, document: edited } = propose(['PARCEL_ID', 'SITUS', 'LANDUSE'], ['PARCELID', 'BUILT'])
  expect(lost).toEqual([
    {
      ...{ place: 'USES', fileId: null, column: 'LAND_USE', renamedTo: 'LANDUSE' },
      doubt: 'The file no longer has the column LAND_USE. LANDUSE is probably its new name.',
    },
    {
      ...{ place: 'JOIN', fileId: 'buildings', column: 'buildings.PARCEL_ID', renamedTo: 'buildings.PARCELID' },
      doubt: 'The file no longer has the column buildings.PARCEL_ID. buildings.PARCELID is probably its new name.',
    },
  ])
  expect(edited).toMatchObject({ uses: { column: 'LANDUSE' }, joins: [{ on: [{ equals: 'PARCELID' }] }] })
  const gone = propose(['PARCEL_ID', 'SITUS'], ['PARCEL_ID', 'BUILT'])
  expect(gone.lost).toMatchObject([
    { column: 'LAND_USE', renamedTo: null, doubt: expect.stringMatching(/Choose another column, or none\.$/) },
  ])
  expect(propose(['PARCEL_ID', 'SITUS', 'LAND_USE'], ['PARCEL_ID', 'BUILT']).lost).toEqual([])
})
