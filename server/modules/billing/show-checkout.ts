import { Checkout } from '@dooryard/contract/purchases'
import { notFound } from '../../platform/errors.ts'
import type { BillingContext } from './billing-context.ts'
import { findOwnCheckout, findPaymentOf } from './checkouts.queries.ts'
import { settleCheckout } from './settle/settle-checkout.ts'

/**
 * How a purchase of the caller's stands. An open one is asked for at the provider first, so that whoever comes back
 * from paying need not wait for the provider to tell.
 */
export async function showCheckout(ctx: BillingContext, id: string): Promise<Checkout> {
  const { db, actor, provider, log } = ctx
  const before = await findOwnCheckout(db, actor.userId, id)
  if (!before) throw notFound('This purchase')
  if (before.status === 'OPEN' && before.providerId && before.provider === provider?.name)
    await settleCheckout(ctx, id).catch((error) => log.warn({ err: error, id }, 'a purchase could not be asked about'))
  const row = (await findOwnCheckout(db, actor.userId, id)) ?? before
  const payment = await findPaymentOf(db, id)
  const { isBack, reason } = refundOf(payment)
  return {
    sessionId: row.id,
    kind: Checkout.shape.kind.parse(row.kind),
    name: row.name,
    status: isBack ? 'REFUNDED' : Checkout.shape.status.parse(row.status),
    credits: isBack ? 0 : row.credits,
    bonusCredits: isBack ? 0 : row.bonusCredits,
    total: { amount: row.listPrice - row.discount, currency: row.currency },
    transactionId: payment?.id,
    ...(reason !== undefined && { refundReason: reason }),
  }
}

/**
 * Whether what was paid went back, or is about to because it gives nothing. Why is said where the portal decided it:
 * the reason of an administrator is for administrators.
 */
function refundOf(payment: Awaited<ReturnType<typeof findPaymentOf>>): { isBack: boolean; reason?: string } {
  if (!payment) return { isBack: false }
  const { status, refundCause, refundReason, refundRequestedBy } = payment
  const isBack = status === 'REFUNDED' || refundCause !== null
  const isOurs = refundCause !== null || refundRequestedBy === null
  return { isBack, ...(isBack && isOurs && refundReason !== null && { reason: refundReason }) }
}
