import { expect, test } from 'vitest'
import { mapRows } from '../map-rows.fixture.ts'
import { listUnknown } from '../mapping/roll.ts'
import { compileSource, validateSource } from './compile-source.ts'
import { field, makeDocument, readField } from './read-field.fixture.ts'

test('a field without transforms is read by its kind', () => {
  expect(readField('marketValue', [], '$120,000')).toBe(120_000)
  expect(readField('situsAddress', [], '0 EXAMPLE LN')).toBe('EXAMPLE LN')
  expect(readField('situsZip', [], '1027-4444')).toBe('01027')
  expect(readField('mailingZip', [], '01027-4444')).toBe('01027-4444')
  expect(readField('lastSaleDate', [], '09-MAY-2019')).toBe('2019-05-09')
  expect(readField('ownerNames', [], 'TESTWELL AVERY', 'SAMPLETON LEE')).toEqual(['TESTWELL AVERY', 'SAMPLETON LEE'])
})

test('texts are trimmed, captured, looked up and joined, in order', () => {
  expect(readField('useCode', [{ type: 'TRIM', characters: "'" }], "'0101'")).toBe('0101')
  expect(readField('yearBuilt', [{ type: 'CAPTURE', pattern: 'built (\\d{4})' }], 'house, built 1925')).toBe(1925)
  expect(readField('yearBuilt', [{ type: 'CAPTURE', pattern: '(\\d{4})$' }], 'unknown')).toBeNull()
  expect(readField('isVacant', [{ type: 'LOOKUP', table: { V: true, I: false } }], 'v')).toBe(true)
  expect(readField('isVacant', [{ type: 'LOOKUP', table: { V: true } }], 'x')).toBe('implausible')
  expect(readField('situsCity', [{ type: 'LOOKUP', table: { X: null } }], 'X')).toBeNull()
  expect(readField('situsCity', [{ type: 'LOOKUP', table: {}, otherwise: 'UNKNOWN' }], 'X')).toBeNull()
  expect(readField('situsCity', [{ type: 'LOOKUP', table: { X: null }, otherwise: 'KEEP' }], 'NASHVILLE')).toBe(
    'NASHVILLE',
  )
  expect(readField('situsAddress', [{ type: 'JOIN' }], '12', 'N', '', 'EXAMPLE', 'LN')).toBe('12 N EXAMPLE LN')
  expect(readField('ownerNames', [{ type: 'JOIN', separator: ', ' }], 'TESTWELL', 'AVERY')).toEqual(['TESTWELL, AVERY'])
  const pairs = ['TESTWELL', 'AVERY', 'SAMPLETON', 'LEE', '', '']
  expect(readField('ownerNames', [{ type: 'JOIN', size: 2 }], ...pairs)).toEqual(['TESTWELL AVERY', 'SAMPLETON LEE'])
  expect(() => readField('ownerNames', [{ type: 'JOIN', size: 2 }], 'TESTWELL', 'AVERY', 'LEE')).toThrow(
    'JOIN reads 2 columns each, and 3 are given.',
  )
  expect(readField('ownerNames', [{ type: 'SPLIT_NAMES', separator: ';' }], 'TESTWELL AVERY; SAMPLETON LEE')).toEqual([
    'TESTWELL AVERY',
    'SAMPLETON LEE',
  ])
})

test('a parcel number of several columns keeps the place of empty ones', () => {
  const key = { columns: ['BLOCK', 'LOT', 'QUAL'], transforms: [{ type: 'JOIN', separator: '-' }] }
  const source = compileSource(makeDocument({ key, property: { zoning: field('Z') } }))
  const rows = [
    ['1', '2', ''],
    ['1', '', '2'],
    ['', '1', '2'],
    ['1', '2', 'C0104'],
  ]
  const { mapped } = mapRows(
    source,
    rows.map(([BLOCK = '', LOT = '', QUAL = '']) => ({ BLOCK, LOT, QUAL, Z: 'R-1' })),
  )
  expect(mapped.map((row) => (typeof row === 'string' ? row : row.apn))).toEqual(['1-2', '1--2', '-1-2', '1-2-C0104'])
})

test('dates, numbers and pairs of columns are read as their last transform says', () => {
  const day = (formats: string[], cell: string) => readField('lastSaleDate', [{ type: 'DATE', formats }], cell)
  expect(day(['M/D/YY'], '5/24/26')).toBe('2026-05-24')
  expect(day(['M/D/YY'], '5/24/71')).toBe('1971-05-24')
  expect(day(['MMDDYYYY'], '5242022')).toBe('2022-05-24')
  expect(day(['D-MON-YYYY'], '9-May-99')).toBe('1999-05-09')
  expect(day(['YYYY'], '2019')).toBe('2019-01-01')
  expect(day(['Excel days'], '43586')).toBe('2019-05-01')
  expect(day(['Unix milliseconds'], '1556668800000')).toBe('2019-05-01')
  expect(day(['YYYY-MM-DD'], '2019/05/06 00:00:00+00')).toBe('2019-05-06')
  expect(day(['YYYYMMDD'], '20190506.0')).toBe('2019-05-06')
  expect(day(['YYYY-MM-DD'], '2019.05.06')).toBe('2019-05-06')
  expect(day(['YYYYMM'], '201905')).toBe('2019-05-01')
  expect(readField('mailingZip', [], '02125_')).toBe('02125')
  expect(readField('mailingZip', [], '43215-')).toBe('43215')
  expect(readField('mailingZip', [], '2139.0')).toBe('02139')
  expect(day(['YYYYMMDD'], '20190506 00:00:00')).toBe('2019-05-06')
  expect(day(['MMDDYYYY'], '5062019.0')).toBe('2019-05-06')
  expect(day(['Month D, YYYY'], 'May 6, 2019 12:00:00 AM')).toBe('2019-05-06')
  expect(day(['Month D, YYYY'], 'May  6 2019 12:00AM')).toBe('2019-05-06')
  expect(day(['M/D/YYYY'], '5/6/2019, 8:00 PM')).toBe('2019-05-06')
  expect(readField('yearBuilt', [{ type: 'DATE', formats: ['M/D/YYYY'] }], '5/1/1925')).toBe(1925)
  expect(readField('lastSaleDate', [{ type: 'YEAR_MONTH_DAY', hasDay: true }], '2019', '5', '0')).toBe('2019-05-01')
  expect(readField('lastSaleDate', [{ type: 'YEAR_MONTH_DAY', hasDay: true }], '2019', '507')).toBe('2019-05-07')
  expect(readField('lastSaleDate', [{ type: 'YEAR_MONTH_DAY', hasDay: true }], '2019', '0')).toBeNull()
  expect(day(['YYMMDD'], '860801')).toBe('1986-08-01')
  expect(day(['YYMMDD'], '051207')).toBe('2005-12-07')
  expect(readField('lotSqft', [{ type: 'NUMBER', unit: 'ACRE' }], '0.5')).toBe(21_780)
  expect(readField('lotSqft', [{ type: 'NUMBER', unit: 'ACRE' }], '0')).toBeNull()
  expect(readField('lotSqft', [{ type: 'NUMBER', unit: 'ACRE' }], 'half')).toBe('implausible')
  expect(readField('lotSqft', [{ type: 'NUMBER', unit: 'SQM' }], '1,000')).toBe(10_764)
  expect(readField('lotSqft', [{ type: 'NUMBER', units: { AC: 'ACRE', SF: 'SQFT' } }], '5000', 'SF')).toBe(5_000)
  const spelled = [{ type: 'NUMBER', units: { Acres: 'ACRE', SqFt: 'SQFT' } }]
  expect(readField('lotSqft', spelled, '5000', 'SQFT')).toBe(5_000)
  expect(readField('lotSqft', spelled, '0.5', 'ACRES')).toBe(21_780)
  expect(readField('livingAreaSqft', [], '12000000')).toBe('implausible')
  expect(readField('livingAreaSqft', [{ type: 'NUMBER', unit: 'SQM' }], '1200000')).toBe('implausible')
  expect(readField('taxYear', [], '1750')).toBe('implausible')
  expect(readField('marketValue', [{ type: 'NUMBER', factor: 1_000 }], '$265.5')).toBe(265_500)
  expect(readField('bathrooms', [{ type: 'FULL_AND_HALF' }], '2', '1')).toBe(2.5)
  expect(readField('isVacant', [{ type: 'IS_POSITIVE' }], '25,000')).toBe(true)
  expect(readField('isVacant', [{ type: 'IS_POSITIVE' }], '0')).toBe(false)
})

test('the first known of several sources is taken, and a constant fills the rest', () => {
  const source = compileSource(
    makeDocument({ property: { situsZip: { firstOf: [field('ZIP'), { constant: '37209' }] } } }),
  )
  const zips = mapRows(source, [
    { PIN: '1', ZIP: '37211' },
    { PIN: '2', ZIP: '' },
    { PIN: '3', ZIP: 'none' },
  ]).mapped
  expect(zips.map((row) => typeof row !== 'string' && row.property?.situsZip)).toEqual(['37211', '37209', '37209'])
})

test('what no house has is left out of houses, and counted as implausible', () => {
  const source = compileSource(
    makeDocument({
      property: { livingAreaSqft: field('SF'), bedrooms: field('BED') },
      sale: { recordedOn: field('SOLD'), price: field('PRICE') },
      uses: { column: 'CODE', match: 'CODE', codes: { '1': { use: 'ROW_HOUSE' }, '2': { use: 'FACTORY' } } },
    }),
  )
  const rows = [
    { PIN: '1', CODE: '1', SF: '2,088,242', BED: '3', SOLD: '2020-01-02', PRICE: '600000000' },
    { PIN: '2', CODE: '1', SF: '1500', BED: '120', SOLD: '', PRICE: '' },
    { PIN: '3', CODE: '2', SF: '2088242', BED: '', SOLD: '2020-01-02', PRICE: '600000000' },
  ]
  const { mapped, tally } = mapRows(source, rows)
  const facts = mapped.map((row) => typeof row !== 'string' && [row.property?.livingAreaSqft, row.property?.bedrooms])
  expect(facts).toEqual([
    [null, 3],
    [1_500, null],
    [2_088_242, null],
  ])
  expect(tally.columns.get('livingAreaSqft')).toEqual({ filled: 2, unknown: 0, implausible: 1 })
  expect([...(tally.implausible.get('livingAreaSqft') ?? [])]).toEqual([['2088242', 1]])
  const prices = mapped.map((row) => typeof row !== 'string' && row.sale?.price)
  expect(prices).toEqual([null, undefined, 600_000_000])
  expect(tally.columns.get('sale.price')).toMatchObject({ filled: 1, implausible: 1 })
})

test('a code is refined by the beginning of another column, and words match in any case and spacing', () => {
  const readUses = (uses: object, ...rows: { CODE: string; SAYS?: string }[]) => {
    const source = compileSource(makeDocument({ property: { useCode: field('CODE') }, uses }))
    const { mapped } = mapRows(
      source,
      rows.map((row, at) => ({ PIN: String(at), SAYS: '', ...row })),
    )
    return mapped.map((row) => (typeof row === 'string' ? row : row.property?.use))
  }
  const refined = {
    column: 'CODE',
    refinedBy: 'SAYS',
    match: 'CODE',
    codes: { '1': { use: 'SINGLE_FAMILY', refined: { 'ROW ': 'ROW_HOUSE' } }, '6': { use: 'LAND_OTHER' } },
  }
  const rows = [
    { CODE: '1', SAYS: 'ROW 2 STY' },
    { CODE: '1', SAYS: 'CASTLE' },
    { CODE: '6', SAYS: 'ROW 2 STY' },
    { CODE: '16' },
    { CODE: '' },
  ]
  expect(readUses(refined, ...rows)).toEqual(['ROW_HOUSE', 'SINGLE_FAMILY', 'LAND_OTHER', null, null])
  const words = { column: 'CODE', match: 'WORDS', codes: { 'SINGLE FAMILY': { use: 'SINGLE_FAMILY' } } }
  expect(readUses(words, { CODE: 'Single \r\n family' }, { CODE: 'CASTLE' })).toEqual(['SINGLE_FAMILY', null])
  const prefixes = {
    column: 'CODE',
    match: 'PREFIX',
    codes: { '1': { use: 'RESIDENTIAL_OTHER' }, '101': { use: 'DETACHED_HOUSE' } },
  }
  expect(readUses(prefixes, { CODE: '1013' }, { CODE: '1990' }, { CODE: '9' })).toEqual([
    'DETACHED_HOUSE',
    'RESIDENTIAL_OTHER',
    null,
  ])
})

test('a use comes from the codes of the source, then from the list it names', () => {
  const uses = { column: 'CODE', match: 'CODE', list: 'florida-dor', codes: { '001': { use: 'ROW_HOUSE' } } }
  const source = compileSource(makeDocument({ property: { useCode: field('CODE') }, uses }))
  const { mapped } = mapRows(source, [
    { PIN: '1', CODE: '001' },
    { PIN: '2', CODE: '66' },
    { PIN: '3', CODE: '0101' },
  ])
  expect(mapped.map((row) => typeof row !== 'string' && [row.property?.use, row.property?.useDescription])).toEqual([
    ['ROW_HOUSE', 'Single family'],
    ['ORCHARD', 'Orchard or citrus grove'],
    [null, null],
  ])
})

test.each<[string, object]>([
  [
    'property.lotSqft: FULL_AND_HALF does not fit: Lot size is an area.',
    { property: { lotSqft: field(['A', 'B'], { type: 'FULL_AND_HALF' }) } },
  ],
  [
    'property.marketValue: DATE does not fit: Market value is an amount of money.',
    { property: { marketValue: field('A', { type: 'DATE', formats: ['YYYY'] }) } },
  ],
  [
    'property.marketValue: NUMBER has units of area, and Market value is no area.',
    { property: { marketValue: field('A', { type: 'NUMBER', unit: 'ACRE' }) } },
  ],
  [
    'property.bathrooms: FULL_AND_HALF reads 2 columns, and 1 are given.',
    { property: { bathrooms: field('A', { type: 'FULL_AND_HALF' }) } },
  ],
  [
    'property.yearBuilt: DATE says how the value is read, so TRIM cannot follow it.',
    { property: { yearBuilt: field('A', { type: 'DATE', formats: ['YYYY'] }, { type: 'TRIM' }) } },
  ],
  [
    'property.zoning: Zoning is read from one column: say how the 2 are joined.',
    { property: { zoning: field(['A', 'B']) } },
  ],
  [
    'property.mailingState: ADDRESS_PART takes the part CITY, and Mailing state is a state.',
    { property: { mailingState: field('A', { type: 'ADDRESS_PART', part: 'CITY' }) } },
  ],
  [
    'property.situsZip: The constant "nowhere" cannot be read as a ZIP.',
    { property: { situsZip: { firstOf: [field('A'), { constant: 'nowhere' }] } } },
  ],
  [
    'property.zoning: The value of every row is missing: enter it, or choose a column.',
    { property: { zoning: { firstOf: [field('A'), { constant: ' ' }] } } },
  ],
  [
    'sale.recordedOn: A sale needs its date: name the column, or leave out the fields of sales.',
    { sale: { price: field('A') } },
  ],
  ['property: Name the columns of at least one field of a property or of a sale.', {}],
  [
    'county: "99001" is not a county: give the five digits of its FIPS code.',
    { county: { fips: '99001' }, property: { zoning: field('A') } },
  ],
  [
    'joins.0: There is no file buildings among the files.',
    {
      property: { zoning: field('A') },
      joins: [{ file: 'buildings', on: [{ column: 'PIN', equals: 'PIN' }], take: { rows: 'FIRST' } }],
    },
  ],
  [
    'files: sales is not joined to roll: say by which columns, or leave it out.',
    { property: { zoning: field('A') }, files: [{ id: 'roll' }, { id: 'sales' }] },
  ],
])('a source is refused with the place and what to do: %s', (sentence, changes) => {
  const source = makeDocument(changes)
  expect(validateSource(source)).toEqual([sentence])
  expect(() => compileSource(source)).toThrow(`The source Example County, assessor cannot be used. ${sentence}`)
})

test('a pattern that is not a regular expression, or would take long for each cell, is refused', () => {
  const capture = (pattern: string) =>
    validateSource(makeDocument({ property: { zoning: field('A', { type: 'CAPTURE', pattern }) } }))
  expect(capture('(a')).toEqual([
    'property.zoning: The pattern "(a" is not a regular expression of RE2: missing closing ): `(a`.',
  ])
  expect(capture('(?:[A-Z ]?){1000}$')).toEqual([
    'property.zoning: The pattern "(?:[A-Z ]?){1000}$" repeats too much: write + or * in place of counts such as {1,300}.',
  ])
  expect(capture('^([A-Z]{1,40}) (\\d{1,9})-(\\d{4})$')).toEqual([])
})

test('a cell of megabytes is implausible, whatever a transform would make of it', () => {
  const lines = { type: 'ADDRESS_LINES', part: 'CITY' }
  const page = `1 EXAMPLE LN${','.repeat(3_000_000)}A`
  const names = Array.from({ length: 300_000 }, (_, at) => `TESTWELL ${at}`).join(';')
  expect(readField('situsCity', [{ type: 'ADDRESS_PART', part: 'CITY' }], page)).toBe('implausible')
  expect(readField('mailingCity', [lines], '1 EXAMPLE LN', page)).toBe('implausible')
  expect(readField('zoning', [{ type: 'JOIN' }], 'R1', page)).toBe('implausible')
  expect(readField('ownerNames', [{ type: 'SPLIT_NAMES', separator: ';' }], names)).toBe('implausible')
})

test('what means no value in one file is a value in another', () => {
  const source = compileSource(
    makeDocument({
      files: [
        { id: 'roll', unknown: ['NA'] },
        { id: 'zones', unknown: ['0'] },
      ],
      joins: [{ file: 'zones', on: [{ column: 'PIN', equals: 'PIN' }], take: { rows: 'FIRST' } }],
      property: { zoning: field('zones.CODE'), situsCity: field('CITY') },
    }),
  )
  const unknown = ['CITY', 'zones.CODE', 'zones'].map((column) => listUnknown(source.format, column))
  expect(unknown).toEqual([['NA'], ['0'], ['NA']])
})
