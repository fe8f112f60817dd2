import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { adminEndpoint } from '../api/endpoint.ts'
import { csvExportOptions } from '../orders/admin-campaigns.ts'

export const revenueMonths = 24

const cents = (text: string) => classified('money', z.int().describe(`${text}, in cents`))
const credits = (text: string) => classified('money', z.int().describe(text))

/** How each figure of a month is computed; screens and files show the same texts. */
export const revenueDefinitions = {
  mrr: 'Monthly price of the subscriptions paid for at the end of the month, before coupons; annual prices divided by 12',
  newMrr: 'MRR of users who had no paid subscription at the end of the month before',
  expansionMrr: 'Increase in MRR of users who had a subscription a month before',
  contractionMrr: 'Decrease in MRR of users who still have a subscription',
  churnedMrr: 'MRR lost: that of users whose paid subscription ended since the month before',
  subscribers: 'Users with a paid subscription at the end of the month',
  churnedSubscribers: 'Subscribers of the month before who have no paid subscription now',
  churnRate: 'Churned subscribers divided by the subscribers of the month before',
  payments: 'Everything paid in the month, including payments refunded later',
  refunds:
    'Refunds and disputes of the month; partial refunds made outside the portal count in the month of the payment',
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
      .array(z.object({ planName: z.string(), subscribers: z.int(), mrr: cents('The MRR of its subscribers') }))
      .describe('Subscribers and MRR of the current month by plan'),
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
