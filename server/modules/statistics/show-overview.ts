import { InternalStatus, userFacingStatuses } from '@dooryard/contract/order'
import type { Overview } from '@dooryard/contract/overview'
import { Role } from '@dooryard/contract/roles'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type DaySales, salesByDay } from '../billing/index.ts'
import { countByRole, newUsersByDay } from '../identity/index.ts'
import { countByStatus, failedByDay, newestFailures, placedByDay, userFacingStatus } from '../orders/index.ts'
import { everyDay, noFigures, type Period, spansUntil, sumOf, sumsByCurrency, type Told } from './period-rules.ts'

const mostFailures = 5

export async function showOverview({ db, clock }: Context, days: number): Promise<Overview> {
  const { since, span, before } = spansUntil(clock.now(), days)
  const [told, toldBefore, sales, salesBefore, orders, byRole] = await Promise.all([
    toldOfDays(db, span),
    toldOfDays(db, before),
    salesByDay(db, span),
    salesByDay(db, before),
    ordersOf(db, span),
    countByRole(db),
  ])
  // That of these days, whatever was sold before.
  const [revenues, revenuesBefore] = [sumsByCurrency(sales), sumsByCurrency(salesBefore)]
  const currency = (revenues[0] ?? revenuesBefore[0])?.currency
  const shown = everyDay(span, [...told, ...sales.map((day) => toldOf(day, currency))])
  const totals = sumOf(noFigures, shown)
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
    previous: sumOf(noFigures, [...toldBefore, ...salesBefore.map((day) => toldOf(day, currency))]),
    days: shown,
  }
}

async function toldOfDays(db: Db, span: Period): Promise<Told[]> {
  const [placed, failed, made] = await Promise.all([
    placedByDay(db, span),
    failedByDay(db, span),
    newUsersByDay(db, span),
  ])
  return [
    ...placed.map(({ day, count }) => ({ day, orders: count })),
    ...failed.map(({ day, count }) => ({ day, failures: count })),
    ...made.map(({ day, count }) => ({ day, newUsers: count })),
  ]
}

const toldOf = ({ day, currency, credits, cents }: DaySales, main: string | undefined): Told => ({
  day,
  creditsSold: credits,
  revenue: currency === main ? cents : 0,
})

async function ordersOf(db: Db, span: Period): Promise<Omit<Overview['orders'], 'placed'>> {
  const [counts, failures] = await Promise.all([countByStatus(db, span), newestFailures(db, span, mostFailures)])
  const sumWhere = (is: (status: InternalStatus) => boolean) =>
    counts
      .filter(({ internalStatus }) => is(InternalStatus.parse(internalStatus)))
      .reduce((sum, { count }) => sum + count, 0)
  return {
    byStatus: userFacingStatuses.map((status) => ({
      status,
      count: sumWhere((internal) => userFacingStatus(internal) === status),
    })),
    cancelled: sumWhere((internal) => internal === 'CANCELLED'),
    failures: failures.map((row) => ({
      orderId: row.id,
      orderName: row.orderName,
      user: `${row.firstName} ${row.lastName}`,
      userEmail: row.closedAt ? null : row.email,
      reason: row.failureReason,
      at: (row.completedAt ?? span.from).toISOString(),
    })),
  }
}
