import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { expect, test } from 'vitest'
import {
  findOpenRow,
  getFieldSource,
  listFieldRows,
  type ProposedField,
  setFieldSource,
  toConfirmation,
  toFieldBlocks,
} from './field-rows.ts'

const document: SourceDocument = {
  version: 1,
  source: 'anytown',
  name: 'Anytown',
  county: { fips: '47037' },
  files: [{ id: 'roll' }],
  key: { columns: ['PARCEL'] },
  property: { situsAddress: { columns: ['SITUS'] }, yearBuilt: { columns: ['YR'] } },
}
const proposed: ProposedField[] = [
  { id: 'key', source: { columns: ['PARCEL'] }, confidence: 1, doubt: null },
  {
    id: 'property.situsAddress',
    source: { columns: ['SITUS'] },
    confidence: 0.5,
    doubt: 'It may be the mailing address.',
  },
]

const columns = ['PARCEL', 'SITUS', 'YR', 'ADDR', 'PRICE', 'FIPS']

const titles = (of: SourceDocument, confirmed = new Set<string>()) =>
  toFieldBlocks(listFieldRows(of, { proposed, confirmed, columns })).map(({ title, rows }) => [
    title,
    rows.map(({ id }) => id),
  ])

test('fields to check stand at the top, those without a column at the end', () => {
  const blocks = titles(document)
  expect(blocks.slice(0, 3)).toEqual([
    ['Check these', ['property.situsAddress']],
    ['Required', ['key', 'county']],
    ['Building and use', ['property.yearBuilt']],
  ])
  expect(blocks.at(-2)?.[0]).toBe('Without a column')
  expect(blocks.at(-2)?.[1]).not.toContain('sale.price')
  expect(blocks.at(-1)).toEqual(['Sale in each row', expect.arrayContaining(['sale.recordedOn', 'sale.price'])])
})

test('the field that is edited stays open when it is no longer one to check', () => {
  const toBlocks = (of: SourceDocument) => toFieldBlocks(listFieldRows(of, { proposed, confirmed: new Set(), columns }))
  const openId = findOpenRow(toBlocks(document), undefined)?.id
  expect(openId).toBe('property.situsAddress')
  const edited = toBlocks(setFieldSource(document, 'property.situsAddress', { columns: ['ADDR'] }))
  expect(edited[0]?.key).toBe('REQUIRED')
  expect(findOpenRow(edited, openId)?.source).toEqual({ columns: ['ADDR'] })
})

test('a field is no longer one to check once it is confirmed or has another column', () => {
  const confirmed = new Set([toConfirmation('property.situsAddress', { columns: ['SITUS'] })])
  expect(titles(document, confirmed)[0]?.[0]).toBe('Required')
  expect(titles(setFieldSource(document, 'property.situsAddress', { columns: ['ADDR'] }))[0]?.[0]).toBe('Required')
})

test('fields are changed in place, and the parcel number is never without a column', () => {
  const sold = setFieldSource(document, 'sale.price', { columns: ['PRICE'] })
  expect(getFieldSource(sold, 'sale.price')).toEqual({ columns: ['PRICE'] })
  expect(titles(sold).map(([title]) => title)).toContain('Sale in each row')
  expect(setFieldSource(document, 'property.yearBuilt', undefined).property).toEqual({
    situsAddress: { columns: ['SITUS'] },
  })
  expect(setFieldSource(document, 'key', undefined).key).toEqual({ columns: ['PARCEL'] })
  expect(setFieldSource(document, 'county', { columns: ['FIPS'] }).county).toEqual({
    of: { columns: ['FIPS'] },
    otherwise: '47037',
  })
})

test('a field whose column a later file may have stands among those without a column, and is kept', () => {
  const ours = {
    ...document,
    hasOptionalColumns: true,
    property: { ...document.property, units: { columns: ['UNITS'] } },
  }
  const empty = (of: SourceDocument) => Object.fromEntries(titles(of))['Without a column']
  expect(empty(ours)).toContain('property.units')
  expect(empty({ ...ours, hasOptionalColumns: false })).not.toContain('property.units')
})
