import { findMailRecipient } from '../../../platform/lists/owners.queries.ts'
import { paymentFailedMail } from '../../../platform/mail/templates/subscriptions.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { formatPeriod } from '../../../platform/util/format.ts'
import { requireProvider } from '../billing-context.ts'
import { findQuote, type QuoteRow } from '../change-plan/quotes.queries.ts'
import { findOwnedCheckout, isUuid } from '../checkout/checkouts.queries.ts'
import {
  isPaidByOther,
  lockPaymentsByRefs,
  type PaymentDetails,
  type PaymentRow,
  type RefundCause,
} from '../payments/payments.queries.ts'
import type { ProviderInvoice } from '../provider/provider.ts'
import type { SubscriptionRow } from '../subscription/subscriptions.queries.ts'
import { getChangeCredits, getMonthlyCredits, grantMonthsDue } from './grant-months.ts'
import { queueMailTo } from './queue-mail-to.ts'
import { type PaymentRecord, recordFailed, recordPaid } from './record-payment.ts'
import { notifyRefundState, recordRefund } from './record-refund.ts'
import type { RecordingTransaction } from './recording-transaction.ts'
import {
  getPlanBefore,
  isPaidTooLate,
  type SubscriptionSnapshot,
  sortInvoices,
  toSubscriptionState,
  wasPaid,
} from './subscription-state-rules.ts'

/** The recorded subscription; `wasOver` if its end was recorded before. */
type RecordedSubscription = { row: SubscriptionRow; wasOver: boolean }

export async function recordInvoices(
  tx: RecordingTransaction,
  snapshot: SubscriptionSnapshot,
  { row, wasOver }: RecordedSubscription,
): Promise<void> {
  const { name: provider } = requireProvider(tx)
  const invoices = sortInvoices(snapshot.invoices).filter((invoice) => invoice.status === 'FAILED' || wasPaid(invoice))
  const listed = await lockPaymentsByRefs(
    tx.db,
    provider,
    invoices.map(({ id }) => id),
  )
  const payments = new Map(listed.map((payment) => [payment.providerRef, payment]))
  for (const invoice of invoices) {
    const found = payments.get(invoice.id)
    if (invoice.status === 'FAILED' && !found) await recordFailedInvoice(tx, snapshot, row, invoice)
    if (wasPaid(invoice) && (!found || found.status === 'FAILED'))
      payments.set(invoice.id, await recordPaidInvoice(tx, snapshot, { row, wasOver }, invoice))
  }
  for (const invoice of invoices) {
    const payment = payments.get(invoice.id)
    // If nothing was paid, the provider has nothing to refund.
    const isFreeAndOwed = payment?.amount === 0 && payment.refundCause !== null
    const isBack = invoice.status === 'REFUNDED' || isFreeAndOwed
    const refund = { at: snapshot.now, isDuplicate: row.isDuplicate }
    if (payment && isBack) await recordRefund(tx, payment, { ...refund, isDisputed: invoice.dispute === 'TAKEN' })
    else if (payment) {
      const refundedBefore = snapshot.refundedBefore.get(invoice.id) ?? 0
      await notifyRefundState(tx, payment, { ...invoice, now: snapshot.now, refundedBefore })
    }
  }
}

async function recordPaidInvoice(
  tx: RecordingTransaction,
  snapshot: SubscriptionSnapshot,
  recorded: RecordedSubscription,
  invoice: ProviderInvoice,
): Promise<PaymentRow> {
  const before = getPlanBefore(snapshot.invoices, invoice)
  // The months of the year that ends come first: their order decides what rolls over.
  await grantMonthsDue(tx.db, recorded.row, invoice.at)
  const given = await buildPayment(tx, snapshot, recorded.row, invoice)
  const payment = { ...given, credits: { ...given.credits, keepUpTo: before?.credits } }
  return recordPaid(tx, { ...payment, refundCause: await getRefundCause(tx, snapshot, recorded, invoice) })
}

/**
 * Returns the cause for a duplicate subscription, or for a payment after the end, as when a new card pays an old
 * invoice: its credits would expire those of another subscription.
 */
async function getRefundCause(
  { db }: RecordingTransaction,
  { subscription }: SubscriptionSnapshot,
  { row, wasOver }: RecordedSubscription,
  invoice: ProviderInvoice,
): Promise<RefundCause | undefined> {
  if (row.isDuplicate) return (await findMailRecipient(db, row.userId)) ? 'DUPLICATE' : 'CLOSED'
  return wasOver || isPaidTooLate(subscription, invoice) ? 'ENDED' : undefined
}

/** Sends one mail per unpaid renewal, as long as the user can act on it. */
async function recordFailedInvoice(
  tx: RecordingTransaction,
  snapshot: SubscriptionSnapshot,
  row: SubscriptionRow,
  invoice: ProviderInvoice,
): Promise<void> {
  // The months of the paid year come, even if the next one is not paid.
  await grantMonthsDue(tx.db, row, invoice.at)
  const { details } = await buildPayment(tx, snapshot, row, invoice)
  await recordFailed(tx, details, invoice.failure ?? 'The payment did not go through.')
  const { graceUntil } = toSubscriptionState(snapshot, invoice.plan, row, row.isDuplicate)
  if (invoice.reason !== 'RENEWAL' || !graceUntil) return
  const { plan, amount, currency } = invoice
  const mail = { planName: plan.name, amount, currency, until: graceUntil }
  await queueMailTo(tx, row.userId, (reader) => paymentFailedMail(tx, reader, mail))
}

async function buildPayment(
  tx: RecordingTransaction,
  { subscription }: SubscriptionSnapshot,
  { id: subscriptionId, userId }: SubscriptionRow,
  invoice: ProviderInvoice,
): Promise<PaymentRecord> {
  const { id: providerRef, reason, amount, discount, currency, periodStart, periodEnd, at } = invoice
  const { name: provider } = requireProvider(tx)
  // Other sellers on the same provider account can also write on an invoice: only the owner's own checkout counts.
  const checkout = reason === 'FIRST' ? await findOwnedCheckout(tx.db, userId, subscription.checkoutId) : undefined
  const quote = await findInvoiceQuote(tx.db, invoice, { userId, provider })
  const monthlyCredits = await getMonthlyCredits(tx.db, subscriptionId, invoice)
  const description = describeInvoice(invoice, quote)
  return {
    details: {
      userId,
      provider,
      providerRef,
      kind: 'SUBSCRIPTION',
      reason,
      subscriptionId,
      amount,
      discount,
      currency,
      periodStart,
      periodEnd,
      description,
      checkoutId: checkout?.id ?? null,
      quoteId: quote?.id ?? null,
      monthlyCredits,
      couponCode: checkout?.couponCode ?? quote?.couponCode ?? null,
      createdAt: at,
    },
    paymentRef: invoice.paymentRef,
    paidAt: invoice.paidAt ?? at,
    card: invoice.card,
    lines: buildInvoiceLines(invoice, quote),
    credits: {
      ...(await getCreditGrant(tx.db, subscriptionId, invoice, { quote, monthlyCredits })),
      says: () => description,
    },
    bonusCredits: checkout?.bonusCredits ?? quote?.bonusCredits ?? 0,
    buyer: reason === 'RENEWAL' ? undefined : userId,
  }
}

/**
 * A change made directly at the provider still carries the quote of the previous change, whose credits are not granted
 * again.
 */
async function findInvoiceQuote(
  db: Db,
  { id: providerRef, quoteId }: ProviderInvoice,
  { userId, provider }: Pick<PaymentDetails, 'userId' | 'provider'>,
) {
  const quote = isUuid(quoteId) ? await findQuote(db, userId, quoteId) : undefined
  return quote && !(await isPaidByOther(db, quote.id, { provider, providerRef })) ? quote : undefined
}

const describeInvoice = ({ reason, plan, periodStart, periodEnd }: ProviderInvoice, quote: QuoteRow | undefined) =>
  `${reason === 'CHANGE' ? `Change to ${plan.name}` : plan.name}, ` +
  formatPeriod(quote && !isRestart(quote, periodEnd) ? quote.proratedAt : periodStart, periodEnd)

/** Whether the change began a period of its own, as a switch from the month to the year does. */
const isRestart = (quote: QuoteRow, periodEnd: Date) => quote.periodEnd.getTime() < periodEnd.getTime()

function buildInvoiceLines(invoice: ProviderInvoice, quote: QuoteRow | undefined) {
  const { plan, periodStart, periodEnd, amount, discount } = invoice
  if (!quote) return [{ text: describeInvoice(invoice, quote), amount: amount + discount }]
  const left = formatPeriod(quote.proratedAt, quote.periodEnd)
  const bought = isRestart(quote, periodEnd) ? formatPeriod(periodStart, periodEnd) : left
  return [
    { text: `${plan.name}, ${bought}`, amount: quote.charge },
    { text: `Unused days of ${quote.fromPlan}, ${left}`, amount: -quote.credit },
  ]
}

async function getCreditGrant(
  db: Db,
  subscriptionId: string,
  invoice: ProviderInvoice,
  { quote, monthlyCredits }: { quote: QuoteRow | undefined; monthlyCredits: number | null },
) {
  const { reason, plan } = invoice
  if (reason === 'CHANGE') {
    const amount = quote ? await getChangeCredits(db, subscriptionId, invoice, { quote, monthlyCredits }) : 0
    return { how: 'GRANT', amount } as const
  }
  return { how: reason === 'RENEWAL' ? 'RENEWAL' : 'GRANT', amount: plan.credits } as const
}
