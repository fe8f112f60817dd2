import type { Db } from '../../../platform/postgres/database.ts'
import { updatePaid } from './payments.queries.ts'

const columns = [
  ...(['id', 'status', 'amount', 'partialRefundAmount', 'monthlyCredits'] as const),
  ...(['periodStart', 'periodEnd', 'refundRequestedAt'] as const),
] as const

/**
 * The payments of the latest year that was paid for, with the whole year as their period: a provider may bill a change
 * from its day on. Empty if there was none.
 */
export async function listYearPayments(db: Db, subscriptionId: string) {
  const rows = await selectYearPayments(db, subscriptionId).execute()
  return toLatestYear(rows)
}

export async function lockYearPayments(db: Db, subscriptionId: string) {
  const rows = await selectYearPayments(db, subscriptionId).forUpdate().execute()
  return toLatestYear(rows)
}

const selectYearPayments = (db: Db, subscriptionId: string) =>
  db
    .selectFrom('paymentTransactions')
    .select(columns)
    .where('subscriptionId', '=', subscriptionId)
    .where('status', 'in', ['PAID', 'REFUNDED'])
    .where('monthlyCredits', 'is not', null)
    .orderBy('id')

type YearPaymentRow = Awaited<ReturnType<ReturnType<typeof selectYearPayments>['execute']>>[number]

function toLatestYear(rows: readonly YearPaymentRow[]) {
  const known = rows.flatMap(({ periodStart, periodEnd, monthlyCredits, ...row }) =>
    periodStart && periodEnd && monthlyCredits !== null ? [{ ...row, periodStart, periodEnd, monthlyCredits }] : [],
  )
  const last = Math.max(...known.map(({ periodEnd }) => periodEnd.getTime()))
  const latest = known.filter(({ periodEnd }) => periodEnd.getTime() === last)
  const periodStart = new Date(Math.min(...latest.map((payment) => payment.periodStart.getTime())))
  return latest.map((payment) => ({ ...payment, periodStart }))
}

/** Adds the credits of another month to what a payment granted. */
export const addGrantedCredits = (db: Db, id: string, credits: number) =>
  updatePaid(db, id)
    .set(({ eb }) => ({ creditsGranted: eb('creditsGranted', '+', credits) }))
    .execute()
