import { expect, test } from 'vitest'
import { setFieldSource } from '../columns-step/field-rows.ts'
import { applyUses, listColumnNames, setUses } from './use-rows.ts'

const codes = [
  { code: '9901', description: 'Ranch shed' },
  { code: '9902', description: null },
]
const uses = { column: 'DOR_UC', match: 'CODE' as const, codes: {} }
const source = {
  ...{ version: 1 as const, source: 'example-county', name: 'Example County', county: { fips: '12011' } },
  ...{ files: [{ id: 'roll' }, { id: 'land' }], key: { columns: ['PIN'] } },
}

test('a property type is set for several codes at once and taken back', () => {
  const set = setUses(uses, codes, 'FARM')
  expect(set.codes).toEqual({ '9901': { use: 'FARM', description: 'Ranch shed' }, '9902': { use: 'FARM' } })
  expect(setUses(set, codes.slice(1), undefined).codes).not.toHaveProperty('9902')
})

test('words in another case are the same entry', () => {
  const words = { ...uses, match: 'WORDS' as const, codes: { 'ONE FAMILY': { use: 'SINGLE_FAMILY' as const } } }
  const one = [{ code: 'One  family', description: null }]
  expect(setUses(words, one, 'FARM').codes).toEqual({ 'One  family': { use: 'FARM' } })
  expect(setUses(words, one, undefined).codes).toEqual({})
})

test('property types follow the use code to its column, unless they are read from another', () => {
  const created = setFieldSource(source, 'property.useCode', { columns: ['CLASS'] })
  expect(created.uses).toEqual({ column: 'CLASS', match: 'CODE', codes: {} })
  const moved = setFieldSource(created, 'property.useCode', { columns: ['land.USE'] })
  expect(moved.uses).toMatchObject({ column: 'land.USE' })
  const apart = setFieldSource({ ...moved, uses }, 'property.useCode', { columns: ['CLASS'] })
  expect(apart.uses).toEqual(uses)
})

test('columns of joined tables are named after their file, and facts of an outline are no codes', () => {
  const tables = [
    { id: 'land', columns: ['USE'] },
    { id: 'roll', columns: ['PIN', 'CLASS', '@lat'] },
  ] as Parameters<typeof listColumnNames>[0]['tables'] // what is read of them
  expect(listColumnNames({ tables }, source)).toEqual(['PIN', 'CLASS', 'land.USE'])
})

test('the share of rows with a property type follows what was just set', () => {
  const counted = {
    ...{ rows: 100, mappedRows: 60, isWhole: true, unlisted: { codes: 0, rows: 0 } },
    codes: [
      { code: '9901', description: null, rows: 30, use: null },
      { code: '0100', description: null, rows: 60, use: 'SINGLE_FAMILY' as const },
    ],
  }
  const set = setUses(uses, counted.codes.slice(0, 1), 'FARM')
  expect(applyUses(counted, set)).toMatchObject({ mappedRows: 90, codes: [{ use: 'FARM' }, { use: 'SINGLE_FAMILY' }] })
})
