import { z } from 'zod'
import { classified } from '../../api/data-classes.ts'
import { endpoint } from '../../api/endpoint.ts'
import { campaignTypes, scrubResults } from '../../api/enums.ts'
import { getExample } from '../../api/examples.ts'
import { Criteria } from '../../criteria/criteria.ts'
import { PropertyRow } from '../../properties/properties.ts'
import { deliveryOptions, distinctOptions } from './delivery-options.ts'
import { addPhones } from './lead-price.ts'

export const OrderQuoteQuery = z
  .strictObject({ campaignType: campaignTypes.schema, criteria: Criteria, addPhones, ...distinctOptions })
  .meta({ id: 'OrderQuoteQuery', example: { campaignType: 'CALL_READY', criteria: getExample(Criteria) } })
export type OrderQuoteQuery = z.infer<typeof OrderQuoteQuery>

/** `matched` is the sum of the already delivered, duplicate, without contact, suppressed and deliverable ones. */
export const OrderQuote = z
  .object({
    campaignType: campaignTypes.schema,
    matched: z.int().describe('Properties that match the criteria, including purchased ones'),
    alreadyDelivered: z.int().describe('Excluded because you purchased them in the last 365 days'),
    purchased: z
      .int()
      .describe('Of the excluded ones, those with all that this type delivers; CALL_READY: purchased with phones'),
    purchasedForMail: z
      .int()
      .describe('CALL_READY: of the excluded ones, those purchased for mail: `addPhones` includes them; 0 with it'),
    phonesToAdd: z
      .int()
      .describe(
        'CALL_READY: of those purchased for mail, those with a callable number, whether excluded or deliverable',
      ),
    free: z
      .int()
      .describe('Of the deliverable ones, purchased in the last 365 days: free, if the criteria include them'),
    duplicates: z.int().describe('Deliverable, but excluded by `onePerOwner` or `onePerAddress`'),
    noContact: z
      .int()
      .describe(
        'MAIL_READY: without an owner name or a full mailing address. CALL_READY: without a known phone number',
      ),
    notTraced: z
      .int()
      .describe('CALL_READY: of those without a known number, how many the contact provider has not been queried for'),
    suppressed: z.int().describe('CALL_READY: no known number may be called'),
    suppressedBy: z
      .array(z.object({ result: scrubResults.schema, count: z.int() }))
      .describe('The suppressed ones by their most severe reason'),
    deliverable: z.int(),
    isEstimate: z
      .boolean()
      .describe(
        'Whether the parts of `matched` were estimated from a sample, each to about 1% of `matched`, so a small one may be ' +
          'far off and is no limit: only of more matches than an order can have',
      ),
    creditsPerLead: classified('money', z.int()),
    creditsToAddPhones: classified(
      'money',
      z.int().describe('CALL_READY: price of the phones of a lead purchased for mail: the difference of both prices'),
    ),
    credits: classified('money', z.int().describe('Price of all deliverable leads')),
    minQuantity: z.int().describe("The smallest order: 1, or the price list's minimum volume of a campaign"),
    dataAsOf: z.iso.datetime().nullable(),
  })
  .meta({
    id: 'OrderQuote',
    example: {
      campaignType: 'CALL_READY',
      matched: 1834,
      alreadyDelivered: 200,
      purchased: 140,
      purchasedForMail: 60,
      phonesToAdd: 31,
      free: 0,
      duplicates: 0,
      noContact: 510,
      notTraced: 0,
      suppressed: 224,
      suppressedBy: [
        { result: 'NATIONAL_DNC', count: 204 },
        { result: 'NOT_SCRUBBED', count: 20 },
      ],
      deliverable: 900,
      isEstimate: false,
      creditsPerLead: 3,
      creditsToAddPhones: 2,
      credits: 2700,
      minQuantity: 50,
      dataAsOf: '2026-11-02T09:30:00.000Z',
    },
  })
export type OrderQuote = z.infer<typeof OrderQuote>

export const previewSize = 10

export const OrderPreviewQuery = z.strictObject({ ...OrderQuoteQuery.shape, ...deliveryOptions }).meta({
  id: 'OrderPreviewQuery',
  example: {
    campaignType: 'MAIL_READY',
    criteria: getExample(Criteria),
    sort: { by: 'equityAmount', order: 'desc' },
    onePerOwner: true,
  },
})
export type OrderPreviewQuery = z.infer<typeof OrderPreviewQuery>

const PreviewLead = PropertyRow.pick({
  ...{ propertyId: true, address: true, unit: true, city: true, state: true, zip: true },
  ...{ ownerType: true, occupancy: true, estimatedValue: true, signals: true },
  ...{ lastSaleDate: true, isLastSaleMonthOnly: true },
})
  .extend({
    maskedOwner: z.string().describe('The owner names, of each word only the first character'),
    maskedMailing: z.string().nullable().describe('The mailing address, of which only city and state are shown'),
  })
  .meta({
    id: 'PreviewLead',
    example: {
      ...{ propertyId: '8123456789012345678', address: '1200 Sample Ave', unit: null },
      ...{ city: 'Nashville', state: 'TN', zip: '37209' },
      ...{ ownerType: 'INDIVIDUAL', occupancy: 'ABSENTEE_OUT_OF_STATE' },
      ...{ estimatedValue: 412_000, lastSaleDate: '2009-05-14', isLastSaleMonthOnly: false, signals: ['HIGH_EQUITY'] },
      ...{ maskedOwner: 'R••••• H•••••', maskedMailing: '•••••, Dayton, OH' },
    },
  })
export type PreviewLead = z.infer<typeof PreviewLead>

export const OrderPreview = z
  .object({ leads: z.array(PreviewLead) })
  .meta({ id: 'OrderPreview', example: { leads: [getExample(PreviewLead)] } })
export type OrderPreview = z.infer<typeof OrderPreview>

export const orderQuotes = {
  quote: endpoint({
    method: 'POST',
    path: '/v1/orders/quote',
    summary: 'Quote an order: deliverable leads, exclusions and price; free',
    tag: 'Orders',
    access: ['ENTERPRISE_USER', 'CONSUMER_USER'],
    body: OrderQuoteQuery,
    response: OrderQuote,
    data: ['money'],
    reads: true,
    errors: ['UNPROCESSABLE'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/v1/orders/preview',
    summary: `Preview the first ${previewSize} leads of an order, with masked owners; free`,
    tag: 'Orders',
    access: ['ENTERPRISE_USER', 'CONSUMER_USER'],
    body: OrderPreviewQuery,
    response: OrderPreview,
    reads: true,
    errors: ['UNPROCESSABLE'],
  }),
}
