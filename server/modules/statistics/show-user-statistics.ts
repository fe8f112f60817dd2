import { InternalStatus, userFacingStatuses } from '@dooryard/contract/order'
import { dayMs } from '@dooryard/contract/time'
import type { UserStatistics } from '@dooryard/contract/user-statistics'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { userKeys } from '../api-keys/index.ts'
import { signInsOf } from '../audit-log/index.ts'
import { userPayments } from '../billing/index.ts'
import { countActiveCampaigns } from '../campaigns/index.ts'
import { balanceOf, userCreditsByDay } from '../credits/index.ts'
import { countSignedIn, userOf } from '../identity/index.ts'
import {
  ordersUnderWay,
  userFacingStatus,
  userLeadsByDay,
  userNumbersChecked,
  userOrdersByDay,
} from '../orders/index.ts'
import { countSearchesOf } from '../saved-searches/index.ts'
import { userWebhooks } from '../webhooks/index.ts'
import { daysOf, monthsOf, type Period, periodOf, sumOf, sumsByCurrency, toldBy } from './period-rules.ts'

const webhookDays = 30

/** Of closed accounts too. NOT_FOUND for nobody, VALIDATION for a period that is none. */
export async function showUserStatistics(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: string,
  asked: { fromDate?: string | undefined; toDate?: string | undefined },
): Promise<UserStatistics> {
  const user = await userOf(db, userId)
  const now = clock.now()
  const period = periodOf(asked, new Date(user.createdAt), now)
  const [orders, credits, payments, { checked, callable }, logins, has] = await Promise.all([
    ordersOf(db, userId, period),
    creditsOf(db, userId, period),
    userPayments(db, userId, period),
    userNumbersChecked(db, userId, period),
    loginsOf(db, userId, period, now),
    whatUserHas(db, userId, now),
  ])
  return {
    ...{ user, from: period.from.toISOString(), to: period.until.toISOString() },
    ...{ orders, credits, logins, ...has },
    payments: { count: payments.reduce((sum, { count }) => sum + count, 0), paid: sumsByCurrency(payments) },
    leads: {
      delivered: orders.byType.reduce((sum, { leads }) => sum + leads, 0),
      callableRate: checked === 0 ? null : callable / checked,
    },
  }
}

const noOrders = { orders: 0, leads: 0 }

async function ordersOf(db: Db, userId: string, period: Period): Promise<UserStatistics['orders']> {
  const [placed, delivered, underWay] = await Promise.all([
    userOrdersByDay(db, userId, period),
    userLeadsByDay(db, userId, period),
    ordersUnderWay(db, userId),
  ])
  const told = [...placed.map(({ count, ...row }) => ({ ...row, orders: count })), ...delivered]
  const days = daysOf(period)
  const countOf = (rows: typeof placed) => rows.reduce((sum, { count }) => sum + count, 0)
  return {
    placed: countOf(placed),
    underWay,
    byStatus: userFacingStatuses.map((status) => ({
      status,
      count: countOf(placed.filter((row) => userFacingStatus(InternalStatus.parse(row.internalStatus)) === status)),
    })),
    byType: campaignTypes.values.map((campaignType) => ({
      campaignType,
      ...sumOf(
        noOrders,
        told.filter((row) => row.campaignType === campaignType),
      ),
    })),
    byMonth: toldBy(monthsOf(period), noOrders, told).map(({ stretch, figures }) => ({ month: stretch, ...figures })),
    ...(days && { byDay: toldBy(days, noOrders, told).map(({ stretch, figures }) => ({ day: stretch, ...figures })) }),
  }
}

const noCredits = { purchased: 0, granted: 0, captured: 0, released: 0, lost: 0 }

async function creditsOf(db: Db, userId: string, period: Period): Promise<UserStatistics['credits']> {
  const [told, balance] = await Promise.all([userCreditsByDay(db, userId, period), balanceOf(db, userId)])
  const days = daysOf(period)
  return {
    ...sumOf(noCredits, told),
    balance,
    byMonth: toldBy(monthsOf(period), noCredits, told).map(({ stretch, figures }) => ({ month: stretch, ...figures })),
    ...(days && { byDay: toldBy(days, noCredits, told).map(({ stretch, figures }) => ({ day: stretch, ...figures })) }),
  }
}

async function loginsOf(db: Db, userId: string, period: Period, now: Date): Promise<UserStatistics['logins']> {
  const [{ count, last }, activeSessions] = await Promise.all([
    signInsOf(db, userId, period),
    countSignedIn(db, userId, now),
  ])
  return { count, last: last?.toISOString() ?? null, activeSessions }
}

async function whatUserHas(db: Db, userId: string, now: Date) {
  const [{ keys, calls, refused }, webhooks, campaigns, savedSearches] = await Promise.all([
    userKeys(db, userId, now),
    userWebhooks(db, userId, new Date(now.getTime() - webhookDays * dayMs)),
    countActiveCampaigns(db, userId),
    countSearchesOf(db, userId),
  ])
  const { active, disabled, succeeded, failed } = webhooks
  const failureRate = succeeded + failed === 0 ? null : failed / (succeeded + failed)
  return {
    api: { keys, requests30d: calls, refused30d: refused },
    webhooks: { active, disabled, failureRate },
    ...{ campaigns, savedSearches },
  }
}
