import { expect, test } from 'vitest'
import { describeSource, listColumns, setColumns, setMode } from './source-edits.ts'

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
  const dated = { columns: ['SOLD'], transforms: [{ type: 'FISCAL_YEAR' as const }] }
  expect(setColumns(dated, ['SALEYR'])).toEqual({ ...dated, columns: ['SALEYR'] })
})

test('another way to get a value keeps the columns chosen before', () => {
  const several = setMode(address, 'FIRST_OF', 'SITUS')
  expect(several).toEqual({ firstOf: [address, { columns: ['SITUS'] }] })
  expect(setMode(several, 'COLUMNS', 'SITUS')).toEqual(address)
  expect(setMode(undefined, 'COLUMNS', 'SITUS')).toEqual({ columns: ['SITUS'] })
})
