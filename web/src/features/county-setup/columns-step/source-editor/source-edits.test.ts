import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { expect, test } from 'vitest'
import {
  describeSource,
  isDocumentIncomplete,
  isIncomplete,
  listColumns,
  setColumnAt,
  setColumns,
  setMode,
} from './source-edits.ts'

const address = { columns: ['ADDR1', 'ADDR2'], transforms: [{ type: 'JOIN' as const, separator: ', ' }] }

test('a source is shown by its columns', () => {
  expect(describeSource(address)).toBe('ADDR1 + ADDR2')
  expect(describeSource({ firstOf: [{ columns: ['PRICE'] }, { columns: ['VALUE'] }] })).toBe('PRICE, else VALUE')
  expect(describeSource({ constant: 'TN' })).toBe('“TN”')
  expect(listColumns({ firstOf: [address, { columns: ['ADDR1'] }] })).toEqual(['ADDR1', 'ADDR2'])
})

test('transforms of several columns go with the second column, the others stay', () => {
  expect(setColumns(address, ['ADDR1'])).toEqual({ columns: ['ADDR1'] })
  expect(setColumns(address, ['ADDR2', 'ADDR1'])).toEqual({ ...address, columns: ['ADDR2', 'ADDR1'] })
  expect(setColumns(address, [])).toBeUndefined()
})

test('another column in place of the only one keeps its unit and format', () => {
  const acres = { columns: ['ACRES'], transforms: [{ type: 'NUMBER' as const, unit: 'ACRE' as const }] }
  expect(setColumnAt(acres, 0, 'CALC_ACREA')).toEqual({ ...acres, columns: ['CALC_ACREA'] })
  expect(setColumnAt(address, 1, 'ADDR3')).toEqual({ ...address, columns: ['ADDR1', 'ADDR3'] })
  expect(setColumnAt(address, 2, 'ADDR3')).toEqual({ ...address, columns: ['ADDR1', 'ADDR2', 'ADDR3'] })
  expect(setColumnAt(undefined, 0, 'ACRES')).toEqual({ columns: ['ACRES'] })
})

test('another way to get a value keeps the columns chosen before', () => {
  const several = setMode(address, 'FIRST_OF', 'SITUS')
  expect(several).toEqual({ firstOf: [address, { columns: ['SITUS'] }] })
  expect(setMode(several, 'COLUMNS', 'SITUS')).toEqual(address)
  expect(setMode(undefined, 'COLUMNS', 'SITUS')).toEqual({ columns: ['SITUS'] })
})

test('the same value for all rows is incomplete until it is entered', () => {
  const empty = setMode(address, 'CONSTANT', 'SITUS')
  expect([empty, { constant: ' ' }, { firstOf: [address, empty] }].map(isIncomplete)).toEqual([true, true, true])
  expect([address, { constant: 'TN' }, { constant: false }, undefined].map(isIncomplete)).not.toContain(true)
  const document: SourceDocument = {
    ...{ version: 1, source: 'anytown', name: 'Anytown', county: { fips: '56009' }, files: [{ id: 'roll' }] },
    key: { columns: ['APN'] },
  }
  const incomplete = [
    { ...document, county: { of: empty } },
    { ...document, property: { yearBuilt: address, zoning: empty } },
    { ...document, sale: { price: empty } },
  ]
  expect([...incomplete, document].map(isDocumentIncomplete)).toEqual([true, true, true, false])
})
