import { expect, test } from 'vitest'
import { makeDocument } from '../compile/read-field.fixture.ts'
import { countUses } from './count-uses.ts'

const rows = [...Array(7).fill(['1', '001', 'HOUSE']), ...Array(2).fill(['2', '9902', 'SHED']), ['3', '', '']]
const tables = [{ id: 'roll', header: ['PIN', 'DOR_UC', 'WORDS'], rows }]
const today = '2026-11-20'
const count = (uses: object, further?: { code: string; description: null; rows: number }[]) =>
  countUses(
    makeDocument({ property: { useDescription: { columns: ['WORDS'] } }, uses: { match: 'CODE', codes: {}, ...uses } }),
    tables,
    { today, ...(further && { further }) },
  )

test('codes are what the list, the matching and the document make of them, unmapped ones first', () => {
  expect(count({ column: 'DOR_UC' })).toMatchObject({ rows: 9, mappedRows: 0 })
  expect(count({ column: 'WORDS', list: 'dooryard' })).toMatchObject({ mappedRows: 0 })
  const state = count({ column: 'DOR_UC', list: 'florida-dor' })
  expect(state.mappedRows).toBe(7)
  const own = count({ column: 'DOR_UC', codes: { '001': { use: 'DETACHED_HOUSE' } } })
  expect(own).toEqual({
    codes: [
      { code: '9902', description: 'SHED', rows: 2, use: null },
      { code: '001', description: 'HOUSE', rows: 7, use: 'DETACHED_HOUSE' },
    ],
    ...{ rows: 9, mappedRows: 7, isWhole: false, unlisted: { codes: 0, rows: 0 } },
  })
  const begins = count({ column: 'DOR_UC', match: 'PREFIX', codes: { '99': { use: 'FARM' } } })
  expect(begins).toMatchObject({
    mappedRows: 2,
    codes: [
      { code: '001', use: null },
      { code: '9902', use: 'FARM' },
    ],
  })
})

test('another column has its own codes, and the check’s further ones are listed without being counted', () => {
  expect(count({ column: 'WORDS' }).codes.map(({ code }) => code)).toEqual(['HOUSE', 'SHED'])
  const { codes, rows: counted } = count({ column: 'WORDS' }, [{ code: 'BARN', description: null, rows: 40 }])
  expect(codes[0]).toMatchObject({ code: 'BARN', rows: 40, use: null })
  expect(counted).toBe(9)
})

test('once a check has counted all rows, its codes are listed in place of those of the samples', () => {
  const whole = [
    { code: '001', description: 'HOUSE', rows: 700 },
    { code: '9903', description: null, rows: 20 },
  ]
  const document = makeDocument({
    property: { useCode: { columns: ['DOR_UC'] } },
    uses: { column: 'DOR_UC', match: 'CODE', codes: { '001': { use: 'DETACHED_HOUSE' } } },
  })
  const totals = { codes: 2, rows: 720 }
  expect(countUses(document, tables, { today, whole: { codes: whole, totals } })).toEqual({
    codes: [
      { code: '9903', description: null, rows: 20, use: null },
      { code: '001', description: 'HOUSE', rows: 700, use: 'DETACHED_HOUSE' },
    ],
    ...{ rows: 720, mappedRows: 700, isWhole: true, unlisted: { codes: 0, rows: 0 } },
  })
  // The check lists the most frequent codes alone.
  const many = { codes: whole, totals: { codes: 5_002, rows: 9_720 } }
  expect(countUses(document, tables, { today, whole: many })).toMatchObject({
    ...{ rows: 9_720, mappedRows: 700, unlisted: { codes: 5_000, rows: 9_000 } },
  })
})
