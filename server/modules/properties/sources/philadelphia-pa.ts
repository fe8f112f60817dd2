import { cityBeforeState, mailingStreet, owners, usState, zip, zip5 } from '../mapping/address-readers.ts'
import { date } from '../mapping/dates.ts'
import {
  always,
  area,
  armsLengthBy,
  count,
  latitude,
  longitude,
  money,
  quantity,
  salePrice,
  text,
  year,
} from '../mapping/readers.ts'
import { csv, roll } from '../mapping/roll.ts'
import { type Crosswalk, useCode } from '../mapping/use-code.ts'

/**
 * Categories decide, because they are newer than building codes, which still describe a house built on a lot as the
 * vacant land it was. A building code only refines its category.
 */
const categories: Crosswalk = {
  '1': {
    is: 'SINGLE_FAMILY',
    where: {
      'DET ': 'DETACHED_HOUSE',
      'ROW ': 'ROW_HOUSE',
      'S/D ': 'TWIN_HOUSE',
      'SEMI/DET': 'TWIN_HOUSE',
      'RES CONDO': 'CONDOMINIUM',
      'CONDO PARKING': 'PRIVATE_GARAGE',
      'PRIV GAR': 'PRIVATE_GARAGE',
    },
  },
  '2': {
    is: 'SMALL_MULTIFAMILY',
    where: { 'APTS 5-50': 'APARTMENT', 'APTS 51-100': 'APARTMENT_20_PLUS', 'APTS 100+': 'APARTMENT_20_PLUS' },
  },
  '3': 'MIXED_USE',
  '4': {
    is: 'COMMERCIAL_OTHER',
    where: {
      STORE: 'STORE',
      'STR/OFF': 'STORE',
      'SHOP CENT': 'STRIP_CENTER',
      'BANK/OFF': 'BANK_BUILDING',
      'OFF BLD': 'OFFICE_BUILDING',
      "REST'RNT": 'RESTAURANT',
      'AUTO REPAIR': 'AUTO_REPAIR',
      'AUTO DEALER': 'AUTO_DEALER',
      'AUTO RETAIL': 'AUTO_DEALER',
      AMUSE: 'RECREATION',
      'AMUSE PRIV CLUB': 'CLUB',
      'AMUSE CITY PARK': 'PARK',
      'AMUSE PLAYGROUND': 'PARK',
      'HSE WORSHIP': 'CHURCH',
      SCHOOL: 'SCHOOL',
      'HEALTH FAC': 'MEDICAL_OFFICE',
      'HEALTH FAC LIFE CARE': 'CARE_HOME',
      'HEALTH FAC PERS CARE': 'CARE_HOME',
      'MISC DAY CARE': 'DAY_CARE',
      'MISC FUNERAL': 'FUNERAL_HOME',
      'MISC POWRHSE': 'POWER',
      CLEANING: 'LAUNDRY',
      HOTEL: 'HOTEL',
      MOTEL: 'HOTEL',
    },
  },
  '5': {
    is: 'INDUSTRIAL_OTHER',
    where: {
      'IND WAREHOUSE': 'WAREHOUSE',
      'IND TRUCK': 'TRUCK_TERMINAL',
      'IND FACTORY': 'FACTORY',
      'IND SHOP': 'WORKSHOP',
      'IND LIGHT MFG': 'WORKSHOP',
      'IND. LGHT MFG': 'WORKSHOP',
    },
  },
  '6': {
    is: 'LAND_OTHER',
    where: {
      'VACANT LAND RESIDE': 'RESIDENTIAL_LAND',
      'VACANT LAND COMMER': 'COMMERCIAL_LAND',
      'VACANT LAND INDUST': 'INDUSTRIAL_LAND',
    },
  },
  '8': 'PRIVATE_GARAGE',
  '10': 'OFFICE_BUILDING',
  '11': 'OTHER',
  '12': { is: 'COMMERCIAL_LAND', where: { 'VACANT LAND INDUST': 'INDUSTRIAL_LAND' } },
  '13': 'RESIDENTIAL_LAND',
  '14': { is: 'APARTMENT', where: { 'APTS 51-100': 'APARTMENT_20_PLUS', 'APTS 100+': 'APARTMENT_20_PLUS' } },
}

/** Office of Property Assessment, as published on OpenDataPhilly. Two-digit years wrapped: 2071 is 1971. */
export const philadelphiaPa = roll({
  source: 'philadelphia-pa',
  name: 'Philadelphia PA, OPA properties',
  publisher: 'Office of Property Assessment, OpenDataPhilly',
  countyFips: '42101',
  format: csv(),
  key: text('parcel_number'),
  columns: {
    situsAddress: text('location'),
    situsUnit: text('unit'),
    situsCity: always('PHILADELPHIA'), // the county is the city
    situsZip: zip5('zip_code'),
    lat: latitude('lat'),
    lng: longitude('lng'),

    ownerNames: owners('owner_1', 'owner_2'),
    mailingAddress: mailingStreet('mailing_street', 'mailing_address_1', 'mailing_address_2', 'mailing_care_of'),
    mailingCity: cityBeforeState('mailing_city_state'),
    mailingState: usState('state_code'),
    mailingZip: zip('mailing_zip'),

    useCode: text('category_code'),
    useDescription: text('category_code_description'),
    use: useCode('category_code', categories, 'building_code_description'),
    bedrooms: count('number_of_bedrooms', 200),
    bathrooms: quantity('number_of_bathrooms', 200),
    livingAreaSqft: area('total_livable_area'),
    lotSqft: area('total_area'),
    yearBuilt: year('year_built'),
    stories: quantity('number_stories', 120),

    assessedValue: money('market_value'), // Pennsylvania's largest county assesses at the whole of market value
    marketValue: money('market_value'),
    estimatedValue: money('market_value'), // the assessor's estimate is the only one published
    valueRecordedOn: date('assessment_date'),

    lastSaleDate: date('sale_date', { plausible: ['1900-01-01', 'today'], wrapped: true }),
    lastSalePrice: salePrice('sale_price'),
    armsLength: armsLengthBy('sale_price'),
    saleRecordedOn: date('recording_date', { wrapped: true }),
  },
})
