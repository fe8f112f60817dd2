import { z } from 'zod'
import { Criteria } from './criteria.ts'
import { classified } from './data-classes.ts'
import { endpoint } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { campaignTypes, scrubResults } from './vocabularies.ts'

export const OrderQuoteQuery = z
  .strictObject({ campaignType: campaignTypes.schema, criteria: Criteria })
  .meta({ id: 'OrderQuoteQuery', example: { campaignType: 'CALL_READY', criteria: exampleOf(Criteria) } })
export type OrderQuoteQuery = z.infer<typeof OrderQuoteQuery>

/** `matched` is split without a rest into what is yours, left out, without contact, suppressed and deliverable. */
export const OrderQuote = z
  .object({
    campaignType: campaignTypes.schema,
    matched: z.int().describe('Properties that match the criteria, those delivered before included'),
    alreadyDelivered: z.int().describe('Delivered to you before for this type: left out'),
    free: z.int().describe('Of the deliverable, paid for within 365 days: free, where the criteria ask for them'),
    noContact: z
      .int()
      .describe(
        'MAIL_READY: without an owner name or a full mailing address. CALL_READY: without a known phone number',
      ),
    notTraced: z
      .int()
      .describe('CALL_READY: of those without a known number, how many the contact provider has yet to be asked about'),
    suppressed: z.int().describe('CALL_READY: every number known may not be called'),
    suppressedBy: z
      .array(z.object({ result: scrubResults.schema, count: z.int() }))
      .describe('The suppressed by the gravest reason of their numbers'),
    deliverable: z.int(),
    creditsPerLead: classified('money', z.int()),
    credits: classified('money', z.int().describe('For all that is deliverable and not free')),
    minQuantity: z.int(),
    dataAsOf: z.iso.datetime().nullable(),
  })
  .meta({
    id: 'OrderQuote',
    example: {
      campaignType: 'CALL_READY',
      matched: 1834,
      alreadyDelivered: 200,
      free: 0,
      noContact: 510,
      notTraced: 0,
      suppressed: 224,
      suppressedBy: [
        { result: 'NATIONAL_DNC', count: 204 },
        { result: 'NOT_SCRUBBED', count: 20 },
      ],
      deliverable: 900,
      creditsPerLead: 3,
      credits: 2700,
      minQuantity: 50,
      dataAsOf: '2026-11-02T09:30:00.000Z',
    },
  })
export type OrderQuote = z.infer<typeof OrderQuote>

export const orderQuotes = {
  quote: endpoint({
    method: 'POST',
    path: '/v1/orders/quote',
    summary: 'What an order could deliver, what it leaves out and why, and what it would cost; free',
    tag: 'Orders',
    access: ['ENTERPRISE_USER', 'CONSUMER_USER'],
    body: OrderQuoteQuery,
    response: OrderQuote,
    data: ['money'],
    reads: true,
    errors: ['UNPROCESSABLE'],
  }),
}
