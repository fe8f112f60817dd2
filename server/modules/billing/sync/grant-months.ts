import type { Db } from '../../../platform/postgres/database.ts'
import { formatPeriod } from '../../../platform/util/format.ts'
import { grantCredits, renewCredits } from '../../credits/index.ts'
import { type BillingServices, requireProvider } from '../billing-context.ts'
import {
  getCreditMonth,
  getMonthlyShare,
  listMonthStarts,
  sumMonthlyShares,
} from '../payments/monthly-credits-rules.ts'
import { addGrantedCredits, listYearPayments, lockYearPayments } from '../payments/year-payments.queries.ts'
import type { ProviderInvoice } from '../provider/provider.ts'
import {
  insertGrantedMonth,
  listGrantedMonths,
  listMonthsDue,
  lockSubscriptionByProviderId,
  type SubscriptionRow,
} from '../subscription/subscriptions.queries.ts'
import { inRecordingTransaction } from './recording-transaction.ts'

/** Grants the months due of every subscription by the year. One failure does not stop the others. */
export async function grantAnnualMonths(services: BillingServices): Promise<void> {
  const { db, log, provider } = services
  if (!provider) return
  const now = await provider.now()
  for (const { providerId } of await listMonthsDue(db, provider.name, now)) {
    try {
      await grantOwnMonths(services, providerId, now)
    } catch (error) {
      log.warn({ err: error, subscription: providerId }, 'the month of a subscription could not be granted')
    }
  }
}

const grantOwnMonths = (services: BillingServices, providerId: string, now: Date): Promise<void> =>
  inRecordingTransaction(services, async ({ db }) => {
    const subscription = await lockSubscriptionByProviderId(db, requireProvider(services).name, providerId)
    if (subscription?.status !== 'ACTIVE') return
    const payments = await lockYearPayments(db, subscription.id)
    // The outcome of a refund in progress decides what the month brings, so the next run grants it.
    if (payments.some(({ status, refundRequestedAt }) => status === 'PAID' && refundRequestedAt !== null)) return
    await grantMonthsDue(db, subscription, now)
  })

type Subscriber = Pick<SubscriptionRow, 'id' | 'userId' | 'planName'>

/**
 * Grants the later months of the latest paid year that have begun by then, each once and in order: a month rolls over
 * as a renewal does. Runs inside the transaction that holds the lock of the subscription.
 */
export async function grantMonthsDue(db: Db, subscriber: Subscriber, until: Date): Promise<void> {
  const payments = await lockYearPayments(db, subscriber.id)
  const [year] = payments
  if (!year) return
  const granted = await listGrantedMonths(db, subscriber.id, year.periodStart)
  const known = new Set(granted.map((month) => month.getTime()))
  for (const start of listMonthStarts(year, until)) {
    if (known.has(start.getTime())) continue
    await insertGrantedMonth(db, subscriber.id, start)
    const { periodEnd } = getCreditMonth(year, start)
    await grantMonth(db, subscriber, payments, `${subscriber.planName}, ${formatPeriod(start, periodEnd)}`)
  }
}

/** Each payment brings its own part, so that its refund takes that part back. */
async function grantMonth(
  db: Db,
  { userId }: Subscriber,
  payments: Awaited<ReturnType<typeof lockYearPayments>>,
  reason: string,
): Promise<void> {
  const shares = payments.map((payment) => ({ id: payment.id, amount: getMonthlyShare(payment) }))
  const [first, ...others] = shares.filter(({ amount }) => amount > 0)
  if (!first) return
  const keepUpTo = sumMonthlyShares(payments)
  await renewCredits(db, { userId, transactionId: first.id, reason, monthlyCredits: first.amount, keepUpTo })
  for (const { id: transactionId, amount } of others)
    await grantCredits(db, { userId, bucket: 'SUBSCRIPTION', amount, reason, actor: 'system', transactionId })
  for (const { id, amount } of [first, ...others]) await addGrantedCredits(db, id, amount)
}

/**
 * The credits that a paid invoice adds to each later month: those of a year, or what a change adds to the payments
 * before it. Null for an invoice by the month.
 */
export async function getMonthlyCredits(
  db: Db,
  subscriptionId: string,
  { plan, reason, periodEnd }: ProviderInvoice,
): Promise<number | null> {
  if (plan.interval !== 'YEAR') return null
  if (reason !== 'CHANGE') return plan.credits
  const payments = await listYearPayments(db, subscriptionId)
  const same = payments.filter((payment) => payment.periodEnd.getTime() === periodEnd.getTime())
  return Math.max(0, plan.credits - sumMonthlyShares(same))
}

type QuotedChange = { proratedAt: Date; creditsNow: number }

/**
 * The credits that a paid change grants at once: those quoted, of the month in which it was quoted, and what it adds to
 * each month of the year that has been granted without it since. Runs inside the transaction that holds the lock of the
 * subscription.
 */
export async function getChangeCredits(
  db: Db,
  subscriptionId: string,
  { periodEnd }: Pick<ProviderInvoice, 'periodEnd'>,
  { quote, monthlyCredits }: { quote: QuotedChange; monthlyCredits: number | null },
): Promise<number> {
  if (monthlyCredits === null) return quote.creditsNow
  const granted = await listGrantedMonths(db, subscriptionId, quote.proratedAt)
  return quote.creditsNow + monthlyCredits * granted.filter((start) => start < periodEnd).length
}
