import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { adminEndpoint } from '../api/endpoint.ts'
import { csvExportOptions } from '../orders/admin-campaigns.ts'

export const revenueMonths = 24

const cents = (text: string) => classified('money', z.int().describe(`${text}, in cents`))
const credits = (text: string) => classified('money', z.int().describe(text))

/** How each figure of a month is computed; screens and files show the same texts. */
export const revenueDefinitions = {
  mrr: 'Prices of the subscriptions paid at the end of the month, before coupons; a year counts as twelve months',
  newMrr: 'MRR of users without a paid subscription a month before',
  expansionMrr: 'Increase of the MRR of users who had a subscription a month before',
  contractionMrr: 'Decrease of the MRR of users who still have a subscription',
  churnedMrr: 'MRR a month before of users without a paid subscription now',
  subscribers: 'Users with a subscription paid at the end of the month',
  churnedSubscribers: 'Subscribers of a month before without a paid subscription now',
  churnRate: 'Churned subscribers divided by the subscribers of a month before',
  payments: 'Everything paid in the month, including what was refunded later',
  refunds: 'Refunds and lost disputes made in the month; parts refunded outside the portal count when they were paid',
  creditsSold: 'Credits of packs and subscriptions, without free credits',
  creditsUsed: 'Credits charged for delivered leads',
  creditsExpired: 'Credits that expired unused',
  creditsRefunded: 'Credits removed by refunds',
} as const

const RevenueMonth = z.object({
  month: z.string().describe('In UTC, as 2026-11; the current month runs until now'),
  mrr: cents(revenueDefinitions.mrr),
  newMrr: cents(revenueDefinitions.newMrr),
  expansionMrr: cents(revenueDefinitions.expansionMrr),
  contractionMrr: cents(revenueDefinitions.contractionMrr),
  churnedMrr: cents(revenueDefinitions.churnedMrr),
  subscribers: z.int().describe(revenueDefinitions.subscribers),
  churnedSubscribers: z.int().describe(revenueDefinitions.churnedSubscribers),
  churnRate: z.number().nullable().describe(`${revenueDefinitions.churnRate}; null without any`),
  payments: cents(revenueDefinitions.payments),
  refunds: cents(revenueDefinitions.refunds),
  creditsSold: credits(revenueDefinitions.creditsSold),
  creditsUsed: credits(revenueDefinitions.creditsUsed),
  creditsExpired: credits(revenueDefinitions.creditsExpired),
  creditsRefunded: credits(revenueDefinitions.creditsRefunded),
})
export type RevenueMonth = z.infer<typeof RevenueMonth>

export const Revenue = z
  .object({
    currency: z.string().describe('The currency of most payments; amounts in others are left out'),
    months: z.array(RevenueMonth).describe(`The last ${revenueMonths} months, oldest first`),
    plans: z
      .array(z.object({ planName: z.string(), subscribers: z.int(), mrr: cents('The current MRR of its subscribers') }))
      .describe('Current subscriptions by plan, including those with an unpaid renewal'),
  })
  .meta({ id: 'Revenue' })
export type Revenue = z.infer<typeof Revenue>

export const revenue = {
  get: adminEndpoint('GET /v1/admin/revenue', 'Get MRR, payments, refunds and credits by month', {
    response: Revenue,
    data: ['money'],
  }),
  export: adminEndpoint('GET /v1/admin/revenue/export', 'Export MRR, payments, refunds and credits by month as CSV', {
    ...csvExportOptions,
  }),
}
