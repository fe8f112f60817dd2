import { z } from 'zod'
import { Range } from './criteria.ts'
import { classified } from './data-classes.ts'
import { endpoint } from './endpoint.ts'
import { distances } from './filters.ts'
import { PageQuery, pageOf } from './paging.ts'
import { PropertyId, situs } from './properties.ts'
import { deedTypes, ownerTypes, vocabulary } from './vocabularies.ts'

export const buyerLookBacks = [6, 12, 24] as const

export const buyerKinds = vocabulary({
  ANY: ['Any buyer', 'Whoever bought'],
  CASH_BUYER: ['Cash buyer', 'Bought without a loan at least once'],
  LANDLORD: ['Landlord', 'Holds two or more absentee properties'],
  FLIPPER: ['Flipper', 'Resold a property within 18 months of buying it, in the look-back'],
  BUILDER: ['Builder', 'A home builder or developer'],
  INSTITUTIONAL: ['Institutional', 'A company or fund that holds ten or more properties, or a nonprofit body'],
  LENDER: ['Lender', 'A bank or another holder of loans'],
})
export type BuyerKind = z.infer<typeof buyerKinds.schema>

const Subject = z.union(
  [
    z.strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }),
    z.strictObject({ propertyId: PropertyId }),
  ],
  'A subject is a position, {lat, lng}, or a property, {propertyId}',
)

export const BuyerSearch = PageQuery.extend({
  subject: Subject,
  miles: z.literal(distances, `A distance is one of ${distances.join(', ')} miles`),
  months: z.literal(buyerLookBacks, `A look-back is one of ${buyerLookBacks.join(', ')} months`),
  kind: buyerKinds.schema.default('ANY'),
  price: Range.optional().describe('Of a purchase; others are as if they were not'),
  sort: z.enum(['purchases', 'lastPurchase', 'medianPrice']).default('purchases'),
}).meta({
  id: 'BuyerSearch',
  example: {
    subject: { lat: 36.1512, lng: -86.8533 },
    miles: 5,
    months: 24,
    kind: 'CASH_BUYER',
    price: { max: 400000 },
    sort: 'purchases',
    page: 1,
    limit: 25,
  },
})
export type BuyerSearch = z.infer<typeof BuyerSearch>

const Purchase = z.object({
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
  resoldOn: z.iso.date().nullable().describe('The first later day on which somebody else bought it'),
  roll: z.string(),
})

const Buyer = z.object({
  buyerKey: z.string().describe('The `ownerKey` of the properties that the buyer holds'),
  names: classified('public-record', z.array(z.string()).describe('As the deeds spell them')),
  buyerType: ownerTypes.schema,
  purchases: z.int(),
  medianPrice: classified('public-record', z.int().nullable().describe('Of the purchases whose price is known')),
  lastPurchase: z.iso.date(),
  medianHoldingMonths: z
    .number()
    .nullable()
    .describe(
      'Whole months from purchase to resale, of what they resold in the radius and the look-back; null when nothing',
    ),
  cashShare: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('Of the purchases whose payment is known, the share paid without a loan; null when none is known'),
  knownPayments: z.int().describe('Purchases of which it is known whether there was a loan'),
  portfolioSize: z.int().describe('Properties that they hold now, over all rolls'),
  contactPropertyId: PropertyId.nullable().describe(
    'One property that they hold now: an order of just this one delivers how to reach them. Null where no roll says that they hold any',
  ),
  mailingAddress: classified('public-record', z.string().nullable()),
  mailingCity: classified('public-record', z.string().nullable()),
  mailingState: classified('public-record', z.string().nullable()),
  mailingZip: classified('public-record', z.string().nullable()),
  transfers: z
    .array(Purchase)
    .max(25)
    .describe(
      'The deeds that prove it: those that make a flipper or cash buyer first, then the newest. A purchase before `since` does not count, but its resale does.',
    ),
})
export type Buyer = z.infer<typeof Buyer>

const BuyerPage = pageOf(Buyer)
  .extend({
    since: z.iso.date().describe('The first day of the look-back'),
    unresolved: z
      .int()
      .describe('Further purchases by buyers whose mailing address is unknown: a name alone is nobody in particular'),
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

export const buyers = {
  search: endpoint({
    method: 'POST',
    path: '/v1/buyers/search',
    reads: true,
    summary:
      "Who bought around a point, with the deeds that prove it; without public bodies and deeds not at arm's length",
    tag: 'Buyers',
    access: ['CONSUMER_USER', 'ENTERPRISE_USER', 'SUPER_ADMIN'],
    body: BuyerSearch,
    response: BuyerPage,
    ownerRows: 'PAGE',
    errors: ['NOT_FOUND', 'UNPROCESSABLE'],
  }),
}
