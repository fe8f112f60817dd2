import { paymentFailedMail } from '../../../platform/mail/templates/subscriptions.ts'
import { findMailRecipient } from '../../../platform/owners.queries.ts'
import { providerOf } from '../billing-context.ts'
import type { ProviderInvoice } from '../provider.ts'
import { paymentOf } from './invoice-payment.ts'
import type { Look } from './look-at-subscription.ts'
import { mailTo } from './mail-to.ts'
import { lockPaymentsAt, type PaymentRow, type RefundCause } from './payments.queries.ts'
import { recordFailed, recordPaid } from './record-payment.ts'
import { recordRefund } from './record-refund.ts'
import type { Recording } from './recording.ts'
import type { RecordedSubscription } from './subscription-rows.queries.ts'
import { inOrder, isSettled, isTooLate, planBefore, stateOf } from './subscription-state-rules.ts'
import { tellOfMoneyBack } from './tell-of-money-back.ts'

/** The subscription that is recorded; `wasOver` where its end was recorded before. */
export type Recorded = { row: RecordedSubscription; wasOver: boolean }

/** Records the invoices of a subscription in their order, and then which of them were paid back. */
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
    else if (payment) await tellOfMoneyBack(inside, payment, { ...invoice, now: look.now })
  }
}

const ownerOf = (inside: Recording, { subscription }: Look, row: RecordedSubscription) => ({
  userId: row.userId,
  subscriptionId: row.id,
  checkoutId: subscription.checkoutId,
  provider: providerOf(inside).name,
})

async function recordPaidInvoice(
  inside: Recording,
  look: Look,
  recorded: Recorded,
  invoice: ProviderInvoice,
): Promise<PaymentRow> {
  const before = planBefore(look.invoices, invoice)
  const given = await paymentOf(inside, invoice, ownerOf(inside, look, recorded.row))
  const payment = { ...given, credits: { ...given.credits, keepUpTo: before?.credits } }
  return recordPaid(inside, { ...payment, refundCause: await whyOwed(inside, look, recorded, invoice) })
}

/**
 * Why a payment gives nothing and goes back: it is for one subscription too many, or was made after the end, as by a
 * new card that pays an old invoice. The credits of another subscription would lapse by it.
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
  row: RecordedSubscription,
  invoice: ProviderInvoice,
): Promise<void> {
  const { facts } = await paymentOf(inside, invoice, ownerOf(inside, look, row))
  await recordFailed(inside, facts, invoice.failure ?? 'The payment did not go through.')
  const { graceUntil } = stateOf(look, invoice.plan, row, row.isDuplicate)
  if (invoice.reason !== 'RENEWAL' || !graceUntil) return
  const { plan, amount, currency } = invoice
  const mail = { planName: plan.name, amount, currency, until: graceUntil }
  await mailTo(inside, row.userId, (reader) => paymentFailedMail(inside, reader, mail))
}
