import { country, owners, streetBeforeUnit, unitAfterStreet, usState, zip, zip5 } from '../mapping/address-readers.ts'
import { assessedForFiscalYear, date } from '../mapping/dates.ts'
import {
  always,
  area,
  areaIn,
  armsLengthBy,
  coalesce,
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
import { type CodeTree, describedByPrefix, useByPrefix } from '../mapping/use-code.ts'
import { massachusettsUseCodes } from './massachusetts-use-codes.ts'

// The town writes some plain uses with a leading 0, which elsewhere in the state means several uses.
const useCodes: CodeTree = {
  ...massachusettsUseCodes,
  '0101': ['DETACHED_HOUSE', 'Single family'],
  '0104': ['DUPLEX', 'Two family'],
  '0105': ['TRIPLEX', 'Three family'],
  '0111': ['APARTMENT', 'Apartments'],
  '0132': ['RESIDENTIAL_LAND', 'Residential land, undevelopable'],
  '0317': ['FARM', 'Farm buildings'],
}

/** MassGIS level 3 assessment of the city of Easthampton, with the centroids of its parcels. */
export const easthamptonMa = roll({
  source: 'easthampton-ma',
  name: 'Easthampton MA, MassGIS level 3 assessment',
  publisher: 'MassGIS',
  countyFips: '25015',
  format: csv({ unknown: ['NA'] }),
  key: text('PROP_ID'),
  columns: {
    situsAddress: streetBeforeUnit('SITE_ADDR'),
    situsUnit: coalesce(text('LOCATION'), unitAfterStreet('SITE_ADDR')),
    situsCity: text('CITY'),
    situsZip: coalesce(zip5('ZIP'), always('01027')), // mostly left empty; the city has this one ZIP
    lat: latitude('lat'),
    lng: longitude('lon'),

    ownerNames: owners('OWNER1'),
    mailingAddress: text('OWN_ADDR'),
    mailingCity: text('OWN_CITY'),
    mailingState: usState('OWN_STATE'),
    mailingZip: zip('OWN_ZIP'),
    mailingCountry: country('OWN_CO'),

    useCode: text('USE_CODE'),
    useDescription: describedByPrefix('USE_CODE', useCodes),
    use: useByPrefix('USE_CODE', useCodes),
    livingAreaSqft: area('RES_AREA'),
    lotSqft: areaIn('LOT_SIZE', 'LOT_UNITS', { A: 43_560, S: 1 }),
    yearBuilt: year('YEAR_BUILT'),
    units: count('UNITS', 5_000),
    stories: quantity('STORIES', 120),

    assessedValue: money('TOTAL_VAL'), // Massachusetts assesses at full and fair cash value
    marketValue: money('TOTAL_VAL'),
    estimatedValue: money('TOTAL_VAL'), // the assessor's estimate is the only one published
    valueRecordedOn: assessedForFiscalYear('FY'),

    lastSaleDate: date('LS_DATE', { as: 'YYYYMMDD', unknown: ['0', '19000101'] }),
    lastSalePrice: salePrice('LS_PRICE'),
    armsLength: armsLengthBy('LS_PRICE'),
  },
})
