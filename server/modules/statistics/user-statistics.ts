import type { UserStatistics } from '@dooryard/contract/admin/user-statistics'
import { campaignTypes } from '@dooryard/contract/api/enums'
import { dayMs } from '@dooryard/contract/api/time'
import { InternalStatus, userFacingStatuses } from '@dooryard/contract/orders/order'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { getUserApiKeyStats } from '../api-keys/index.ts'
import { getSignInStats } from '../audit-log/index.ts'
import { sumUserPayments } from '../billing/index.ts'
import { countActiveCampaigns } from '../campaigns/index.ts'
import { getBalance, getUserCreditsByDay } from '../credits/index.ts'
import { countActiveSignIns, getUser } from '../identity/index.ts'
import {
  countOrdersInProgress,
  countUserLeadsByDay,
  countUserOrdersByDay,
  getUserNumbersChecked,
  toUserFacingStatus,
} from '../orders/index.ts'
import { countUserSearches } from '../saved-searches/index.ts'
import { getUserWebhookStats } from '../webhooks/index.ts'
import {
  groupByBucket,
  listDaysIfShort,
  listMonths,
  parsePeriod,
  type StatisticsPeriod,
  sumByCurrency,
  sumStats,
} from './period-rules.ts'

const webhookPeriodDays = 30

/** Includes closed accounts. NOT_FOUND for an unknown user, VALIDATION for an invalid period. */
export async function getUserStatistics(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: string,
  query: { fromDate?: string | undefined; toDate?: string | undefined },
): Promise<UserStatistics> {
  const user = await getUser(db, userId)
  const now = clock.now()
  const period = parsePeriod(query, new Date(user.createdAt), now)
  const [orders, credits, payments, { checked, callable }, logins, accountStats] = await Promise.all([
    getOrderStats(db, userId, period),
    getCreditStats(db, userId, period),
    sumUserPayments(db, userId, period),
    getUserNumbersChecked(db, userId, period),
    getLoginStats(db, userId, period, now),
    getAccountStats(db, userId, now),
  ])
  return {
    ...{ user, from: period.from.toISOString(), to: period.until.toISOString() },
    ...{ orders, credits, logins, ...accountStats },
    payments: { count: payments.reduce((sum, { count }) => sum + count, 0), paid: sumByCurrency(payments) },
    leads: {
      delivered: orders.byType.reduce((sum, { leads }) => sum + leads, 0),
      callableRate: checked === 0 ? null : callable / checked,
    },
  }
}

const noOrders = { orders: 0, leads: 0 }

async function getOrderStats(db: Db, userId: string, period: StatisticsPeriod): Promise<UserStatistics['orders']> {
  const [placed, delivered, inProgress] = await Promise.all([
    countUserOrdersByDay(db, userId, period),
    countUserLeadsByDay(db, userId, period),
    countOrdersInProgress(db, userId),
  ])
  const dayRows = [...placed.map(({ count, ...row }) => ({ ...row, orders: count })), ...delivered]
  const days = listDaysIfShort(period)
  const sumCounts = (rows: typeof placed) => rows.reduce((sum, { count }) => sum + count, 0)
  return {
    placed: sumCounts(placed),
    underWay: inProgress,
    byStatus: userFacingStatuses.map((status) => ({
      status,
      count: sumCounts(placed.filter((row) => toUserFacingStatus(InternalStatus.parse(row.internalStatus)) === status)),
    })),
    byType: campaignTypes.values.map((campaignType) => ({
      campaignType,
      ...sumStats(
        noOrders,
        dayRows.filter((row) => row.campaignType === campaignType),
      ),
    })),
    byMonth: groupByBucket(listMonths(period), noOrders, dayRows).map(({ bucket, stats }) => ({
      month: bucket,
      ...stats,
    })),
    ...(days && {
      byDay: groupByBucket(days, noOrders, dayRows).map(({ bucket, stats }) => ({ day: bucket, ...stats })),
    }),
  }
}

const noCredits = { purchased: 0, granted: 0, captured: 0, released: 0, lost: 0 }

async function getCreditStats(db: Db, userId: string, period: StatisticsPeriod): Promise<UserStatistics['credits']> {
  const [dayRows, balance] = await Promise.all([getUserCreditsByDay(db, userId, period), getBalance(db, userId)])
  const days = listDaysIfShort(period)
  return {
    ...sumStats(noCredits, dayRows),
    balance,
    byMonth: groupByBucket(listMonths(period), noCredits, dayRows).map(({ bucket, stats }) => ({
      month: bucket,
      ...stats,
    })),
    ...(days && {
      byDay: groupByBucket(days, noCredits, dayRows).map(({ bucket, stats }) => ({ day: bucket, ...stats })),
    }),
  }
}

async function getLoginStats(
  db: Db,
  userId: string,
  period: StatisticsPeriod,
  now: Date,
): Promise<UserStatistics['logins']> {
  const [{ count, last }, activeSessions] = await Promise.all([
    getSignInStats(db, userId, period),
    countActiveSignIns(db, userId, now),
  ])
  return { count, last: last?.toISOString() ?? null, activeSessions }
}

async function getAccountStats(db: Db, userId: string, now: Date) {
  const [{ keys, calls, refused }, webhooks, campaigns, savedSearches] = await Promise.all([
    getUserApiKeyStats(db, userId, now),
    getUserWebhookStats(db, userId, new Date(now.getTime() - webhookPeriodDays * dayMs)),
    countActiveCampaigns(db, userId),
    countUserSearches(db, userId),
  ])
  const { active, disabled, succeeded, failed } = webhooks
  const failureRate = succeeded + failed === 0 ? null : failed / (succeeded + failed)
  return {
    api: { keys, requests30d: calls, refused30d: refused },
    webhooks: { active, disabled, failureRate },
    ...{ campaigns, savedSearches },
  }
}
