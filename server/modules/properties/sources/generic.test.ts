import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../test/stores/database.ts'
import { createTally, describeHeaderMismatch, listUnplacedUses, listUnpublishedColumns } from '../rolls/roll-report.ts'
import { compileSource } from './compile/compile-source.ts'
import { genericHeaders, nameGenericSource } from './generic-source.ts'
import { mapRow, mapRows } from './map-rows.fixture.ts'
import { fitToHeader } from './mapping/roll.ts'
import { resolveSource, toSourceChoice } from './resolve-source.ts'

const generic = compileSource(nameGenericSource('Example County, assessor'))

const property = {
  county_fips: '1001',
  apn: '12-3',
  address: '12 EXAMPLE ORCHARD LN',
  city: 'EXAMPLETON',
  zip: '37209',
  owner_1: 'TESTWELL AVERY',
  owner_2: 'SAMPLETON LEE',
  asset_use: 'Row house',
  lot_acres: '0.5',
  last_sale_date: '5/24/2022',
  last_sale_price: '$265,000',
  last_sale_deed_type: 'warranty',
  last_sale_cash: 'No',
  loan_1_amount: '200,000',
  loan_1_type: 'FHA',
  loan_1_date: '2022-05-24',
  loan_2_lender: 'EXAMPLE CREDIT UNION',
  signals: 'tax_delinquent; code violation',
  vacant: 'N',
  homestead: 'Yes',
  effective_year: '1998',
  condition: 'Average',
  zoning: 'R-1A',
  legal_description: `LOT 12 BLK B ${'EXAMPLE GROVE '.repeat(30)}`,
  land_value: '$60,000',
  tax_amount: '1,840.49',
  tax_year: '2025',
  last_sale_document: '5412/187',
}

test('a file with the documented headers is read without its own source', () => {
  expect(mapRow(generic, property)).toMatchObject({
    apn: '12-3',
    countyFips: '01001',
    property: {
      situsAddress: '12 EXAMPLE ORCHARD LN',
      ownerNames: ['TESTWELL AVERY', 'SAMPLETON LEE'],
      use: 'ROW_HOUSE',
      lotSqft: 21_780,
      lastSaleDate: '2022-05-24',
      lastSalePrice: 265_000,
      lastSaleDeedType: 'WARRANTY',
      cashPurchase: false,
      mortgages: [
        {
          position: 1,
          amount: 200_000,
          loanType: 'FHA',
          lender: null,
          originatedOn: '2022-05-24',
          rateType: 'UNKNOWN',
        },
        { position: 2, amount: null, loanType: 'UNKNOWN', lender: 'EXAMPLE CREDIT UNION', lenderType: 'UNKNOWN' },
      ],
      signals: ['TAX_DELINQUENT', 'CODE_VIOLATION'],
      isVacant: false,
      isHomestead: true,
      effectiveYear: 1998,
      condition: 'Average',
      zoning: 'R-1A',
      legalDescription: expect.stringMatching(/^LOT 12 BLK B( EXAMPLE GROVE){30}$/),
      landValue: 60_000,
      taxAmount: 1_840,
      taxYear: 2025,
      lastSaleDocument: '5412/187',
      improvementValue: null,
    },
    sale: null,
  })
})

test('a sales file creates transfers and no properties, and a combined file creates both', () => {
  const sale = {
    county_fips: '47037',
    apn: '1',
    sale_date: 'April 9, 2013',
    sale_price: '90000',
    buyer: 'TESTWELL AVERY',
  }
  expect(mapRow(generic, sale)).toMatchObject({
    property: null,
    sale: { recordedOn: '2013-04-09', price: 90_000, buyerNames: ['TESTWELL AVERY'], isMultiParcel: false },
  })
  expect(mapRow(generic, { ...sale, address: '12 EXAMPLE LN' })).toMatchObject({
    property: { situsAddress: '12 EXAMPLE LN' },
    sale: { recordedOn: '2013-04-09' },
  })
})

test('a use outside our vocabulary is listed as written', () => {
  const { tally } = mapRows(generic, [{ county_fips: '47037', apn: '1', asset_use: 'castle' }])
  expect(listUnplacedUses(tally)).toEqual([{ code: null, description: 'castle', rows: 1 }])
})

test('a property without loans is distinguished from one with unknown loans', () => {
  const readMortgages = (cells: Record<string, string>) =>
    mapRow(generic, { county_fips: '47037', apn: '1', loan_1_amount: '', open_loans: '', ...cells }).property?.mortgages
  expect(readMortgages({ open_loans: '0' })).toEqual([])
  expect(readMortgages({})).toBeNull()
  expect(readMortgages({ open_loans: '1' })).toBeNull()
})

test('only parcel number and county are required, and missing columns are not published', () => {
  const header = ['county_fips', 'apn', 'owner_2', 'year_built']
  expect(describeHeaderMismatch(generic, header)).toBeUndefined()
  expect(Object.keys(fitToHeader(generic, header).columns ?? {})).toEqual(['ownerNames', 'yearBuilt'])
  expect(listUnpublishedColumns(createTally(fitToHeader(generic, header)))).not.toContain('yearBuilt')
  expect(listUnpublishedColumns(createTally(fitToHeader(generic, header)))).toContain('bedrooms')
  expect(describeHeaderMismatch(generic, ['apn', 'address'])).toBe(
    'This file does not say its county: choose one (--county, or County in the form), or add the column county_fips.',
  )
  expect(describeHeaderMismatch(generic, ['county_fips', 'address'])).toBe(
    'This file has no column apn: name the column with the parcels’ numbers so.',
  )
  expect(describeHeaderMismatch(generic, ['address'])).toMatch(
    /^This file has no column apn: .* This file does not say its county/,
  )
  expect(describeHeaderMismatch(generic, ['county_fips', 'apn', 'favourite_color'])).toMatch(
    /^The header has none of our parcel columns/,
  )
})

test('the county of the roll is used for rows without one', () => {
  const source = compileSource(nameGenericSource('Example', '47037'))
  expect(describeHeaderMismatch(source, ['apn', 'address'])).toBeUndefined()
  expect(mapRow(source, { apn: '1', address: '12 EXAMPLE LN' }).countyFips).toBe('47037')
  expect(mapRow(source, { apn: '1', address: '12 EXAMPLE LN', county_fips: '47187' }).countyFips).toBe('47187')
})

test('a row without a county, or with an invalid one, is rejected with the reason', () => {
  const rows = [{ county_fips: '' }, { county_fips: '99001' }].map((row) => ({
    ...row,
    apn: '1',
    address: '1 EXAMPLE LN',
  }))
  expect(mapRows(generic, rows).mapped).toEqual([
    'It names no county.',
    'Its county is unknown, or not one of this dataset.',
  ])
})

test('each name is a separate roll, whatever its case and punctuation', () => {
  expect(generic).toMatchObject({ source: 'generic-example-county-assessor', name: 'Example County, assessor' })
  expect(nameGenericSource(' Cañon  County ')).toMatchObject({ source: 'generic-canon-county', name: 'Cañon County' })
})

test('a name or a county that cannot be used is rejected with a message', () => {
  expect(() => nameGenericSource()).toThrow(/^A county dataset needs a name/)
  expect(() => nameGenericSource('…')).toThrow(/^A county dataset needs a name/)
  expect(() => nameGenericSource('x'.repeat(81))).toThrow(/80 characters at most/)
  expect(() => nameGenericSource('A', '4703')).toThrow('"4703" is not a county')
  expect(() => nameGenericSource('Nashville TN: housing sales')).toThrow(/is a source of its own/)
})

test('a choice that matches no roll is rejected with a message, as is a name for one that has its own', async () => {
  const { db, close } = await testDatabase()
  onTestFinished(close)
  await expect(resolveSource(db, { source: 'nowhere' })).rejects.toThrow('There is no source "nowhere".')
  await expect(resolveSource(db, { source: 'generic' })).rejects.toThrow(/^A county dataset needs a name/)
  for (const choice of [{ name: 'Mine' }, { countyFips: '47037' }])
    await expect(resolveSource(db, { source: 'nashville-tn', ...choice })).rejects.toThrow(
      /has its own name and county/,
    )
  const { document } = await resolveSource(db, toSourceChoice({ source: 'nashville-tn', name: 'Mine' }))
  expect(document.source).toBe('nashville-tn')
})

test('the documentation lists every generic header, and no other', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/data-sources.md'), 'utf8')
  const [, table = ''] = /<!-- generic headers -->([\s\S]*?)<!-- end -->/.exec(text) ?? []
  const documented = [...table.matchAll(/`([a-z_0-9]+)`/g)].map(([, header]) => header)
  expect(documented.sort()).toEqual([...genericHeaders].sort())
})

test('a parcel number beyond 64 characters is rejected with a message', () => {
  const row = { county_fips: '47037', address: '12 EXAMPLE LN' }
  const apns = ['9'.repeat(64), '9'.repeat(65), '9'.repeat(3_000)]
  const { mapped } = mapRows(
    generic,
    apns.map((apn) => ({ ...row, apn })),
  )
  const tooLong = 'Its parcel number is longer than 64 characters.'
  expect(mapped).toEqual([expect.objectContaining({ apn: apns[0] }), tooLong, tooLong])
})
