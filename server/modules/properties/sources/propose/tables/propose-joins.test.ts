import { expect, test } from 'vitest'
import { compileSource } from '../../compile/compile-source.ts'
import { context, makeRows, street, toTable } from '../measure/made-up-tables.fixture.ts'
import { proposeSource } from '../propose-source.ts'
import { describeProposal } from '../shell/describe-proposal.ts'

const parcels = toTable(
  'PARCEL_ID|OWNER|SITE_ADDR',
  makeRows((row) => [`12-${row + 1000}`, 'TESTWELL AVERY', street(row)]),
)
const buildings = toTable(
  'PID|YEAR_BUILT|BEDROOMS',
  makeRows((row) => [`12-${row + 1000}`, '1985', '3']),
)
const sales = toTable(
  'PARCEL_ID|SALE_DATE|SALE_PRICE',
  makeRows((row) => [`12-${1000 + (row % 60)}`, `2015-05-${10 + (row % 18)}`, '120000']),
)
const proposeAll = () =>
  proposeSource(
    [buildings, sales, parcels].map((sample, at) => ({
      id: ['buildings', 'sales', 'parcels'][at] ?? '',
      fileName: 'x.csv',
      sample,
    })),
    context,
  )

test('the table with owners and addresses is the main one, and others are joined by values that meet', () => {
  const { document, joins } = proposeAll()
  expect(document?.files.map(({ id }) => id)).toEqual(['parcels', 'buildings', 'sales'])
  expect(joins).toMatchObject([
    {
      join: { file: 'buildings', on: [{ column: 'PARCEL_ID', equals: 'PID' }], take: { rows: 'FIRST' } },
      matched: 1,
    },
    { join: { file: 'sales', take: { rows: 'LATEST', by: 'SALE_DATE' } }, isUnique: false, matched: 0.5 },
  ])
})

test('the parcels stay the main table where all owners are in a second file', () => {
  const owners = toTable(
    'PARCEL_ID|OWNER_NAME|MAIL_ADDR|MAIL_CITY|MAIL_STATE|MAIL_ZIP|SALE_PRICE',
    makeRows((row) => {
      const mail = [street(row), 'FERNDALE', 'OH', '44101']
      return [`12-${row + 1000}`, `TESTWELL ${row % 30}A`, ...mail, '90000']
    }),
  )
  const land = toTable(
    'PARCEL_ID|SITE_ADDR|LAND_VALUE',
    makeRows((row) => [`12-${row + 1000}`, street(row), String(20_000 + row)]),
  )
  const inputs = [owners, land].map((sample, at) => {
    const id = ['owners', 'parcels'][at] ?? ''
    return { id, fileName: 'x.csv', sample }
  })
  const { document } = proposeSource(inputs, context)
  expect(document?.files.map(({ id }) => id)).toEqual(['parcels', 'owners'])
  expect(document?.property).toMatchObject({ ownerNames: { columns: ['owners.OWNER_NAME'] } })
})

test('what they add is read from their columns, and the document compiles', () => {
  const { document } = proposeAll()
  expect(document?.property).toMatchObject({
    yearBuilt: { columns: ['buildings.YEAR_BUILT'] },
    lastSalePrice: { columns: ['sales.SALE_PRICE'] },
  })
  expect(() => document && compileSource(document)).not.toThrow()
})

const proposeTwo = (header: string, makeRow: (row: number) => string[]) => {
  const other = toTable(header, makeRows(makeRow))
  const inputs = [parcels, other].map((sample, at) => ({
    id: ['parcels', 'other'][at] ?? '',
    fileName: 'x.csv',
    sample,
  }))
  return proposeSource(inputs, context)
}

test('a key of the same name is proposed with a doubt where the samples share no parcel', () => {
  const { joins, document, unjoined } = proposeTwo('PARCEL_ID|BEDROOMS', (row) => [`12-${row + 70_000}`, '3'])
  expect(joins).toMatchObject([
    {
      join: { file: 'other', on: [{ column: 'PARCEL_ID', equals: 'PARCEL_ID' }] },
      matched: 0,
      doubt: expect.stringMatching(/^Only the name of "PARCEL_ID" speaks for this join: 0 of 100 rows/),
    },
  ])
  expect(document?.property).toMatchObject({ bedrooms: { columns: ['other.BEDROOMS'] } })
  expect(unjoined).toEqual([])
})

test('a table that nothing joins is named with the reason', () => {
  const proposal = proposeTwo('REF|BEDROOMS', (row) => [`X-${row}`, '3'])
  expect(proposal.joins).toEqual([])
  expect(proposal.document?.files.map(({ id }) => id)).toEqual(['parcels'])
  expect(proposal.unjoined).toEqual([{ fileId: 'other', doubt: expect.stringMatching(/^No column of "other" has/) }])
  expect(describeProposal(proposal)).toMatch(/Files that are not joined \(1\):\n {2}other: No column/)
})

const proposeOneJoin = (
  main: string,
  mainRow: (row: number) => string[],
  other: string,
  row: (row: number) => string[],
) => {
  const [parcelTable, otherTable] = [toTable(main, makeRows(mainRow)), toTable(other, makeRows(row))]
  const inputs = [
    { id: 'parcels', fileName: 'x.csv', sample: parcelTable },
    { id: 'other', fileName: 'x.csv', sample: otherTable },
  ]
  return proposeSource(inputs, { ...context, main: 'parcels' }).joins[0]
}
const [block, lot] = [(row: number) => String(Math.floor(row / 10) + 1), (row: number) => String((row % 10) + 1)]

test('columns that are the key only together are paired by their names and values', () => {
  const join = proposeOneJoin(
    'TOWN|PARCEL_NO|OWNER|SITE_ADDR',
    (row) => [block(row), lot(row), 'TESTWELL AVERY', street(row)],
    'TOWN|PARCEL|BEDROOMS',
    (row) => [block(row), lot(row), '3'],
  )
  expect(join).toMatchObject({
    join: {
      on: [
        { column: 'TOWN', equals: 'TOWN' },
        { column: 'PARCEL_NO', equals: 'PARCEL' },
      ],
    },
    ...{ matched: 1, isUnique: true, doubt: null },
  })
})

const [names, lots] = [['MN', 'BX', 'BK', 'QN', 'SI'], (row: number) => String((Math.floor(row / 5) % 10) + 1)]
const [borough, code] = [(row: number) => names[row % 5] ?? '', (row: number) => String((row % 5) + 1)]
const boroughBlock = (row: number) => String(Math.floor(row / 50) + 1)
const boroughs = (row: number) => [boroughBlock(row), lots(row)]

test('of the name and the code of a borough the one with the values of the other table is paired', () => {
  const join = proposeOneJoin(
    'borough|block|lot|borocode|lotarea|OWNER|SITE_ADDR',
    (row) => [borough(row), ...boroughs(row), code(row), '2500', 'TESTWELL AVERY', street(row)],
    'BOROUGH|BLOCK|LOT|BEDROOMS',
    (row) => [code(row), ...boroughs(row), '3'],
  )
  const on = ['block', 'lot', 'borocode'].map((column) => ({
    column,
    equals: column === 'borocode' ? 'BOROUGH' : column.toUpperCase(),
  }))
  expect(join).toMatchObject({ join: { on }, matched: 1, isUnique: true, doubt: null })
})

test('a join without a part of the parcel number is doubted', () => {
  const join = proposeOneJoin(
    'BOROUGH|BLOCK|LOT|OWNER|SITE_ADDR',
    (row) => [borough(row), block(row), lot(row), 'TESTWELL AVERY', street(row)],
    'BORO|BLOCK|LOT|BEDROOMS',
    (row) => [code(row), block(row), lot(row), '3'],
  )
  expect(join).toMatchObject({ doubt: expect.stringMatching(/^The join lacks "BOROUGH", a part of the parcel number/) })
})

test('several columns of one table are put together to the parcel number of the other', () => {
  const join = proposeOneJoin(
    'MBLU_MAP|MBLU_BLOCK|MBLU_LOT|OWNER|SITE_ADDR',
    (row) => [block(row), lot(row), row % 2 === 0 ? '' : '100', 'TESTWELL AVERY', street(row)],
    'PARCEL_ID|BEDROOMS',
    (row) => [`${block(row)}-${lot(row)}${row % 2 === 0 ? '' : '-100'}`, '3'],
  )
  expect(join).toMatchObject({
    join: { on: [{ column: ['MBLU_MAP', 'MBLU_BLOCK', 'MBLU_LOT'], equals: 'PARCEL_ID' }] },
    matched: 1,
  })
})

test('a key of fewer parts that more rows have is not taken where it is that of several', () => {
  const map = (row: number, lots: number) => String(Math.floor(row / lots) + 1)
  const join = proposeOneJoin(
    'MAP|BLOCK|LOT|OWNER|SITE_ADDR',
    (row) => [map(row, 3), '1', ['', '100', '200'][row % 3] ?? '', 'TESTWELL AVERY', street(row)],
    'MAP_LOT|BEDROOMS',
    (row) => [`${map(row, 2)}-1${row % 2 === 0 ? '' : '-100'}`, '3'],
  )
  expect(join).toMatchObject({ join: { on: [{ column: ['MAP', 'BLOCK', 'LOT'], equals: 'MAP_LOT' }] } })
})

test('keys that have only their letters and digits in common are joined with a doubt', () => {
  const parcelNumber = (row: number) => `0${row % 9}-${1000 + row}.5`
  const join = proposeOneJoin(
    'PARCEL_ID|OWNER|SITE_ADDR',
    (row) => [parcelNumber(row), 'TESTWELL AVERY', street(row)],
    'PIN|BEDROOMS',
    (row) => [String(Number(parcelNumber(row).replace(/\D/g, ''))), '3'],
  )
  expect(join).toMatchObject({
    join: { on: [{ column: 'PARCEL_ID', equals: 'PIN' }], match: 'LETTERS_AND_DIGITS' },
    ...{ matched: 1, doubt: expect.stringMatching(/only their letters and digits in common/) },
  })
})
