import { formatPeriod } from '../../../platform/format.ts'
import { paymentFailedMail } from '../../../platform/mail/templates/subscriptions.ts'
import { findMailRecipient } from '../../../platform/owners.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { providerOf } from '../billing-context.ts'
import { findCheckoutOf, isOurId } from '../checkouts.queries.ts'
import {
  isPaidByOther,
  lockPaymentsAt,
  type PaymentFacts,
  type PaymentRow,
  type RefundCause,
} from '../payments.queries.ts'
import type { ProviderInvoice } from '../provider.ts'
import { findQuote, type QuoteRow } from '../quotes.queries.ts'
import type { SubscriptionRow } from '../subscriptions.queries.ts'
import { mailTo } from './mail-to.ts'
import { type Payment, recordFailed, recordPaid } from './record-payment.ts'
import { notifyOfMoneyBack, recordRefund } from './record-refund.ts'
import type { Recording } from './recording.ts'
import { inOrder, isSettled, isTooLate, type Look, planBefore, stateOf } from './subscription-state-rules.ts'

/** The subscription that is recorded; `wasOver` where its end was recorded before. */
type Recorded = { row: SubscriptionRow; wasOver: boolean }

export async function recordInvoices(inside: Recording, look: Look, { row, wasOver }: Recorded): Promise<void> {
  const { name: provider } = providerOf(inside)
  const invoices = inOrder(look.invoices).filter((invoice) => invoice.status === 'FAILED' || isSettled(invoice))
  const listed = await lockPaymentsAt(
    inside.db,
    provider,
    invoices.map(({ id }) => id),
  )
  const payments = new Map(listed.map((payment) => [payment.providerRef, payment]))
  for (const invoice of invoices) {
    const found = payments.get(invoice.id)
    if (invoice.status === 'FAILED' && !found) await recordFailedInvoice(inside, look, row, invoice)
    if (isSettled(invoice) && (!found || found.status === 'FAILED'))
      payments.set(invoice.id, await recordPaidInvoice(inside, look, { row, wasOver }, invoice))
  }
  for (const invoice of invoices) {
    const payment = payments.get(invoice.id)
    // Where nothing was paid there is nothing for the provider to pay back.
    const isFreeAndOwed = payment?.amount === 0 && payment.refundCause !== null
    const isBack = invoice.status === 'REFUNDED' || isFreeAndOwed
    const refund = { at: look.now, isDuplicate: row.isDuplicate }
    if (payment && isBack) await recordRefund(inside, payment, { ...refund, isDisputed: invoice.dispute === 'TAKEN' })
    else if (payment) await notifyOfMoneyBack(inside, payment, { ...invoice, now: look.now })
  }
}

async function recordPaidInvoice(
  inside: Recording,
  look: Look,
  recorded: Recorded,
  invoice: ProviderInvoice,
): Promise<PaymentRow> {
  const before = planBefore(look.invoices, invoice)
  const given = await paymentOf(inside, look, recorded.row, invoice)
  const payment = { ...given, credits: { ...given.credits, keepUpTo: before?.credits } }
  return recordPaid(inside, { ...payment, refundCause: await whyOwed(inside, look, recorded, invoice) })
}

/**
 * For one subscription too many, or made after the end, as by a new card that pays an old invoice: the credits of
 * another subscription would lapse by it.
 */
async function whyOwed(
  { db }: Recording,
  { subscription }: Look,
  { row, wasOver }: Recorded,
  invoice: ProviderInvoice,
): Promise<RefundCause | undefined> {
  if (row.isDuplicate) return (await findMailRecipient(db, row.userId)) ? 'DUPLICATE' : 'CLOSED'
  return wasOver || isTooLate(subscription, invoice) ? 'ENDED' : undefined
}

/** One mail for each renewal that is not paid, as long as something can be done about it. */
async function recordFailedInvoice(
  inside: Recording,
  look: Look,
  row: SubscriptionRow,
  invoice: ProviderInvoice,
): Promise<void> {
  const { facts } = await paymentOf(inside, look, row, invoice)
  await recordFailed(inside, facts, invoice.failure ?? 'The payment did not go through.')
  const { graceUntil } = stateOf(look, invoice.plan, row, row.isDuplicate)
  if (invoice.reason !== 'RENEWAL' || !graceUntil) return
  const { plan, amount, currency } = invoice
  const mail = { planName: plan.name, amount, currency, until: graceUntil }
  await mailTo(inside, row.userId, (reader) => paymentFailedMail(inside, reader, mail))
}

async function paymentOf(
  inside: Recording,
  { subscription }: Look,
  { id: subscriptionId, userId }: SubscriptionRow,
  invoice: ProviderInvoice,
): Promise<Payment> {
  const { id: providerRef, reason, amount, discount, currency, periodStart, periodEnd, at } = invoice
  const { name: provider } = providerOf(inside)
  // Others who sell by the same account can write on an invoice, too: only what is the owner's own counts.
  const checkout = reason === 'FIRST' ? await findCheckoutOf(inside.db, userId, subscription.checkoutId) : undefined
  const quote = await quoteOf(inside.db, invoice, { userId, provider })
  return {
    facts: {
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
      description: inWords(invoice, quote),
      checkoutId: checkout?.id ?? null,
      quoteId: quote?.id ?? null,
      couponCode: checkout?.couponCode ?? quote?.couponCode ?? null,
      createdAt: at,
    },
    paymentRef: invoice.paymentRef,
    paidAt: invoice.paidAt ?? at,
    card: invoice.card,
    lines: linesOf(invoice, quote),
    credits: { ...creditsOf(invoice, quote), says: () => inWords(invoice, quote) },
    bonusCredits: checkout?.bonusCredits ?? quote?.bonusCredits ?? 0,
    buyer: reason === 'RENEWAL' ? undefined : userId,
  }
}

/**
 * A change that somebody makes at the provider still shows the quote of the change before, whose credits are not given
 * again.
 */
async function quoteOf(
  db: Db,
  { id: providerRef, quoteId }: ProviderInvoice,
  { userId, provider }: Pick<PaymentFacts, 'userId' | 'provider'>,
) {
  const quote = isOurId(quoteId) ? await findQuote(db, userId, quoteId) : undefined
  return quote && !(await isPaidByOther(db, quote.id, { provider, providerRef })) ? quote : undefined
}

const inWords = ({ reason, plan, periodStart, periodEnd }: ProviderInvoice, quote: QuoteRow | undefined) =>
  `${reason === 'CHANGE' ? `Change to ${plan.name}` : plan.name}, ` +
  formatPeriod(quote?.proratedAt ?? periodStart, periodEnd)

function linesOf(invoice: ProviderInvoice, quote: QuoteRow | undefined) {
  const { plan, periodEnd, amount, discount } = invoice
  if (!quote) return [{ text: inWords(invoice, quote), amount: amount + discount }]
  const left = formatPeriod(quote.proratedAt, periodEnd)
  return [
    { text: `${plan.name}, ${left}`, amount: quote.charge },
    { text: `Unused days of ${quote.fromPlan}, ${left}`, amount: -quote.credit },
  ]
}

function creditsOf({ reason, plan }: ProviderInvoice, quote: QuoteRow | undefined) {
  if (reason === 'CHANGE') return { how: 'GRANT', amount: quote?.creditsNow ?? 0 } as const
  return { how: reason === 'RENEWAL' ? 'RENEWAL' : 'GRANT', amount: plan.credits } as const
}
