import { z } from 'zod'
import { classified } from './data-classes.ts'
import { endpoint } from './endpoint.ts'
import { Money } from './money.ts'
import { UserFacingStatus } from './order.ts'
import { Role } from './roles.ts'

export const overviewDays = [7, 30, 90] as const

const Day = z.object({
  day: z.iso.date().meta({ description: 'In UTC' }),
  orders: z.int().meta({ description: 'Placed on it' }),
  failures: z.int().meta({ description: 'Of orders, on it; what a user cancelled is none' }),
  creditsSold: classified(
    'money',
    z
      .int()
      .meta({ description: 'Of what was paid for on it, in packs and subscriptions, and not taken back by a refund' }),
  ),
  revenue: classified(
    'money',
    z.int().meta({
      description:
        'Cents of what was paid on it, without what was paid back, in the currency that most of these days was paid in; ' +
        'what was paid in others is no part of it',
    }),
  ),
  newUsers: z.int().meta({ description: 'Accounts made on it and not closed since' }),
})

const Failure = z.object({
  orderId: z.string(),
  orderName: z.string(),
  user: classified('personal', z.string()),
  userEmail: classified('personal', z.string().nullable().meta({ description: 'Null where the account is closed' })),
  reason: z.string().nullable(),
  at: z.iso.datetime(),
})

/** The figures of a whole span. */
const Figures = Day.omit({ day: true })

/** What happened on a portal, for those who run it. */
export const Overview = z
  .object({
    since: z.iso.date(),
    orders: z.object({
      placed: z.int(),
      byStatus: z.array(z.object({ status: UserFacingStatus, count: z.int() })).meta({
        description: 'What has become of those placed, every status included',
      }),
      cancelled: z.int().meta({ description: 'Of those that count as failed, cancelled by their users' }),
      failures: z.array(Failure).meta({ description: 'The newest five' }),
    }),
    credits: z.object({
      sold: classified('money', z.int()),
      revenue: Money.nullable().meta({
        description: 'In the currency that most was paid in; null where nothing was sold',
      }),
      revenues: z.array(Money).meta({ description: 'In each currency that was paid in, that of `revenue` first' }),
    }),
    users: z.object({
      total: z.int(),
      created: z.int(),
      byRole: z.array(z.object({ role: Role, count: z.int() })).meta({ description: 'Of all' }),
    }),
    totals: Figures.meta({ description: 'Of all the days' }),
    previous: Figures.meta({ description: 'Of as many days before them, up to the same time of day' }),
    days: z.array(Day).meta({ description: 'Every day from `since` to today, the oldest first' }),
  })
  .meta({
    id: 'Overview',
    example: {
      since: '2026-11-01',
      orders: {
        placed: 41,
        byStatus: [
          { status: 'COMPLETED', count: 39 },
          { status: 'FAILED', count: 2 },
        ],
        cancelled: 1,
        failures: [
          {
            orderId: '019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a49',
            orderName: 'First mailing',
            user: 'Casey Consumer',
            userEmail: 'casey@example.com',
            reason: 'No property matches any more.',
            at: '2026-11-02T09:30:00.000Z',
          },
        ],
      },
      credits: {
        sold: 6500,
        revenue: { amount: 32000, currency: 'USD' },
        revenues: [
          { amount: 32000, currency: 'USD' },
          { amount: 4900, currency: 'EUR' },
        ],
      },
      users: { total: 214, created: 12, byRole: [{ role: 'CONSUMER_USER', count: 180 }] },
      totals: { orders: 41, failures: 1, creditsSold: 6500, revenue: 32000, newUsers: 12 },
      previous: { orders: 35, failures: 4, creditsSold: 5000, revenue: 24500, newUsers: 15 },
      days: [{ day: '2026-11-01', orders: 3, failures: 0, creditsSold: 500, revenue: 3500, newUsers: 2 }],
    },
  })
export type Overview = z.infer<typeof Overview>

export const overview = {
  get: endpoint({
    method: 'GET',
    path: '/v1/admin/overview',
    summary: 'Orders, failures, credits sold and new users, day by day',
    tag: 'Administration',
    access: ['SUPER_ADMIN'],
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
