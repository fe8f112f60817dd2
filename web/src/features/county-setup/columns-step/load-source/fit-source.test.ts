import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { expect, test } from 'vitest'
import { fitSource, parseJson } from './fit-source.ts'

const current: SourceDocument = {
  ...{ version: 1, source: 'anytown', name: 'Anytown', county: { fips: '47037' }, key: { columns: ['APN'] } },
  files: [{ id: 'main' }, { id: 'history' }],
}

const buildTable = (id: string, detected = {}) => ({ id, isUsed: true, detected, choices: {} })
const tables = [buildTable('main'), buildTable('history')]

test('an exported source fits the files of another setup', () => {
  const exported: SourceDocument = {
    ...current,
    files: [{ id: 'parcels', delimiter: '|' }, { id: 'sales' }],
    joins: [{ file: 'sales', on: [{ column: 'APN', equals: 'PARCEL' }], take: { rows: 'FIRST' } }],
    property: { lastSalePrice: { firstOf: [{ columns: ['sales.PRICE'] }, { columns: ['No. of.units'] }] } },
  }
  expect(fitSource(exported, current, tables)).toMatchObject({
    document: {
      files: [{ id: 'main', delimiter: '|' }, { id: 'history' }],
      joins: [{ file: 'history' }],
      property: { lastSalePrice: { firstOf: [{ columns: ['history.PRICE'] }, { columns: ['No. of.units'] }] } },
    },
  })
})

test('a source of the same county stays the one of its dataset, which a newer file updates', () => {
  const saved = { ...current, source: 'davidson-county', name: 'Davidson County', publisher: 'The assessor' }
  expect(fitSource(saved, current, tables)).toMatchObject({
    document: { source: 'davidson-county', name: 'Davidson County', publisher: 'The assessor' },
  })
  const named = { ...current, county: { of: { columns: ['CNTY'] }, otherwise: '47037' } }
  expect(fitSource(saved, named, tables)).toMatchObject({
    document: { source: 'davidson-county', county: named.county },
  })
  expect(fitSource({ ...saved, county: { of: { columns: ['CNTY'] } } }, current, tables)).toMatchObject({
    document: { source: 'anytown', county: current.county },
  })
})

test('a source of another county is a template: county, name and id stay, and columns are renamed everywhere', () => {
  const template: SourceDocument = {
    ...{ version: 1, source: 'elsewhere', name: 'Elsewhere', county: { fips: '47149' }, publisher: 'Elsewhere' },
    ...{
      key: { columns: ['APN'] },
      files: [{ id: 'parcels', table: 'parcels.csv', crs: 'EPSG:2236', unknown: ['NA'] }, { id: 'main' }],
    },
    joins: [{ file: 'main', on: [{ column: 'APN', equals: 'PIN' }], take: { rows: 'FIRST' } }],
    uses: { column: 'USE', refinedBy: 'main.STYLE', match: 'CODE', codes: {} },
    loans: { loans: [{ amount: 'main.LOAN' }], count: 'main.LOANS' },
  }
  const own = { ...current, files: [{ id: 'roll' }], source: 'own', name: 'Own' }
  const found = [buildTable('other'), buildTable('roll', { delimiter: ';' })]
  const read = fitSource(template, own, found)
  expect(read).toEqual({
    document: {
      ...{ version: 1, source: 'own', name: 'Own', county: { fips: '47037' }, key: { columns: ['APN'] } },
      files: [{ id: 'roll', delimiter: ';', unknown: ['NA'] }, { id: 'other' }],
      joins: [{ file: 'other', on: [{ column: 'APN', equals: 'PIN' }], take: { rows: 'FIRST' } }],
      uses: { column: 'USE', refinedBy: 'other.STYLE', match: 'CODE', codes: {} },
      loans: { loans: [{ amount: 'other.LOAN' }], count: 'other.LOANS' },
    },
  })
})

test('a file of the source with the id of a table is that table', () => {
  const template: SourceDocument = {
    ...current,
    files: [{ id: 'roll' }, { id: 'main' }],
    joins: [{ file: 'main', on: [{ column: 'APN', equals: 'PIN' }], take: { rows: 'FIRST' } }],
  }
  expect(fitSource(template, current, tables)).toMatchObject({
    document: { files: [{ id: 'history' }, { id: 'main' }], joins: [{ file: 'main' }] },
  })
})

test.each([
  ['<html>', 'This file is not a source: it is not a JSON object.'],
  ['{"version":1}', 'This file is not a source: source:'],
  [
    JSON.stringify({ ...current, files: ['a', 'b', 'c'].map((id) => ({ id })) }),
    'This source reads 3 files, and the setup has 2. Add the others first.',
  ],
])('a file that cannot be used says why: %s', (text, problem) =>
  expect(fitSource(parseJson(text), current, tables)).toEqual({ problem: expect.stringContaining(problem) }),
)
