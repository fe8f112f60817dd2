import { z } from 'zod'
import { Balance } from './credits.ts'
import { classified } from './data-classes.ts'
import { adminCall } from './endpoint.ts'
import { rangeEnd } from './instant.ts'
import { Money } from './money.ts'
import { UserFacingStatus } from './order.ts'
import { User } from './users.ts'
import { campaignTypes } from './vocabularies.ts'

const rate = z.number().min(0).max(1).nullable()

const orderFigures = {
  orders: z.int().describe('Placed in it'),
  leads: z.int().describe('Delivered by orders that were completed in it'),
}

const creditFigures = {
  purchased: classified('money', z.int().describe('In packs and subscriptions, whatever was paid back since')),
  granted: classified('money', z.int().describe('Given: by coupons, adjustments and grants, without what was taken')),
  captured: classified('money', z.int().describe('Spent on leads')),
  released: classified('money', z.int().describe('Given back of what orders held')),
  lost: classified('money', z.int().describe('Taken back by refunds and administrators, and lapsed')),
}

const month = z
  .string()
  .regex(/^\d{4}-\d{2}$/)
  .describe('In UTC, like 2026-11')
const day = z.iso.date().describe('In UTC')

export const mostStatisticsYears = 50

export const mostStatisticsDays = 92

export const UserStatistics = z
  .object({
    user: User,
    from: z.iso.datetime().describe('From this instant on: as asked, else when the account was made'),
    to: z.iso.datetime().describe('Up to and without this instant: as asked, else now'),
    orders: z.object({
      placed: z.int(),
      underWay: z.int().describe('Now, whenever they were placed'),
      byStatus: z
        .array(z.object({ status: UserFacingStatus, count: z.int() }))
        .describe('What has become of those placed in the period, every status included'),
      byType: z
        .array(z.object({ campaignType: campaignTypes.schema, ...orderFigures }))
        .describe('Every campaign type included'),
      byMonth: z.array(z.object({ month, ...orderFigures })),
      byDay: z.array(z.object({ day, ...orderFigures })).optional(),
    }),
    credits: z.object({
      ...creditFigures,
      balance: Balance.describe('Now'),
      byMonth: z.array(z.object({ month, ...creditFigures })),
      byDay: z.array(z.object({ day, ...creditFigures })).optional(),
    }),
    payments: z.object({
      count: z.int().describe('Made in the period, those paid back since among them'),
      paid: z.array(Money).describe('Less what was paid back since, in each currency that was paid in'),
    }),
    leads: z.object({
      delivered: z.int().describe('By orders that were completed in the period'),
      callableRate: rate.describe(
        'Of the phone numbers of these leads, as they were checked when they were delivered, the share that may be called; ' +
          'null where none was checked',
      ),
    }),
    logins: z.object({
      count: z.int().describe('Times that the user signed in within the period'),
      last: classified('personal', z.iso.datetime().nullable().describe('Whenever that was')),
      activeSessions: z.int().describe('Now, without those in which an administrator acts as the user'),
    }),
    api: z.object({
      keys: z.int().describe('That open something now'),
      requests30d: z.int().describe('With all keys on the last 30 days, today included'),
      refused30d: z.int(),
    }),
    webhooks: z.object({
      active: z.int().describe('Now'),
      disabled: z.int().describe('Now'),
      failureRate: rate.describe('Of the attempts of the last 30 days; null where there were none'),
    }),
    campaigns: z.int().describe('Active ones, now'),
    savedSearches: z.int().describe('Now'),
  })
  .meta({
    id: 'UserStatistics',
    description: `Months, and days where the period is no longer than ${mostStatisticsDays} days, are all there, the oldest first`,
  })
export type UserStatistics = z.infer<typeof UserStatistics>

export const userStatistics = {
  get: adminCall(
    'GET /v1/admin/users/{id}/statistics',
    'What a user did in a period: orders, credits, payments, leads, sign-ins, calls and webhooks',
    {
      params: z.object({ id: z.uuid('There is no such user') }),
      query: z.object({ fromDate: rangeEnd('From'), toDate: rangeEnd('To') }),
      response: UserStatistics,
      data: ['personal', 'money'],
    },
  ),
}
