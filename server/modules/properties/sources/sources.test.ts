import { expect, test } from 'vitest'
import { listUnplacedUses } from '../rolls/roll-report.ts'
import { compileSource } from './compile/compile-source.ts'
import { mapRow, mapRows } from './map-rows.fixture.ts'
import { broward, makeSource, nashville } from './source.fixture.ts'

const nashvilleTn = compileSource(nashville)
const browardFlSales = compileSource(broward)

const nashvilleRow = {
  UniqueID: '1',
  ParcelID: '001 02 0A 003.00',
  LandUse: 'RESIDENTIAL CONDO',
  PropertyAddress: '12  EXAMPLE ORCHARD LN, ANTIOCH',
  SaleDate: 'April 9, 2013',
  SalePrice: '$120,000 ',
  LegalReference: '20130409-0000001',
  SoldAsVacant: 'No',
  OwnerName: 'TESTWELL, AVERY J.',
  OwnerAddress: '12  EXAMPLE ORCHARD LN, ANTIOCH, TN',
  Acreage: '0.5',
  TaxDistrict: 'URBAN SERVICES DISTRICT',
  LandValue: '20000',
  BuildingValue: '90000',
  TotalValue: '110000',
  YearBuilt: '1987',
  Bedrooms: '3',
  FullBath: '2',
  HalfBath: '1',
}

test('Nashville: a row is a property and a sale of it, and the present owner is not the buyer', () => {
  expect(mapRow(nashvilleTn, nashvilleRow)).toMatchObject({
    apn: '001 02 0A 003.00',
    countyFips: '47037',
    property: {
      situsAddress: '12 EXAMPLE ORCHARD LN',
      situsCity: 'ANTIOCH',
      ownerNames: ['TESTWELL, AVERY J.'],
      use: 'CONDOMINIUM',
      bathrooms: 2.5,
      lotSqft: 21_780,
      marketValue: 110_000,
      assessedValue: null,
    },
    sale: {
      recordedOn: '2013-04-09',
      price: 120_000,
      armsLength: null,
      document: '20130409-0000001',
      buyerNames: null,
      buyerMailingAddress: null,
      buyerMailingCity: null,
      buyerMailingState: null,
      buyerMailingZip: null,
      sellerNames: null,
    },
  })
})

test('Nashville: the owner’s address, a copy of the property’s, is ignored', () => {
  expect(mapRow(nashvilleTn, nashvilleRow).property).toMatchObject({ mailingAddress: null, mailingState: null })
})

test('Nashville: uses broken over two lines, nominal sales and missing addresses are read', () => {
  const odd = { LandUse: 'GREENBELT/RES\r\nGRRENBELT/RES', SalePrice: '50', PropertyAddress: ' ', OwnerName: '' }
  expect(mapRow(nashvilleTn, { ...nashvilleRow, ...odd })).toMatchObject({
    property: { use: 'FARM', situsAddress: null, situsCity: null, ownerNames: null },
    sale: { price: null, armsLength: false },
  })
  const nowhere = { ...nashvilleRow, PropertyAddress: '0  EXAMPLE ORCHARD LN, UNKNOWN' }
  expect(mapRow(nashvilleTn, nowhere).property).toMatchObject({ situsAddress: 'EXAMPLE ORCHARD LN', situsCity: null })
  const land = { ...nashvilleRow, PropertyAddress: '0, ANTIOCH' }
  expect(mapRow(nashvilleTn, land).property).toMatchObject({ situsAddress: null, situsCity: 'ANTIOCH' })
})

const browardRow = {
  CO_NO: '16',
  PARCEL_ID: '504200AA0010',
  OR_BOOK: '',
  OR_PAGE: '',
  CLERK_NO: '100000001',
  QUAL_CD: '01',
  SALE_YR: '2025',
  SALE_MO: '03',
  SALE_PRC: '455000',
  MULTI_PAR_SAL: '',
}
const browardSale = (changes: Partial<typeof browardRow>) => mapRow(browardFlSales, { ...browardRow, ...changes }).sale

test('Broward: a row is a sale in a month, without property data', () => {
  expect(mapRow(browardFlSales, browardRow)).toEqual({
    apn: '504200AA0010',
    countyFips: '12011',
    property: null,
    sale: {
      recordedOn: '2025-03-01',
      isMonthOnly: true,
      price: 455_000,
      deedType: null,
      isDeedInferred: false,
      armsLength: true,
      cashPurchase: null,
      loanAmount: null,
      lender: null,
      buyerNames: null,
      buyerMailingAddress: null,
      buyerMailingCity: null,
      buyerMailingState: null,
      buyerMailingZip: null,
      sellerNames: null,
      document: '100000001',
      isMultiParcel: false,
    },
  })
})

test('Broward: the deed type is inferred from the code, and arm’s length follows the Department’s list', () => {
  const least = browardSale({ QUAL_CD: '11', SALE_PRC: '100' })
  expect(least).toMatchObject({ deedType: 'QUITCLAIM', isDeedInferred: true, armsLength: false, price: null })
  expect(browardSale({ QUAL_CD: '19' })).toMatchObject({ deedType: 'TRUSTEE', isDeedInferred: true })
  expect(browardSale({ QUAL_CD: '05', MULTI_PAR_SAL: 'C' })).toMatchObject({ armsLength: true, isMultiParcel: true })
  expect(browardSale({ QUAL_CD: '37' })).toMatchObject({ deedType: null, armsLength: false })
  expect(browardSale({ QUAL_CD: '99' })).toMatchObject({ armsLength: null })
  expect(browardSale({ OR_BOOK: '120', OR_PAGE: '45' })).toMatchObject({ document: '120/45' })
})

test('Broward: a row of another county, or without a month, is rejected with the reason', () => {
  const rows = [{ CO_NO: '23' }, { SALE_MO: '0' }, { SALE_MO: '13' }, {}].map((change) => ({
    ...browardRow,
    ...change,
  }))
  expect(mapRows(browardFlSales, rows).mapped.slice(0, 3)).toEqual([
    'Its county is unknown, or not one of this dataset.',
    'It has no sale date.',
    'It has no sale date.',
  ])
})

test('a Florida assessment roll has the Department’s use codes, with or without leading zeros', () => {
  const source = compileSource(
    makeSource({
      county: { fips: '12011' },
      key: { constant: '1' },
      property: { situsAddress: 'PHY_ADDR1' },
      uses: { column: 'DOR_UC', match: 'CODE', list: 'florida-dor', codes: {} },
    }),
  )
  expect(mapRow(source, { DOR_UC: '001' }).property).toMatchObject({ use: 'SINGLE_FAMILY' })
  expect(mapRow(source, { DOR_UC: '66' }).property).toMatchObject({ use: 'ORCHARD' })
  expect(mapRow(source, { DOR_UC: '0101' }).property).toMatchObject({ use: null, useDescription: null })
})

test('unmapped uses are listed by number of rows', () => {
  const rows = ['SINGLE FAMILY', 'EXAMPLE USE', 'SAMPLE USE', 'EXAMPLE USE', ''].map((LandUse) => ({
    ...nashvilleRow,
    LandUse,
  }))
  expect(listUnplacedUses(mapRows(nashvilleTn, rows).tally)).toEqual([
    { code: null, description: 'EXAMPLE USE', rows: 2 },
    { code: null, description: 'SAMPLE USE', rows: 1 },
  ])
})
