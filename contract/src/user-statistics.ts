import { z } from 'zod'
import { Balance } from './credits.ts'
import { classified } from './data-classes.ts'
import { endpoint } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { rangeEnd } from './instant.ts'
import { Money } from './money.ts'
import { UserFacingStatus } from './order.ts'
import { User } from './users.ts'
import { campaignTypes } from './vocabularies.ts'

const orderFigures = {
  orders: z.int().meta({ description: 'Placed in it' }),
  leads: z.int().meta({ description: 'Delivered by orders that were completed in it' }),
}

const creditFigures = {
  purchased: classified(
    'money',
    z.int().meta({ description: 'In packs and subscriptions, whatever was paid back since' }),
  ),
  granted: classified(
    'money',
    z.int().meta({ description: 'Given: by coupons, adjustments and grants, without what was taken' }),
  ),
  captured: classified('money', z.int().meta({ description: 'Spent on leads' })),
  released: classified('money', z.int().meta({ description: 'Given back of what orders held' })),
  lost: classified('money', z.int().meta({ description: 'Taken back by refunds and administrators, and lapsed' })),
}

const month = z
  .string()
  .regex(/^\d{4}-\d{2}$/)
  .meta({ description: 'In UTC, like 2026-11' })
const day = z.iso.date().meta({ description: 'In UTC' })

/** The longest period that can be asked for. */
export const mostStatisticsYears = 50

/** The longest period that is told day by day too. */
export const mostStatisticsDays = 92

/** What a user did in a period, and what they have now. */
export const UserStatistics = z
  .object({
    user: User,
    from: z.iso.datetime().meta({ description: 'From this instant on: as asked, else when the account was made' }),
    to: z.iso.datetime().meta({ description: 'Up to and without this instant: as asked, else now' }),
    orders: z.object({
      placed: z.int(),
      underWay: z.int().meta({ description: 'Now, whenever they were placed' }),
      byStatus: z.array(z.object({ status: UserFacingStatus, count: z.int() })).meta({
        description: 'What has become of those placed in the period, every status included',
      }),
      byType: z.array(z.object({ campaignType: campaignTypes.schema, ...orderFigures })).meta({
        description: 'Every campaign type included',
      }),
      byMonth: z.array(z.object({ month, ...orderFigures })),
      byDay: z.array(z.object({ day, ...orderFigures })).optional(),
    }),
    credits: z.object({
      ...creditFigures,
      balance: Balance.meta({ description: 'Now' }),
      byMonth: z.array(z.object({ month, ...creditFigures })),
      byDay: z.array(z.object({ day, ...creditFigures })).optional(),
    }),
    payments: z.object({
      count: z.int().meta({ description: 'Made in the period, those paid back since among them' }),
      paid: z.array(Money).meta({ description: 'Less what was paid back since, in each currency that was paid in' }),
    }),
    leads: z.object({
      delivered: z.int().meta({ description: 'By orders that were completed in the period' }),
      callableRate: z
        .number()
        .min(0)
        .max(1)
        .nullable()
        .meta({
          description:
            'Of the phone numbers of these leads, as they were checked when they were delivered, the share that may be called; ' +
            'null where none was checked',
        }),
    }),
    logins: z.object({
      count: z.int().meta({ description: 'Times that the user signed in within the period' }),
      last: classified('personal', z.iso.datetime().nullable().meta({ description: 'Whenever that was' })),
      activeSessions: z.int().meta({ description: 'Now, without those in which an administrator acts as the user' }),
    }),
    api: z.object({
      keys: z.int().meta({ description: 'That open something now' }),
      requests30d: z.int().meta({ description: 'With all keys on the last 30 days, today included' }),
      refused30d: z.int(),
    }),
    webhooks: z.object({
      active: z.int().meta({ description: 'Now' }),
      disabled: z.int().meta({ description: 'Now' }),
      failureRate: z
        .number()
        .min(0)
        .max(1)
        .nullable()
        .meta({ description: 'Of the attempts of the last 30 days; null where there were none' }),
    }),
    campaigns: z.int().meta({ description: 'Active ones, now' }),
    savedSearches: z.int().meta({ description: 'Now' }),
  })
  .meta({
    id: 'UserStatistics',
    description: `Months, and days where the period is no longer than ${mostStatisticsDays} days, are all there, the oldest first`,
    example: {
      user: exampleOf(User),
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-03T00:00:00.000Z',
      orders: {
        placed: 2,
        underWay: 0,
        byStatus: [{ status: 'COMPLETED', count: 2 }],
        byType: [{ campaignType: 'MAIL_READY', orders: 2, leads: 1500 }],
        byMonth: [{ month: '2026-11', orders: 2, leads: 1500 }],
      },
      credits: {
        ...{ purchased: 4000, granted: 0, captured: 1500, released: 0, lost: 0 },
        balance: exampleOf(Balance),
        byMonth: [{ month: '2026-11', purchased: 4000, granted: 0, captured: 1500, released: 0, lost: 0 }],
      },
      payments: { count: 1, paid: [{ amount: 14900, currency: 'USD' }] },
      leads: { delivered: 1500, callableRate: null },
      logins: { count: 3, last: '2026-11-02T09:30:00.000Z', activeSessions: 1 },
      api: { keys: 1, requests30d: 34, refused30d: 1 },
      webhooks: { active: 1, disabled: 0, failureRate: 0.02 },
      campaigns: 1,
      savedSearches: 2,
    },
  })
export type UserStatistics = z.infer<typeof UserStatistics>

export const userStatistics = {
  get: endpoint({
    method: 'GET',
    path: '/v1/admin/users/{id}/statistics',
    summary: 'What a user did in a period: orders, credits, payments, leads, sign-ins, calls and webhooks',
    tag: 'Administration',
    access: ['SUPER_ADMIN'],
    params: z.object({ id: z.uuid('There is no such user') }),
    query: z.object({ fromDate: rangeEnd('From'), toDate: rangeEnd('To') }),
    response: UserStatistics,
    data: ['personal', 'money'],
  }),
}
