import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
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
} from '../api/enums.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { textLine } from '../api/text.ts'
import { breakdownResults, PropertyCount, PropertyCountQuery, PropertySearch } from './property-search.ts'
import { Transfer } from './transfers.ts'

const propertyEndpoint = endpointFactory({
  tag: 'Properties',
  access: ['CONSUMER_USER', 'ENTERPRISE_USER', 'SUPER_ADMIN'],
})

/** Unsigned 64-bit hash of county FIPS and APN, in decimal: too large for a JavaScript number. */
export const PropertyId = z.string().regex(/^(?:0|[1-9]\d{0,19})$/, 'There is no such property')

const nullable = {
  text: z.string().nullable(),
  int: z.int().nullable(),
  number: z.number().nullable(),
  date: z.iso.date().nullable(),
  bool: z.boolean().nullable(),
}

/** The address of a property. */
export const situs = {
  address: classified('public-record', nullable.text),
  unit: classified('public-record', nullable.text),
  city: classified('public-record', nullable.text),
  state: classified('public-record', z.string()),
  zip: classified('public-record', nullable.text),
}

export const isOwnerMasked = z
  .boolean()
  .describe(
    'The names of the owner are cut to the initials of their words, the street and ZIP of the mailing address are hidden: ' +
      'neither has been purchased or revealed by the caller',
  )

/** One row of a search; null is unknown. Money is whole dollars, as published by counties; areas are square feet. */
export const PropertyRow = z
  .object({
    propertyId: PropertyId,
    apn: z.string(),
    countyFips: z.string(),
    ...situs,
    isOwnerMasked,
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
    isLastSaleMonthOnly: z.boolean().describe('The county dataset gives only the month: the day is its first'),
    lastSalePrice: classified('public-record', nullable.int),
    isHomestead: nullable.bool.describe('Whether the owner has an exemption that is granted to owners who live there'),
    effectiveYear: nullable.int.describe('The year built as far as renovation makes it younger'),
    construction: nullable.text,
    condition: nullable.text,
    zoning: nullable.text,
    subdivision: classified('public-record', nullable.text),
    landValue: classified('public-record', nullable.int),
    improvementValue: classified('public-record', nullable.int),
    taxAmount: classified('public-record', nullable.int),
    taxYear: classified('public-record', nullable.int),
    equityAmount: classified('public-record', nullable.int),
    ltvPercent: nullable.number.describe('Open mortgages in percent of the estimated value'),
    hasPhone: z.boolean().describe('Whether a phone number of the owner is known'),
    signals: z.array(signals.schema),
  })
  .meta({ id: 'PropertyRow' })
export type PropertyRow = z.infer<typeof PropertyRow>

/** How a position was found. Null where none is known: the middle of a ZIP is no position of a property. */
export const PositionSource = z.enum(['ROLL', 'PARCEL_OUTLINE', 'ADDRESS_POINT', 'STREET_RANGE'])
export type PositionSource = z.infer<typeof PositionSource>

/** A GeoJSON geometry of closed rings of [lng, lat] in degrees; of each polygon the first ring is the outer one. */
const Outline = z
  .object({
    type: z.literal('MultiPolygon'),
    coordinates: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))),
  })
  .meta({
    id: 'Outline',
    example: {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [-86.8, 36.15],
            [-86.799, 36.15],
            [-86.799, 36.151],
            [-86.8, 36.15],
          ],
        ],
      ],
    },
  })
export type Outline = z.infer<typeof Outline>

const Mortgage = z.object({
  position: z.int(),
  loanType: loanTypes.schema,
  lender: classified('public-record', nullable.text),
  lenderType: lenderTypes.schema,
  amount: classified('public-record', nullable.int),
  originatedOn: nullable.date,
  rateType: rateTypes.schema,
})

const Provenance = z.object({
  group: z.enum(['SITUS', 'OWNER', 'STRUCTURE', 'VALUE', 'SALE', 'MORTGAGE', 'SIGNALS']),
  roll: z.string(),
  recordedOn: nullable.date,
  ingestedAt: z.iso.datetime(),
})

export const Property = PropertyRow.extend({
  county: z.string().describe('The name of the county, with the state'),
  ownerNames: classified('public-record', z.array(z.string())),
  ownerKey: nullable.text.describe('The same for all properties of one owner name at one mailing address'),
  acquiredByQc: yesNoUnknown.schema,
  targetTypes: z.array(targetTypes.schema),
  propertiesOwned: nullable.int,
  useCode: nullable.text,
  useDescription: nullable.text,
  assetUseType: nullable.text,
  lat: nullable.number,
  lng: nullable.number,
  positionSource: PositionSource.nullable().describe(
    'How `lat` and `lng` were found: given by the county dataset, a point inside the parcel, an address point, or ' +
      'estimated along the street',
  ),
  outline: Outline.nullable().describe('The outline of the parcel, where the county dataset has one'),
  lotSqft: nullable.int,
  units: nullable.int,
  stories: nullable.number,
  assessedValue: classified('public-record', nullable.int),
  marketValue: classified('public-record', nullable.int),
  valueYear: classified('public-record', nullable.int.describe('The year for which the county set the values')),
  legalDescription: classified('public-record', nullable.text),
  lastSaleDeedType: deedTypes.schema,
  /** The deed type is derived from a code of the source that covers several types. */
  isDeedInferred: z.boolean(),
  lastSaleDocument: nullable.text.describe("Book and page, or the recorder's number of the instrument"),
  cashPurchase: nullable.bool,
  armsLength: nullable.bool,
  previousSaleDate: nullable.date,
  previousSalePrice: classified('public-record', nullable.int),
  /** Null when the source publishes no mortgages; empty when it states that there are none. */
  mortgages: z.array(Mortgage).nullable(),
  transfers: z
    .array(Transfer)
    .describe(
      'All deeds of the county datasets, newest first; a sale reported by several datasets appears once. Buyers and sellers ' +
        'are cut to initials where `isOwnerMasked`.',
    ),
  provenance: z.array(Provenance),
}).meta({ id: 'Property' })
export type Property = z.infer<typeof Property>

const PropertySearchPage = pageSchema(PropertyRow).extend(breakdownResults).meta({ id: 'PropertySearchPage' })
export type PropertySearchPage = z.infer<typeof PropertySearchPage>

const Portfolio = z
  .object({
    properties: z.int().describe('All known properties of the owner, with this one'),
    estimatedValue: classified('public-record', nullable.int).describe('Of those with a value, together'),
    valuedProperties: z.int().describe('How many of them have a value'),
  })
  .meta({ id: 'Portfolio', example: { properties: 4, estimatedValue: 1_240_000, valuedProperties: 3 } })
export type Portfolio = z.infer<typeof Portfolio>

const SameOwnerPage = pageSchema(PropertyRow).extend({
  portfolio: Portfolio.nullable().describe('Null where the owner is unknown'),
})
export type SameOwnerPage = z.infer<typeof SameOwnerPage>

const AddressMatch = z
  .object({
    propertyId: PropertyId,
    ...situs,
    address: classified('public-record', z.string()),
    lat: nullable.number,
    lng: nullable.number,
  })
  .meta({ id: 'AddressMatch' })
export type AddressMatch = z.infer<typeof AddressMatch>

const PropertyMatch = z
  .object({ propertyId: PropertyId, apn: z.string().describe('The parcel number, as its county writes it'), ...situs })
  .meta({ id: 'PropertyMatch' })
export type PropertyMatch = z.infer<typeof PropertyMatch>

export const properties = {
  search: propertyEndpoint('POST /v1/properties/search', 'Search properties: a page of matches in a stable order', {
    reads: true,
    body: PropertySearch,
    response: PropertySearchPage,
    errors: ['UNPROCESSABLE'],
  }),
  count: propertyEndpoint('POST /v1/properties/count', 'Count matching properties; always free', {
    reads: true,
    body: PropertyCountQuery,
    response: PropertyCount,
    errors: ['UNPROCESSABLE'],
  }),
  get: propertyEndpoint('GET /v1/properties/{id}', 'Get a property with all its data and their sources', {
    params: z.object({ id: PropertyId }),
    response: Property,
  }),
  sameOwner: propertyEndpoint('GET /v1/properties/{id}/same-owner', 'List the other properties of the same owner', {
    params: z.object({ id: PropertyId }),
    query: PageQuery,
    response: SameOwnerPage,
    errors: ['UNPROCESSABLE'],
  }),
  addresses: propertyEndpoint(
    'GET /v1/addresses',
    'Autocomplete addresses: a house number and street, optionally followed by a city, state or ZIP',
    {
      query: z.object({
        search: textLine().min(1).max(100),
        limit: z.coerce.number().int().min(1).max(20).default(8),
      }),
      response: z.object({ items: z.array(AddressMatch) }),
      errors: ['UNPROCESSABLE'],
    },
  ),
  matches: propertyEndpoint(
    'GET /v1/property-matches',
    'Find properties by address, in any word order, or by parcel number',
    {
      query: z.object({
        search: textLine().min(1).max(100),
        limit: z.coerce.number().int().min(1).max(20).default(8),
      }),
      response: z.object({ items: z.array(PropertyMatch) }),
      errors: ['UNPROCESSABLE'],
      // What no index finds is scanned for.
      limits: [{ name: 'property-matches', per: 'account', times: 120, seconds: 60 }],
    },
  ),
}
