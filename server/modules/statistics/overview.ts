import type { Overview } from '@dooryard/contract/admin/overview'
import { Role } from '@dooryard/contract/api/roles'
import { InternalStatus, userFacingStatuses } from '@dooryard/contract/orders/order'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type DaySales, listSalesByDay } from '../billing/index.ts'
import { countNewUsersByDay, countUsersByRole } from '../identity/index.ts'
import {
  countFailedByDay,
  countOrdersByStatus,
  countPlacedByDay,
  listNewestFailures,
  toUserFacingStatus,
} from '../orders/index.ts'
import {
  emptyOverviewTotals,
  getOverviewPeriods,
  type OverviewDayRow,
  type StatisticsPeriod,
  sumByCurrency,
  sumStats,
  toOverviewDays,
} from './period-rules.ts'

const maxFailures = 5

export async function getOverview({ db, clock }: Context, days: number): Promise<Overview> {
  const { since, period, previous } = getOverviewPeriods(clock.now(), days)
  const [dayRows, previousDayRows, sales, previousSales, orders, byRole] = await Promise.all([
    listDayRows(db, period),
    listDayRows(db, previous),
    listSalesByDay(db, period),
    listSalesByDay(db, previous),
    getOverviewOrders(db, period),
    countUsersByRole(db),
  ])
  // The currency of this period takes precedence over the previous one.
  const [revenues, previousRevenues] = [sumByCurrency(sales), sumByCurrency(previousSales)]
  const currency = (revenues[0] ?? previousRevenues[0])?.currency
  const shown = toOverviewDays(period, [...dayRows, ...sales.map((day) => toDayRow(day, currency))])
  const totals = sumStats(emptyOverviewTotals, shown)
  return {
    since,
    orders: { placed: totals.orders, ...orders },
    credits: {
      sold: totals.creditsSold,
      revenue: revenues[0] ?? null,
      revenues,
    },
    users: {
      total: byRole.reduce((sum, { count }) => sum + count, 0),
      created: totals.newUsers,
      byRole: byRole.map(({ role, count }) => ({ role: Role.parse(role), count })),
    },
    totals,
    previous: sumStats(emptyOverviewTotals, [
      ...previousDayRows,
      ...previousSales.map((day) => toDayRow(day, currency)),
    ]),
    days: shown,
  }
}

async function listDayRows(db: Db, period: StatisticsPeriod): Promise<OverviewDayRow[]> {
  const [placed, failed, newUsers] = await Promise.all([
    countPlacedByDay(db, period),
    countFailedByDay(db, period),
    countNewUsersByDay(db, period),
  ])
  return [
    ...placed.map(({ day, count }) => ({ day, orders: count })),
    ...failed.map(({ day, count }) => ({ day, failures: count })),
    ...newUsers.map(({ day, count }) => ({ day, newUsers: count })),
  ]
}

const toDayRow = ({ day, currency, credits, cents }: DaySales, mainCurrency: string | undefined): OverviewDayRow => ({
  day,
  creditsSold: credits,
  revenue: currency === mainCurrency ? cents : 0,
})

async function getOverviewOrders(db: Db, period: StatisticsPeriod): Promise<Omit<Overview['orders'], 'placed'>> {
  const [counts, failures] = await Promise.all([
    countOrdersByStatus(db, period),
    listNewestFailures(db, period, maxFailures),
  ])
  const sumWhere = (is: (status: InternalStatus) => boolean) =>
    counts
      .filter(({ internalStatus }) => is(InternalStatus.parse(internalStatus)))
      .reduce((sum, { count }) => sum + count, 0)
  return {
    byStatus: userFacingStatuses.map((status) => ({
      status,
      count: sumWhere((internal) => toUserFacingStatus(internal) === status),
    })),
    cancelled: sumWhere((internal) => internal === 'CANCELLED'),
    failures: failures.map((row) => ({
      orderId: row.id,
      orderName: row.orderName,
      user: `${row.firstName} ${row.lastName}`,
      userEmail: row.closedAt ? null : row.email,
      reason: row.failureReason,
      at: (row.completedAt ?? period.from).toISOString(),
    })),
  }
}
