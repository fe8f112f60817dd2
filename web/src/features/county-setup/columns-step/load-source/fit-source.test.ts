import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { expect, test } from 'vitest'
import { fitSource, parseJson } from './fit-source.ts'

const current: SourceDocument = {
  ...{ version: 1, source: 'anytown', name: 'Anytown', county: { fips: '47037' }, key: { columns: ['APN'] } },
  files: [{ id: 'main' }, { id: 'history' }],
}

test('an exported source fits the files of another setup', () => {
  const exported: SourceDocument = {
    ...current,
    files: [{ id: 'parcels', delimiter: '|' }, { id: 'sales' }],
    joins: [{ file: 'sales', on: [{ column: 'APN', equals: 'PARCEL' }], take: { rows: 'FIRST' } }],
    property: { lastSalePrice: { firstOf: [{ columns: ['sales.PRICE'] }, { columns: ['No. of.units'] }] } },
  }
  expect(fitSource(exported, current)).toMatchObject({
    document: {
      files: [{ id: 'main', delimiter: '|' }, { id: 'history' }],
      joins: [{ file: 'history' }],
      property: { lastSalePrice: { firstOf: [{ columns: ['history.PRICE'] }, { columns: ['No. of.units'] }] } },
    },
  })
})

test.each([
  ['<html>', 'This file is no source: it is no JSON object.'],
  ['{"version":1}', 'This file is no source: source:'],
  [
    JSON.stringify({ ...current, files: ['a', 'b', 'c'].map((id) => ({ id })) }),
    'This source reads 3 files, and the setup has 2. Add the others first.',
  ],
])('a file that cannot be used says why: %s', (text, problem) =>
  expect(fitSource(parseJson(text), current)).toEqual({ problem: expect.stringContaining(problem) }),
)
