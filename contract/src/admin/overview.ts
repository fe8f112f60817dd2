import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { adminEndpoint } from '../api/endpoint.ts'
import { Money } from '../api/money.ts'
import { Role } from '../api/roles.ts'
import { UserFacingStatus } from '../orders/order.ts'

export const overviewDays = [7, 30, 90] as const

const DailyStats = z.object({
  day: z.iso.date().describe('In UTC'),
  orders: z.int().describe('Orders placed on the day'),
  failures: z.int().describe('Orders that failed on the day, without those cancelled by their users'),
  creditsSold: classified(
    'money',
    z.int().describe('Credits of packs and subscriptions paid on the day, less refunds'),
  ),
  revenue: classified(
    'money',
    z
      .int()
      .describe(
        'Cents of what was paid on it, without what was paid back, in the currency that most of these days was paid in; ' +
          'payments in other currencies are not included',
      ),
  ),
  newUsers: z.int().describe('Accounts created on the day and not closed since'),
})

const OrderFailure = z.object({
  orderId: z.string(),
  orderName: z.string(),
  user: classified('personal', z.string()),
  userEmail: classified('personal', z.string().nullable().describe('Null where the account is closed')),
  reason: z.string().nullable(),
  at: z.iso.datetime(),
})

const OverviewTotals = DailyStats.omit({ day: true })

export const Overview = z
  .object({
    since: z.iso.date(),
    orders: z.object({
      placed: z.int(),
      byStatus: z
        .array(z.object({ status: UserFacingStatus, count: z.int() }))
        .describe('Current status of the placed orders, including every status'),
      cancelled: z.int().describe('Of the failed ones, cancelled by their users'),
      failures: z.array(OrderFailure).describe('The newest five'),
    }),
    credits: z.object({
      sold: classified('money', z.int()),
      revenue: Money.nullable().describe('In the main currency; null if nothing was sold'),
      revenues: z.array(Money).describe('In each currency with payments, that of `revenue` first'),
    }),
    users: z.object({
      total: z.int(),
      created: z.int(),
      byRole: z.array(z.object({ role: Role, count: z.int() })).describe('Of all'),
    }),
    totals: OverviewTotals.describe('Totals over all days'),
    previous: OverviewTotals.describe('Totals over as many previous days, up to the same time of day'),
    days: z.array(DailyStats).describe('Every day from `since` to today, oldest first'),
  })
  .meta({ id: 'Overview' })
export type Overview = z.infer<typeof Overview>

export const overview = {
  get: adminEndpoint('GET /v1/admin/overview', 'Get orders, failures, sold credits and new users by day', {
    query: z.object({
      days: z.coerce
        .number()
        .pipe(z.literal(overviewDays, `Days are one of ${overviewDays.join(', ')}`))
        .default(30),
    }),
    response: Overview,
    data: ['personal', 'money'],
  }),
}
