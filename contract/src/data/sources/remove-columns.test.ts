import { expect, test } from 'vitest'
import { removeFile } from './remove-columns.ts'
import type { SourceDocument } from './source-document.ts'

const document: SourceDocument = {
  ...{ version: 1, source: 'example-county', name: 'Example County, assessor', county: { fips: '47037' } },
  files: [{ id: 'parcels' }, { id: 'owners' }, { id: 'agents' }],
  joins: [
    { file: 'owners', on: [{ column: 'PIN', equals: 'PIN' }], take: { rows: 'FIRST' } },
    { file: 'agents', on: [{ column: 'owners.AGENT', equals: 'ID' }], take: { rows: 'FIRST' } },
  ],
  key: { columns: ['PIN'] },
  property: {
    ownerNames: { columns: ['OWN1', 'owners.OWN2'] },
    mailingCity: { firstOf: [{ columns: ['agents.CITY'] }, { columns: ['CITY'] }] },
    bathrooms: { columns: ['FULL', 'owners.HALF'], transforms: [{ type: 'FULL_AND_HALF' }] },
    // Without a column the others would make other pairs.
    situsAddress: { columns: ['NUMBER', 'owners.STREET'], transforms: [{ type: 'JOIN', separator: ' ', size: 2 }] },
  },
  uses: {
    ...{ column: 'USE', refinedBy: 'owners.KIND', match: 'CODE' },
    codes: { R1: { use: 'DETACHED_HOUSE', refined: { C: 'CONDOMINIUM' } } },
  },
  loans: { loans: [{ amount: 'owners.LOAN' }, { amount: 'LOAN', lender: 'owners.LENDER' }] },
}

test('a file goes with its join, those that hang on it, and all that is read from its columns', () => {
  expect(removeFile(document, 'owners')).toEqual({
    ...{ ...document, files: [{ id: 'parcels' }], joins: [] },
    property: { ownerNames: { columns: ['OWN1'] }, mailingCity: { columns: ['CITY'] } },
    uses: { column: 'USE', match: 'CODE', codes: { R1: { use: 'DETACHED_HOUSE' } } },
    loans: { loans: [{ amount: 'LOAN' }] },
  })
  expect(removeFile(document, 'other')).toBe(document)
})

test('the first file, and the one with the parcel numbers, cannot go', () => {
  expect(removeFile(document, 'parcels')).toBeNull()
  expect(removeFile({ ...document, key: { columns: ['owners.PIN'] } }, 'owners')).toBeNull()
})

test('a file with the date of the sale takes the sale with it', () => {
  const sale = { recordedOn: { columns: ['owners.SOLD'] }, price: { columns: ['PRICE'] } }
  expect(removeFile({ ...document, sale }, 'owners')).not.toHaveProperty('sale')
  expect(removeFile({ ...document, sale }, 'agents')).toHaveProperty('sale', sale)
})
