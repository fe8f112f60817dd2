import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpoint } from '../api/endpoint.ts'
import { deedTypes, enumWithLabels, ownerTypes } from '../api/enums.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { Range } from '../criteria/ranges.ts'
import { distances } from './filters.ts'
import { isOwnerMasked, PropertyId, situs } from './properties.ts'

export const buyerLookBackMonths = [6, 12, 24] as const

export const buyerKinds = enumWithLabels({
  ANY: ['Any buyer', 'All buyers'],
  CASH_BUYER: ['Cash buyer', 'Bought without a loan at least once'],
  LANDLORD: ['Landlord', 'Holds two or more absentee properties'],
  FLIPPER: ['Flipper', 'Resold a property within 18 months of buying it, in the look-back'],
  BUILDER: ['Builder', 'A home builder or developer'],
  INSTITUTIONAL: ['Institutional', 'A company or fund that holds ten or more properties, or a nonprofit body'],
  LENDER: ['Lender', 'A bank or another holder of loans'],
})
export type BuyerKind = z.infer<typeof buyerKinds.schema>

const SubjectLocation = z.union(
  [
    z.strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }),
    z.strictObject({ propertyId: PropertyId }),
  ],
  'A subject is a position, {lat, lng}, or a property, {propertyId}',
)

const sorts = ['purchases', 'medianPrice', 'lastPurchase', 'medianHoldingMonths', 'cashShare', 'portfolioSize'] as const
export const buyerSorts = z.enum(sorts)

export const BuyerSearch = PageQuery.extend({
  subject: SubjectLocation,
  miles: z.literal(distances, `A distance is one of ${distances.join(', ')} miles`),
  months: z.literal(buyerLookBackMonths, `A look-back is one of ${buyerLookBackMonths.join(', ')} months`),
  kind: buyerKinds.schema.default('ANY'),
  price: Range.optional().describe('The price of a purchase; other purchases are ignored'),
  sort: buyerSorts.default('purchases').describe('Unknown values come last; equal ones by purchases, then newest'),
  order: z.enum(['asc', 'desc']).default('desc'),
}).meta({
  id: 'BuyerSearch',
  example: {
    subject: { lat: 36.1512, lng: -86.8533 },
    miles: 5,
    months: 24,
    kind: 'CASH_BUYER',
    price: { max: 400000 },
    sort: 'purchases',
    order: 'desc',
    page: 1,
    limit: 25,
  },
})
export type BuyerSearch = z.infer<typeof BuyerSearch>

const BuyerPurchase = z.object({
  propertyId: PropertyId,
  ...situs,
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  recordedOn: z.iso.date(),
  isMonthOnly: z.boolean(),
  price: classified('public-record', z.int().nullable()),
  deedType: deedTypes.schema,
  isDeedInferred: z.boolean(),
  seller: classified('public-record', z.string().nullable()),
  cashPurchase: z.boolean().nullable(),
  resoldOn: z.iso.date().nullable().describe('The first later day on which another buyer bought it'),
  roll: z.string(),
})

export const Buyer = z.object({
  buyerKey: z.string().describe("The `ownerKey` of the buyer's properties"),
  isOwnerMasked,
  names: classified('public-record', z.array(z.string()).describe('As spelled on the deeds')),
  buyerType: ownerTypes.schema,
  purchases: z.int(),
  medianPrice: classified('public-record', z.int().nullable().describe('Over the purchases with a known price')),
  lastPurchase: z.iso.date(),
  medianHoldingMonths: z
    .number()
    .nullable()
    .describe('Median whole months from purchase to resale, within the radius and the look-back; null without resales'),
  medianOwnedMonths: z
    .number()
    .nullable()
    .describe('Median whole months since the purchases that were not resold; null if all were'),
  cashShare: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('Share of purchases without a loan, among those with known payment; null when none is known'),
  knownPayments: z.int().describe('Purchases where it is known whether there was a loan'),
  portfolioSize: z.int().describe('Properties the buyer currently owns, over all county datasets'),
  contactPropertyId: PropertyId.nullable().describe(
    'A property that the buyer currently owns: an order of only this one delivers their contacts. Null where no county dataset lists any',
  ),
  mailingAddress: classified('public-record', z.string().nullable()),
  mailingCity: classified('public-record', z.string().nullable()),
  mailingState: classified('public-record', z.string().nullable()),
  mailingZip: classified('public-record', z.string().nullable()),
  transfers: z
    .array(BuyerPurchase)
    .max(25)
    .describe(
      'The supporting deeds: those of a flipper or cash buyer first, then newest first. A purchase before `since` does not count, but its resale does.',
    ),
})
export type Buyer = z.infer<typeof Buyer>

const BuyerPage = pageSchema(Buyer)
  .extend({
    since: z.iso.date().describe('The first day of the look-back'),
    unresolved: z
      .int()
      .describe('Further purchases by buyers without a known mailing address: a name alone does not identify a buyer'),
  })
  .meta({
    id: 'BuyerPage',
    example: {
      currentPage: 1,
      totalPages: 1,
      items: [{ buyerType: 'LLC', cashShare: 1, transfers: [{ unit: null, cashPurchase: true, resoldOn: null }] }],
    },
  })
export type BuyerPage = z.infer<typeof BuyerPage>

/** A search of buyers without a page of it. */
export const BuyerSelection = BuyerSearch.omit({ page: true, limit: true }).meta({
  id: 'BuyerSelection',
  example: {
    subject: { lat: 36.1512, lng: -86.8533 },
    miles: 5,
    months: 24,
    kind: 'CASH_BUYER',
    sort: 'purchases',
    order: 'desc',
  },
})
export type BuyerSelection = z.infer<typeof BuyerSelection>

/** The most buyers that one order can name. */
export const maxBuyerContacts = 1_000

const BuyerContact = z.object({ buyerKey: z.string(), propertyId: PropertyId })

const BuyerContacts = z
  .object({
    contacts: z
      .array(BuyerContact)
      .max(maxBuyerContacts)
      .describe('The first buyers in the order of the search that hold a property, each with one of them'),
    considered: z.int().describe(`Buyers that were looked at, the first ${maxBuyerContacts.toLocaleString('en-US')}`),
    totalCount: z.int().describe('All buyers that match'),
  })
  .meta({ id: 'BuyerContacts', example: { considered: 1, totalCount: 1 } })
export type BuyerContacts = z.infer<typeof BuyerContacts>

export const buyers = {
  search: endpoint({
    method: 'POST',
    path: '/v1/buyers/search',
    reads: true,
    summary: "Search buyers around a point, with their deeds; public bodies and deeds not at arm's length are excluded",
    tag: 'Buyers',
    access: ['CONSUMER_USER', 'ENTERPRISE_USER', 'SUPER_ADMIN'],
    body: BuyerSearch,
    response: BuyerPage,
    errors: ['NOT_FOUND', 'UNPROCESSABLE'],
  }),
  contacts: endpoint({
    method: 'POST',
    path: '/v1/buyers/contacts',
    reads: true,
    summary: 'List the property ids of all buyers of a search, to order them as leads; without names',
    tag: 'Buyers',
    access: ['CONSUMER_USER', 'ENTERPRISE_USER', 'SUPER_ADMIN'],
    body: BuyerSelection,
    response: BuyerContacts,
    errors: ['NOT_FOUND', 'UNPROCESSABLE'],
  }),
}
