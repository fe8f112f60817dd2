import { assetSubGroups, deedTypes, signals } from '@dooryard/contract/api/enums'
import { assetUseTypes } from '@dooryard/contract/properties/asset-use-types'
import type { Use } from '../derive/use.ts'
import { country, county, owners, street, usState, zip, zip5 } from '../mapping/address-readers.ts'
import { anyDay, date } from '../mapping/dates.ts'
import { openLoans } from '../mapping/loan-readers.ts'
import {
  acres,
  area,
  coalesce,
  count,
  latitude,
  longitude,
  money,
  quantity,
  salePrice,
  term,
  terms,
  text,
  year,
  yesNo,
} from '../mapping/readers.ts'
import { csv, type RollColumns, type RollSource, roll } from '../mapping/roll.ts'

const day = (column: string) => date(column, { as: anyDay })

const loans = ['loan_1', 'loan_2', 'loan_3'].map((loan) => ({
  amount: `${loan}_amount`,
  type: `${loan}_type`,
  lender: `${loan}_lender`,
  lenderType: `${loan}_lender_type`,
  date: `${loan}_date`,
  rateType: `${loan}_rate_type`,
}))

const columns: Required<NonNullable<RollSource['columns']>> = {
  situsAddress: street('address'),
  situsUnit: text('unit'),
  situsCity: text('city'),
  situsZip: zip5('zip'),
  lat: latitude('lat'),
  lng: longitude('lng'),
  ownerNames: owners('owner_1', 'owner_2', 'owner_3'),
  mailingAddress: text('mailing_address'),
  mailingCity: text('mailing_city'),
  mailingState: usState('mailing_state'),
  mailingZip: zip('mailing_zip'),
  mailingCountry: country('mailing_country'),
  useCode: text('use_code'),
  // Falls back to our own use term, so a use without a class is listed by it.
  useDescription: coalesce(text('use_description'), text('asset_use')),
  use: term<Use>('asset_use', assetUseTypes, assetSubGroups),
  bedrooms: count('bedrooms', 200),
  bathrooms: quantity('bathrooms', 200),
  livingAreaSqft: area('living_area_sqft'),
  lotSqft: coalesce(area('lot_sqft'), acres('lot_acres')),
  yearBuilt: year('year_built'),
  units: count('units', 5_000),
  stories: quantity('stories', 120),
  assessedValue: money('assessed_value'),
  marketValue: money('market_value'),
  estimatedValue: money('estimated_value'),
  lastSaleDate: day('last_sale_date'),
  lastSalePrice: salePrice('last_sale_price'),
  lastSaleDeedType: term('last_sale_deed_type', deedTypes),
  cashPurchase: yesNo('last_sale_cash'),
  armsLength: yesNo('last_sale_arms_length'),
  previousSaleDate: day('previous_sale_date'),
  previousSalePrice: salePrice('previous_sale_price'),
  valueRecordedOn: day('value_date'),
  saleRecordedOn: day('last_sale_recorded_date'),
  mortgages: openLoans(loans, 'open_loans'),
  signals: terms('signals', signals),
  isVacant: yesNo('vacant'),
}

const sale: NonNullable<RollSource['sale']> = {
  recordedOn: day('sale_date'),
  price: salePrice('sale_price'),
  deedType: term('deed_type', deedTypes),
  isDeedInferred: yesNo('deed_inferred'),
  armsLength: yesNo('arms_length'),
  cashPurchase: yesNo('cash_purchase'),
  loanAmount: money('loan_amount'),
  lender: text('lender'),
  buyerNames: owners('buyer', 'buyer_2'),
  buyerMailingAddress: text('buyer_mailing_address'),
  buyerMailingCity: text('buyer_mailing_city'),
  buyerMailingState: usState('buyer_mailing_state'),
  buyerMailingZip: zip('buyer_mailing_zip'),
  sellerNames: owners('seller', 'seller_2'),
  document: text('document'),
  isMultiParcel: yesNo('multi_parcel'),
}

/**
 * The source for a file with our own headers. The importer names the roll, and the county for rows that do not name
 * one.
 */
export const genericSource = (source: string, name: string, countyFips?: string): RollSource =>
  roll({
    source,
    name,
    countyFips: countyFips === undefined ? county('county_fips') : countyOrDefault('county_fips', countyFips),
    format: csv({ unknown: ['NA', 'N/A', '#N/A', 'NULL', 'null'] }),
    key: text('apn'),
    columns,
    sale,
    isFlexible: true,
  })

// `columns` is typed to have every one of our columns.
export const everyColumn = Object.keys(columns) as (keyof RollColumns)[]

export const genericHeaders: readonly string[] = [
  'county_fips',
  'apn',
  ...new Set([...Object.values(columns), ...Object.values(sale)].flatMap(({ needs }) => needs)),
]

const countyOrDefault = (column: string, countyFips: string): RollSource['countyFips'] => ({
  needs: [],
  read: (cell, today) => county(column).read(cell, today) ?? countyFips,
})
