import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { rangeBound } from '../api/date-time.ts'
import { adminEndpoint } from '../api/endpoint.ts'
import { campaignTypes } from '../api/enums.ts'
import { Money } from '../api/money.ts'
import { Balance } from '../billing/credits.ts'
import { User } from '../identity/users.ts'
import { UserFacingStatus } from '../orders/order.ts'

const rate = z.number().min(0).max(1).nullable()

const orderStats = {
  orders: z.int().describe('Orders placed in the period'),
  leads: z.int().describe('Leads delivered by orders completed in the period'),
}

const creditStats = {
  purchased: classified('money', z.int().describe('In packs and subscriptions, including those refunded since')),
  granted: classified('money', z.int().describe('Granted by coupons, adjustments and grants, without removed credits')),
  captured: classified('money', z.int().describe('Spent on leads')),
  released: classified('money', z.int().describe('Released from holds of orders')),
  lost: classified('money', z.int().describe('Removed by refunds and administrators, or expired')),
}

const month = z
  .string()
  .regex(/^\d{4}-\d{2}$/)
  .describe('In UTC, like 2026-11')
const day = z.iso.date().describe('In UTC')

export const maxStatisticsYears = 50

export const maxStatisticsDays = 92

export const UserStatistics = z
  .object({
    user: User,
    from: z.iso.datetime().describe('Start of the period (inclusive): as requested, or the creation of the account'),
    to: z.iso.datetime().describe('End of the period (exclusive): as requested, or now'),
    orders: z.object({
      placed: z.int(),
      underWay: z.int().describe('Current number, regardless of when they were placed'),
      byStatus: z
        .array(z.object({ status: UserFacingStatus, count: z.int() }))
        .describe('Current status of the orders placed in the period, including every status'),
      byType: z
        .array(z.object({ campaignType: campaignTypes.schema, ...orderStats }))
        .describe('Including every campaign type'),
      byMonth: z.array(z.object({ month, ...orderStats })),
      byDay: z.array(z.object({ day, ...orderStats })).optional(),
    }),
    credits: z.object({
      ...creditStats,
      balance: Balance,
      byMonth: z.array(z.object({ month, ...creditStats })),
      byDay: z.array(z.object({ day, ...creditStats })).optional(),
    }),
    payments: z.object({
      count: z.int().describe('Made in the period, including those refunded since'),
      paid: z.array(Money).describe('Less refunds since, in each currency with payments'),
    }),
    leads: z.object({
      delivered: z.int().describe('Delivered by orders completed in the period'),
      callableRate: rate.describe(
        'Of the phone numbers of these leads, as they were checked when they were delivered, the share that may be called; ' +
          'null if none was checked',
      ),
    }),
    logins: z.object({
      count: z.int().describe('Sign-ins within the period'),
      last: classified('personal', z.iso.datetime().nullable().describe('At any time')),
      activeSessions: z.int().describe('Current number, without impersonation sessions'),
    }),
    api: z.object({
      keys: z.int().describe('Currently valid keys'),
      requests30d: z.int().describe('With all keys in the last 30 days, including today'),
      refused30d: z.int(),
    }),
    webhooks: z.object({
      active: z.int().describe('Now'),
      disabled: z.int().describe('Now'),
      failureRate: rate.describe('Of the attempts of the last 30 days; null without attempts'),
    }),
    campaigns: z.int().describe('Currently active'),
    savedSearches: z.int().describe('Now'),
  })
  .meta({
    id: 'UserStatistics',
    description: `Includes every month, and every day if the period is at most ${maxStatisticsDays} days, oldest first`,
  })
export type UserStatistics = z.infer<typeof UserStatistics>

export const userStatistics = {
  get: adminEndpoint(
    'GET /v1/admin/users/{id}/statistics',
    'Get the statistics of a user in a period: orders, credits, payments, leads, sign-ins, API requests and webhooks',
    {
      params: z.object({ id: z.uuid('There is no such user') }),
      query: z.object({ fromDate: rangeBound('From'), toDate: rangeBound('To') }),
      response: UserStatistics,
      data: ['personal', 'money'],
    },
  ),
}
