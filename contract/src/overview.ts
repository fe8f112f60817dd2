import { z } from 'zod'
import { classified } from './data-classes.ts'
import { adminCall } from './endpoint.ts'
import { Money } from './money.ts'
import { UserFacingStatus } from './order.ts'
import { Role } from './roles.ts'

export const overviewDays = [7, 30, 90] as const

const Day = z.object({
  day: z.iso.date().describe('In UTC'),
  orders: z.int().describe('Placed on it'),
  failures: z.int().describe('Of orders, on it; what a user cancelled is none'),
  creditsSold: classified(
    'money',
    z.int().describe('Of what was paid for on it, in packs and subscriptions, and not taken back by a refund'),
  ),
  revenue: classified(
    'money',
    z
      .int()
      .describe(
        'Cents of what was paid on it, without what was paid back, in the currency that most of these days was paid in; ' +
          'what was paid in others is no part of it',
      ),
  ),
  newUsers: z.int().describe('Accounts made on it and not closed since'),
})

const Failure = z.object({
  orderId: z.string(),
  orderName: z.string(),
  user: classified('personal', z.string()),
  userEmail: classified('personal', z.string().nullable().describe('Null where the account is closed')),
  reason: z.string().nullable(),
  at: z.iso.datetime(),
})

const Figures = Day.omit({ day: true })

export const Overview = z
  .object({
    since: z.iso.date(),
    orders: z.object({
      placed: z.int(),
      byStatus: z
        .array(z.object({ status: UserFacingStatus, count: z.int() }))
        .describe('What has become of those placed, every status included'),
      cancelled: z.int().describe('Of those that count as failed, cancelled by their users'),
      failures: z.array(Failure).describe('The newest five'),
    }),
    credits: z.object({
      sold: classified('money', z.int()),
      revenue: Money.nullable().describe('In the currency that most was paid in; null where nothing was sold'),
      revenues: z.array(Money).describe('In each currency that was paid in, that of `revenue` first'),
    }),
    users: z.object({
      total: z.int(),
      created: z.int(),
      byRole: z.array(z.object({ role: Role, count: z.int() })).describe('Of all'),
    }),
    totals: Figures.describe('Of all the days'),
    previous: Figures.describe('Of as many days before them, up to the same time of day'),
    days: z.array(Day).describe('Every day from `since` to today, the oldest first'),
  })
  .meta({ id: 'Overview' })
export type Overview = z.infer<typeof Overview>

export const overview = {
  get: adminCall('GET /v1/admin/overview', 'Orders, failures, credits sold and new users, day by day', {
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
