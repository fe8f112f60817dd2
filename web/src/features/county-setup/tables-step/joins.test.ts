import type { SourceDocument, SourceJoin } from '@dooryard/contract/data/sources/source-document'
import { expect, test } from 'vitest'
import { createJoin, findJoin, hasSameKeys, removeJoin, setJoin, setMatch, setTake, toKeyColumns } from './joins.ts'

const document: SourceDocument = {
  ...{ version: 1, source: 'anytown', name: 'Anytown', county: { fips: '47037' }, key: { columns: ['APN'] } },
  files: [{ id: 'parcels' }],
}
const sales = {
  id: 'sales',
  detected: { format: 'DELIMITED' as const, delimiter: ',' as const },
  choices: { delimiter: '|' as const },
}

test('a table is joined by a column that both have', () => {
  const join = createJoin('sales', ['APN', 'SITUS'], ['SALE_DATE', 'apn'])
  expect(join).toEqual({ file: 'sales', on: [{ column: 'APN', equals: 'apn' }], take: { rows: 'FIRST' } })
  expect(createJoin('sales', ['APN'], [])).toBeUndefined()
})

test('which rows are taken can be changed, and the join taken away', () => {
  const join = createJoin('sales', ['APN'], ['APN', 'SALE_DATE'])
  if (!join) throw new Error('no join')
  const latest = setTake(join, 'LATEST', ['APN', 'SALE_DATE'])
  expect(latest.take).toEqual({ rows: 'LATEST', by: 'SALE_DATE' })
  const joined = setJoin(document, sales, latest)
  expect(joined.files).toEqual([{ id: 'parcels' }, { id: 'sales', format: 'DELIMITED', delimiter: '|' }])
  expect(findJoin(setJoin(joined, sales, setTake(latest, 'ALL', [])), 'sales')?.take).toEqual({ rows: 'ALL' })
  expect(removeJoin(joined, 'sales')).toEqual(document)
})

test('a table that is left out takes along what is read from it alone', () => {
  const join = createJoin('sales', ['APN'], ['APN', 'PRICE'])
  if (!join) throw new Error('no join')
  const joined: SourceDocument = {
    ...setJoin(document, sales, join),
    property: {
      yearBuilt: { columns: ['YR'] },
      lastSalePrice: { columns: ['sales.PRICE'], transforms: [{ type: 'NUMBER' }] },
      lastSaleDate: { firstOf: [{ columns: ['sales.DATE'] }, { columns: ['SOLD'] }] },
    },
    uses: { column: 'sales.USE', match: 'CODE', codes: {} },
  }
  expect(removeJoin(joined, 'sales')).toEqual({
    ...document,
    property: { yearBuilt: { columns: ['YR'] }, lastSaleDate: { columns: ['SOLD'] } },
  })
})

test('several columns make one key, and how keys are compared is part of what rows meet', () => {
  const join = createJoin('sales', ['MAP', 'LOT'], ['PIN'])
  if (!join) throw new Error('no join')
  expect([toKeyColumns(['MAP', 'LOT']), toKeyColumns(['MAP']), toKeyColumns([])]).toEqual([
    ['MAP', 'LOT'],
    'MAP',
    undefined,
  ])
  const loose = setMatch(join, 'PARTS')
  expect([hasSameKeys(join, setMatch(loose, 'TEXT')), hasSameKeys(join, loose)]).toEqual([true, false])
})

test('a table that loses a column of its key is left out too, and one with the parcel numbers stays', () => {
  const join = (file: string, on: SourceJoin['on']): SourceJoin => ({ file, on, take: { rows: 'FIRST' } })
  const joined: SourceDocument = {
    ...{ ...document, files: ['parcels', 'sales', 'deeds', 'lots', 'towns'].map((id) => ({ id })) },
    joins: [
      join('sales', [{ column: 'APN', equals: 'APN' }]),
      join('deeds', [{ column: ['TOWN', 'sales.LOT'], equals: ['TOWN', 'LOT'] }]),
      join('lots', [
        { column: 'TOWN', equals: 'TOWN' },
        { column: 'sales.LOT', equals: 'LOT' },
      ]),
      join('towns', [{ column: 'TOWN', equals: 'TOWN' }]),
    ],
    property: {
      yearBuilt: { columns: ['lots.YR'] },
      zoning: { columns: ['towns.ZONE'] },
      lastSaleDate: { columns: ['sales.Y', 'M', 'D'], transforms: [{ type: 'YEAR_MONTH_DAY', hasDay: true }] },
    },
  }
  expect(removeJoin(joined, 'sales')).toEqual({
    ...{ ...document, files: [{ id: 'parcels' }, { id: 'towns' }] },
    joins: [join('towns', [{ column: 'TOWN', equals: 'TOWN' }])],
    property: { zoning: { columns: ['towns.ZONE'] } },
  })
  expect(removeJoin({ ...joined, key: { columns: ['sales.APN'] } }, 'sales')).toBeNull()
})
