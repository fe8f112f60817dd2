import { expect, test } from 'vitest'
import { getMappedShare, listUseRows, setUses } from './use-rows.ts'

const codes = [
  { code: '0100', description: 'Single Family', rows: 90, use: 'SINGLE_FAMILY' as const },
  { code: '9901', description: 'Ranch shed', rows: 4, use: null },
  { code: '9902', description: null, rows: 6, use: null },
]
const uses = { column: 'DOR_UC', match: 'CODE' as const, codes: {} }

test('codes without a property type come first, the most frequent before', () => {
  expect(listUseRows(codes, uses).map(({ code }) => code)).toEqual(['9902', '9901', '0100'])
  expect(getMappedShare(listUseRows(codes, uses))).toBe(0.9)
})

test('a property type is set for several codes at once and taken back', () => {
  const set = setUses(uses, codes.slice(1), 'FARM')
  expect(set.codes).toEqual({ '9901': { use: 'FARM', description: 'Ranch shed' }, '9902': { use: 'FARM' } })
  expect(getMappedShare(listUseRows(codes, set))).toBe(1)
  expect(listUseRows(codes, set).find(({ code }) => code === '9901')).toMatchObject({ use: 'FARM', isOwn: true })
  expect(setUses(set, codes.slice(2), undefined).codes).not.toHaveProperty('9902')
})
