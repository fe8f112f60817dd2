import type { SpendingAlertsChange } from '@dooryard/contract/billing/spending-alerts'

/** Whole credits. */
export type Spending = { today: number; thisMonth: number; spendable: number }

/** What the user was notified: days and months by their first day, `2026-11-29`. */
export type NotifiedPeriods = { notifiedDay: string | null; notifiedMonth: string | null; isBalanceNotified: boolean }

export type AlertKind = 'DAY' | 'MONTH' | 'BALANCE'

export type DueAlert = { kind: AlertKind; limit: number; amount: number }

const toDay = (at: Date) => at.toISOString().slice(0, 10)

/** The UTC day and the calendar month of an instant, by their start. */
export function getPeriods(now: Date): { day: Date; month: Date } {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  return { day: new Date(Date.UTC(year, month, day)), month: new Date(Date.UTC(year, month, 1)) }
}

/**
 * The alerts to send now, and what the user is notified of by then. Of a day or a month a user is told once, of a low balance
 * once until it has recovered.
 */
export function findDueAlerts(limits: SpendingAlertsChange, notified: NotifiedPeriods, spending: Spending, now: Date) {
  const { day, month } = getPeriods(now)
  const { perDay, perMonth, balanceBelow } = limits
  const { today, thisMonth, spendable } = spending
  const isLow = balanceBelow !== null && spendable < balanceBelow
  const due: DueAlert[] = []
  if (perDay !== null && today > perDay && notified.notifiedDay !== toDay(day))
    due.push({ kind: 'DAY', limit: perDay, amount: today })
  if (perMonth !== null && thisMonth > perMonth && notified.notifiedMonth !== toDay(month))
    due.push({ kind: 'MONTH', limit: perMonth, amount: thisMonth })
  if (isLow && !notified.isBalanceNotified) due.push({ kind: 'BALANCE', limit: balanceBelow, amount: spendable })
  const isDue = (kind: AlertKind) => due.some((alert) => alert.kind === kind)
  return {
    due,
    notified: {
      notifiedDay: isDue('DAY') ? toDay(day) : notified.notifiedDay,
      notifiedMonth: isDue('MONTH') ? toDay(month) : notified.notifiedMonth,
      isBalanceNotified: isLow,
    },
  }
}
