import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { adminEndpoint, endpointFactory } from '../api/endpoint.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { reason } from '../api/reason.ts'
import { textLine } from '../api/text.ts'

/** How long a commission waits before it can be paid out, so that most refunds and disputes come before it is paid. */
export const commissionHoldingDays = 30

const maxMonths = 120
const maxPayoutCents = 100_000_000

const cents = () => classified('money', z.int())

export const CommissionTerms = z
  .strictObject({
    percent: z
      .number('Enter a percentage')
      .min(0, 'The percentage must be 0 or greater')
      .max(100, 'The percentage must be 100 or less')
      .refine((percent) => Number.isInteger(Math.round(percent * 1e6) / 1e4), 'Use at most two decimals'),
    months: z
      .int('Enter a whole number of months')
      .min(1, 'The number of months must be 1 or greater')
      .max(maxMonths, `The number of months must be ${maxMonths} or less`)
      .nullable()
      .describe("How long a customer's payments earn commission, from their first redemption; null for no limit"),
  })
  .meta({ id: 'CommissionTerms', example: { percent: 20, months: 12 } })
export type CommissionTerms = z.infer<typeof CommissionTerms>

const CommissionTotals = z
  .object({
    earned: cents().describe('Commissions, net of those reversed by refunds'),
    pending: cents().describe(`The part that is not ${commissionHoldingDays} days old yet`),
    payable: cents().describe('The rest, less payouts; below zero if refunds came after a payout'),
    paid: cents().describe('Payouts'),
  })
  .meta({
    id: 'CommissionTotals',
    example: { earned: 18_400, pending: 2_980, payable: 5_420, paid: 10_000 },
  })
export type CommissionTotals = z.infer<typeof CommissionTotals>

export const commissionEntryTypes = ['EARNED', 'REVERSED', 'PAYOUT', 'PAYOUT_REVERSED'] as const
export const CommissionEntryType = z.enum(commissionEntryTypes)
export type CommissionEntryType = z.infer<typeof CommissionEntryType>

const CommissionEntry = z
  .object({
    id: z.string(),
    type: CommissionEntryType,
    amount: cents().describe('Cents; below zero for reversals and payouts'),
    currency: z.string(),
    at: z.iso.datetime().describe('When the payment was made or refunded; for a payout, when it was paid'),
    paid: cents().optional().describe("For a commission: the customer's payment in cents"),
    percent: z.number().optional(),
    couponCode: classified('money', z.string().optional()),
    payableAt: z.iso.datetime().optional().describe('For a commission: when it can be paid out'),
    reference: z.string().optional().describe('For a payout: method and reference, or why it was reversed'),
    isReversed: z.boolean().describe('A payout that was reversed'),
  })
  .meta({ id: 'CommissionEntry', example: { type: 'EARNED', amount: 980, currency: 'USD', percent: 20, paid: 4900 } })
export type CommissionEntry = z.infer<typeof CommissionEntry>

const CommissionMonth = z.object({
  month: z.string().describe('Like 2026-03, in UTC'),
  customers: z.int().describe('New customers: first redemptions of a coupon of the affiliate'),
  earned: cents(),
})

export const AffiliateSummary = z
  .object({
    terms: CommissionTerms.nullable().describe('Null while no commission is agreed'),
    totals: CommissionTotals,
    currency: z.string(),
    months: z.array(CommissionMonth).describe('The last twelve months, oldest first'),
  })
  .meta({ id: 'AffiliateSummary' })
export type AffiliateSummary = z.infer<typeof AffiliateSummary>

const Affiliate = z
  .object({
    userId: z.string(),
    name: classified('personal', z.string()),
    email: classified('personal', z.string()),
    coupons: z.int(),
    customers: z.int().describe('Users whose first affiliate coupon was theirs'),
    terms: CommissionTerms.nullable(),
    totals: CommissionTotals,
    currency: z.string(),
  })
  .meta({ id: 'Affiliate' })
export type Affiliate = z.infer<typeof Affiliate>

export const PayoutDraft = z
  .strictObject({
    amount: z
      .int('Enter an amount')
      .min(1, 'The amount must be 0.01 or greater')
      .max(maxPayoutCents, 'At most 1,000,000.00 at once'),
    paidOn: z.iso.date('Enter a day'),
    reference: textLine()
      .min(1, 'Enter the method and reference')
      .max(200, 'At most 200 characters')
      .describe('How it was paid, and under which reference'),
  })
  .meta({ id: 'PayoutDraft', example: { amount: 5420, paidOn: '2026-04-01', reference: 'ACH transfer 20418' } })
export type PayoutDraft = z.infer<typeof PayoutDraft>

export const PayoutReversal = z
  .strictObject({ reason })
  .meta({ id: 'PayoutReversal', example: { reason: 'The transfer came back' } })
export type PayoutReversal = z.infer<typeof PayoutReversal>

const AffiliateQuery = PageQuery.extend({
  search: textLine().max(100).optional().describe('Any part of the name, email or company'),
})
export type AffiliateQuery = z.infer<typeof AffiliateQuery>

const userParams = z.object({ userId: z.uuid('There is no such affiliate') })
const payoutParams = userParams.extend({ entryId: z.uuid('There is no such payout') })

const affiliateEndpoint = endpointFactory({ tag: 'Affiliates', access: ['AFFILIATE_USER'] })

const exportOptions = {
  response: classified('money', z.string()),
  data: ['money'],
  answers: 'file',
  mediaType: 'text/csv',
  limits: [{ name: 'commission-export', per: 'account', times: 30, seconds: 3600 }],
} as const

/** The caller's own commissions. */
export const commissions = {
  summary: affiliateEndpoint('GET /v1/affiliate', 'Get commission terms, totals and the last twelve months', {
    response: AffiliateSummary,
    data: ['money'],
  }),
  entries: affiliateEndpoint('GET /v1/affiliate/entries', 'List commissions and payouts, newest first', {
    query: PageQuery,
    response: pageSchema(CommissionEntry),
    data: ['money'],
  }),
  export: affiliateEndpoint('GET /v1/affiliate/entries/export', 'Export commissions and payouts as CSV', exportOptions),
}

export const adminAffiliates = {
  list: adminEndpoint('GET /v1/admin/affiliates', 'List affiliates with their commissions, by name', {
    query: AffiliateQuery,
    response: pageSchema(Affiliate),
    data: ['personal', 'money'],
  }),
  get: adminEndpoint('GET /v1/admin/affiliates/{userId}', 'Get an affiliate with terms and totals', {
    params: userParams,
    response: Affiliate,
    data: ['personal', 'money'],
  }),
  entries: adminEndpoint(
    'GET /v1/admin/affiliates/{userId}/entries',
    'List the commissions and payouts of an affiliate, newest first',
    { params: userParams, query: PageQuery, response: pageSchema(CommissionEntry), data: ['money'] },
  ),
  export: adminEndpoint(
    'GET /v1/admin/affiliates/{userId}/entries/export',
    'Export the commissions and payouts of an affiliate as CSV',
    { params: userParams, ...exportOptions },
  ),
  setTerms: adminEndpoint(
    'PUT /v1/admin/affiliates/{userId}/terms',
    'Set the commission of an affiliate for payments from now on; earlier payments keep theirs',
    {
      params: userParams,
      body: CommissionTerms,
      response: Affiliate,
      data: ['personal', 'money'],
      stepUp: true,
    },
  ),
  pay: adminEndpoint('POST /v1/admin/affiliates/{userId}/payouts', 'Record a payout, up to the payable amount', {
    params: userParams,
    body: PayoutDraft,
    response: Affiliate,
    data: ['personal', 'money'],
    status: 201,
    idempotent: true,
    stepUp: true,
    errors: ['UNPROCESSABLE'],
  }),
  reversePayout: adminEndpoint(
    'POST /v1/admin/affiliates/{userId}/payouts/{entryId}/reverse',
    'Reverse a payout that did not arrive; its amount becomes payable again',
    {
      params: payoutParams,
      body: PayoutReversal,
      response: Affiliate,
      data: ['personal', 'money'],
      stepUp: true,
      errors: ['CONFLICT'],
    },
  ),
}
