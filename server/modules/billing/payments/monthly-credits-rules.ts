import { addMonths, monthsByInterval } from '../provider/add-months.ts'
import { getRefundedShare } from './partial-refund-rules.ts'

/** A payment for a year, or for the rest of one. Cents; `monthlyCredits` is what it adds to each later month. */
export type YearPayment = {
  status: string
  amount: number
  partialRefundAmount: number
  monthlyCredits: number
  periodStart: Date
  periodEnd: Date
}

/** The credits of a month that a payment brings: less the share that was refunded, and none once all of it was. */
export const getMonthlyShare = ({
  status,
  amount,
  partialRefundAmount,
  monthlyCredits,
}: Omit<YearPayment, 'periodStart' | 'periodEnd'>) =>
  status === 'PAID' ? monthlyCredits - getRefundedShare(monthlyCredits, partialRefundAmount, amount) : 0

export const sumMonthlyShares = (payments: readonly Omit<YearPayment, 'periodStart' | 'periodEnd'>[]): number =>
  payments.reduce((sum, payment) => sum + getMonthlyShare(payment), 0)

type Period = { periodStart: Date; periodEnd: Date }

/** The later months of a year that have begun by then; its first month is granted with the payment. */
export const listMonthStarts = ({ periodStart, periodEnd }: Period, until: Date): Date[] =>
  Array.from({ length: monthsByInterval.YEAR - 1 }, (_, index) => addMonths(periodStart, index + 1)).filter(
    (start) => start <= until && start < periodEnd,
  )

/** The month of a year, counted from its start, that contains an instant. */
export function getCreditMonth(year: Period, at: Date): Period {
  const months = listMonthStarts(year, at).length
  return {
    periodStart: addMonths(year.periodStart, months),
    periodEnd: listMonthStarts(year, year.periodEnd)[months] ?? year.periodEnd,
  }
}
