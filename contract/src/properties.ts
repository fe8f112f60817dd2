import { z } from 'zod'
import { classified } from './data-classes.ts'
import { endpoint } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { line } from './line.ts'
import { PageQuery, pageOf } from './paging.ts'
import { PropertyCount, PropertyCountQuery, PropertySearch, searchAnswers } from './property-search.ts'
import { Transfer } from './transfers.ts'
import {
  assetClasses,
  assetSubGroups,
  deedTypes,
  lenderTypes,
  loanTypes,
  occupancies,
  ownerTypes,
  rateTypes,
  signals,
  targetTypes,
  yesNoUnknown,
} from './vocabularies.ts'

const searchers = ['CONSUMER_USER', 'ENTERPRISE_USER', 'SUPER_ADMIN'] as const

/** Unsigned 64-bit hash of county FIPS and APN, in decimal: more than a JavaScript number holds. */
export const PropertyId = z.string().regex(/^(?:0|[1-9]\d{0,19})$/, 'There is no such property')

const nullable = {
  text: z.string().nullable(),
  int: z.int().nullable(),
  number: z.number().nullable(),
  date: z.iso.date().nullable(),
}

/** One row of a search; null is unknown. Money is whole dollars, as rolls publish it; areas are square feet. */
export const PropertyRow = z
  .object({
    propertyId: PropertyId,
    apn: z.string(),
    countyFips: z.string(),
    address: classified('public-record', nullable.text),
    unit: classified('public-record', nullable.text),
    city: classified('public-record', nullable.text),
    state: classified('public-record', z.string()),
    zip: classified('public-record', nullable.text),
    ownerName: classified('public-record', nullable.text),
    ownerType: ownerTypes.schema,
    occupancy: occupancies.schema,
    mailingAddress: classified('public-record', nullable.text),
    mailingCity: classified('public-record', nullable.text),
    mailingState: classified('public-record', nullable.text),
    mailingZip: classified('public-record', nullable.text),
    assetClass: assetClasses.schema.nullable(),
    assetSubGroup: assetSubGroups.schema.nullable(),
    bedrooms: nullable.int,
    bathrooms: nullable.number,
    livingAreaSqft: nullable.int,
    yearBuilt: nullable.int,
    estimatedValue: classified('public-record', nullable.int),
    lastSaleDate: classified('public-record', nullable.date),
    isLastSaleMonthOnly: z.boolean().meta({ description: 'The rolls say the month alone: the day is the first of it' }),
    lastSalePrice: classified('public-record', nullable.int),
    signals: z.array(signals.schema),
  })
  .meta({
    id: 'PropertyRow',
    example: {
      propertyId: '11694027471264031877',
      apn: '091-15-0-042.00',
      countyFips: '47037',
      address: '1208 EXAMPLE ORCHARD LN',
      unit: null,
      city: 'NASHVILLE',
      state: 'TN',
      zip: '37209',
      ownerName: 'TESTWELL HOLDINGS LLC',
      ownerType: 'LLC',
      occupancy: 'ABSENTEE_IN_STATE',
      mailingAddress: '40 SAMPLE PLAZA',
      mailingCity: 'FRANKLIN',
      mailingState: 'TN',
      mailingZip: '37064',
      assetClass: 'RESIDENTIAL',
      assetSubGroup: 'SINGLE_FAMILY',
      bedrooms: 3,
      bathrooms: 2,
      livingAreaSqft: 1640,
      yearBuilt: 1962,
      estimatedValue: 412000,
      lastSaleDate: '2016-05-11',
      isLastSaleMonthOnly: false,
      lastSalePrice: 265000,
      signals: ['HIGH_EQUITY'],
    },
  })
export type PropertyRow = z.infer<typeof PropertyRow>

const Mortgage = z.object({
  position: z.int(),
  loanType: loanTypes.schema,
  lender: classified('public-record', nullable.text),
  lenderType: lenderTypes.schema,
  amount: classified('public-record', nullable.int),
  originatedOn: nullable.date,
  rateType: rateTypes.schema,
})

/** Where a group of columns comes from. */
const Provenance = z.object({
  group: z.enum(['SITUS', 'OWNER', 'STRUCTURE', 'VALUE', 'SALE', 'MORTGAGE', 'SIGNALS']),
  roll: z.string(),
  recordedOn: nullable.date,
  ingestedAt: z.iso.datetime(),
})

/** One property with everything known of it. */
export const Property = PropertyRow.extend({
  county: z.string().meta({ description: 'The name of its county, with the state' }),
  ownerNames: classified('public-record', z.array(z.string())),
  ownerKey: nullable.text,
  acquiredByQc: yesNoUnknown.schema,
  targetTypes: z.array(targetTypes.schema),
  propertiesOwned: nullable.int,
  useCode: nullable.text,
  useDescription: nullable.text,
  assetUseType: nullable.text,
  lat: nullable.number,
  lng: nullable.number,
  lotSqft: nullable.int,
  units: nullable.int,
  stories: nullable.number,
  assessedValue: classified('public-record', nullable.int),
  marketValue: classified('public-record', nullable.int),
  lastSaleDeedType: deedTypes.schema,
  /** The deed type follows from a code of the source that covers several. */
  isDeedInferred: z.boolean(),
  cashPurchase: z.boolean().nullable(),
  armsLength: z.boolean().nullable(),
  previousSaleDate: nullable.date,
  previousSalePrice: classified('public-record', nullable.int),
  /** Null when the source publishes no mortgages; empty when it says there is none. */
  mortgages: z.array(Mortgage).nullable(),
  equityAmount: classified('public-record', nullable.int),
  ltvPercent: nullable.number,
  /** Every deed that a roll tells of, the newest first; the same sale told by several rolls once. */
  transfers: z.array(Transfer),
  provenance: z.array(Provenance),
}).meta({
  id: 'Property',
  example: {
    ...exampleOf(PropertyRow),
    county: 'Davidson County, TN',
    ownerNames: ['TESTWELL HOLDINGS LLC'],
    ownerKey: '9b1d0c7e4f2a6835',
    acquiredByQc: 'NO',
    targetTypes: ['LANDLORD'],
    propertiesOwned: 4,
    useCode: '011',
    useDescription: 'SINGLE FAMILY',
    assetUseType: 'DETACHED_HOUSE',
    lat: 36.1512,
    lng: -86.8533,
    lotSqft: 9147,
    units: 1,
    stories: 1,
    assessedValue: 103000,
    marketValue: 412000,
    lastSaleDeedType: 'WARRANTY',
    isDeedInferred: false,
    cashPurchase: false,
    armsLength: true,
    previousSaleDate: '2004-08-20',
    previousSalePrice: 138000,
    mortgages: [
      {
        position: 1,
        loanType: 'CONVENTIONAL',
        lender: 'EXAMPLE SAVINGS BANK',
        lenderType: 'BANK',
        amount: 212000,
        originatedOn: '2016-05-11',
        rateType: 'FIXED',
      },
    ],
    equityAmount: 241000,
    ltvPercent: 41.5,
    transfers: [exampleOf(Transfer)],
    provenance: [
      {
        group: 'OWNER',
        roll: 'Generated demo county records',
        recordedOn: '2026-10-01',
        ingestedAt: '2026-11-02T09:30:00.000Z',
      },
    ],
  },
})
export type Property = z.infer<typeof Property>

const PropertySearchPage = pageOf(PropertyRow)
  .extend(searchAnswers)
  .meta({
    id: 'PropertySearchPage',
    example: {
      items: [exampleOf(PropertyRow)],
      currentPage: 1,
      totalPages: 1,
      totalCount: 1,
      pageSize: 25,
      nextPage: null,
      previousPage: null,
    },
  })
export type PropertySearchPage = z.infer<typeof PropertySearchPage>

const PropertyPage = pageOf(PropertyRow)

/** A known address, for somebody who types one. */
const AddressMatch = z
  .object({
    propertyId: PropertyId,
    address: classified('public-record', z.string()),
    unit: classified('public-record', nullable.text),
    city: classified('public-record', nullable.text),
    state: classified('public-record', z.string()),
    zip: classified('public-record', nullable.text),
    lat: nullable.number,
    lng: nullable.number,
  })
  .meta({
    id: 'AddressMatch',
    example: {
      propertyId: '11694027471264031877',
      address: '1208 EXAMPLE ORCHARD LN',
      unit: null,
      city: 'NASHVILLE',
      state: 'TN',
      zip: '37209',
      lat: 36.1512,
      lng: -86.8533,
    },
  })
export type AddressMatch = z.infer<typeof AddressMatch>

export const properties = {
  search: endpoint({
    method: 'POST',
    path: '/v1/properties/search',
    reads: true,
    summary: 'A page of the properties that match, in a stable order',
    tag: 'Properties',
    access: searchers,
    body: PropertySearch,
    response: PropertySearchPage,
    ownerRows: 'PAGE',
    errors: ['UNPROCESSABLE'],
  }),
  count: endpoint({
    method: 'POST',
    path: '/v1/properties/count',
    reads: true,
    summary: 'How many properties match; always free',
    tag: 'Properties',
    access: searchers,
    body: PropertyCountQuery,
    response: PropertyCount,
    errors: ['UNPROCESSABLE'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/v1/properties/{id}',
    summary: 'One property with everything known of it, and where that comes from',
    tag: 'Properties',
    access: searchers,
    params: z.object({ id: PropertyId }),
    response: Property,
    ownerRows: 'ONE',
  }),
  sameOwner: endpoint({
    method: 'GET',
    path: '/v1/properties/{id}/same-owner',
    summary: "The other properties of a property's owner",
    tag: 'Properties',
    access: searchers,
    params: z.object({ id: PropertyId }),
    query: PageQuery,
    response: PropertyPage,
    ownerRows: 'PAGE',
    errors: ['UNPROCESSABLE'],
  }),
  addresses: endpoint({
    method: 'GET',
    path: '/v1/addresses',
    summary:
      'Known addresses that begin with what was typed: a house number and a street, then perhaps a city, state or ZIP',
    tag: 'Properties',
    access: searchers,
    query: z.object({
      search: line().min(1).max(100),
      limit: z.coerce.number().int().min(1).max(20).default(8),
    }),
    response: z.object({ items: z.array(AddressMatch) }),
    errors: ['UNPROCESSABLE'],
  }),
}
