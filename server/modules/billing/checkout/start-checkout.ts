import { Checkout, type CheckoutSession, type Purchase } from '@dooryard/contract/billing/purchases'
import { audit } from '../../../platform/audit.ts'
import { appError, isAppError, notFound } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { reserveCoupon } from '../../coupons/index.ts'
import { findUser, lockActiveAccount } from '../../identity/index.ts'
import { type BillingContext, requireProvider } from '../billing-context.ts'
import { sendBillingDetailsOfNewCustomer } from '../invoices/details/billing-details.ts'
import { findCheckoutPayment, type PaymentRow } from '../payments/payments.queries.ts'
import type { CheckoutItem } from '../provider/provider.ts'
import { findLiveSubscription } from '../subscription/subscriptions.queries.ts'
import { completeCheckout, expireUnpaidCheckouts } from '../sync/complete-checkout.ts'
import { endUnpaidCheckout } from '../sync/expire-checkouts.ts'
import { syncSubscription } from '../sync/sync-subscription.ts'
import { attachProviderSession, findOwnedCheckout, insertCheckout } from './checkouts.queries.ts'
import { findCustomer, insertCustomer } from './customers.queries.ts'
import {
  assertMinCharge,
  type CatalogItem,
  checkoutOpenMs,
  couponReservedMs,
  getCatalogItem,
  noCoupon,
} from './price-purchase.ts'

/**
 * Starts the purchase of a plan, a pack or a number of credits. Throws NOT_FOUND for an inactive item, CONFLICT for a
 * second subscription, UNPROCESSABLE for a coupon that does not apply, UNAVAILABLE if the payment page cannot be opened.
 */
export async function startCheckout(ctx: BillingContext, purchase: Purchase): Promise<CheckoutSession> {
  // Check before writing anything, so that a portal without payments has no checkouts.
  requireProvider(ctx)
  const catalogItem = await getCatalogItem(ctx.db, purchase)
  const { planId, couponCode } = purchase
  if (couponCode) await expireUnpaidCheckouts(ctx, ctx.actor.userId, { couponCode })
  if (planId) {
    // If an abandoned page were paid too, there would be a second subscription.
    await expireUnpaidCheckouts(ctx, ctx.actor.userId, { kind: 'SUBSCRIPTION' })
    await syncEndedSubscription(ctx)
  }
  const started = await insertStartedCheckout(ctx, catalogItem, couponCode)
  return openPaymentPage(ctx, { ...started, item: catalogItem.item })
}

/** An ended subscription whose end is not recorded yet must not block the next one. */
async function syncEndedSubscription(ctx: BillingContext): Promise<void> {
  const provider = requireProvider(ctx)
  const live = await findLiveSubscription(ctx, ctx.actor.userId)
  if (!live) return
  if (live.status === 'ACTIVE' && live.periodEnd > (await provider.now())) return
  await syncSubscription(ctx, live.providerId)
}

export async function updatePaymentMethod(ctx: BillingContext): Promise<CheckoutSession> {
  const [id, currency] = [newId(), 'USD']
  await inTransaction(ctx, async (tx) => {
    await lockActiveAccount(tx)
    await insertCheckout(tx.db, {
      ...buildOpenCheckout(tx, id),
      kind: 'PAYMENT_METHOD',
      name: 'Change of card',
      currency,
    })
    await audit(tx, { action: 'payment_method.requested', object: { type: 'checkout', id } })
  })
  return openPaymentPage(ctx, { id, discount: 0, item: { kind: 'PAYMENT_METHOD', currency } })
}

/** The initial fields of every purchase by a person. */
function buildOpenCheckout(tx: BillingContext, id: string) {
  const now = tx.clock.now()
  const { name: provider } = requireProvider(tx)
  const expiresAt = new Date(now.getTime() + checkoutOpenMs)
  return { id, userId: tx.actor.userId, provider, source: 'PERSON', status: 'OPEN', expiresAt, createdAt: now }
}

type StartedCheckout = { id: string; discount: number }

/** Inserts the checkout and reserves its coupon in one transaction. */
const insertStartedCheckout = (
  ctx: BillingContext,
  catalogItem: CatalogItem,
  code: string | undefined,
): Promise<StartedCheckout> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    const { userId } = actor
    const { item, name, price, currency, credits } = catalogItem
    await lockActiveAccount(tx)
    if (item.kind === 'SUBSCRIPTION' && (await findLiveSubscription(tx, userId)))
      throw appError('CONFLICT', 'You already have a subscription. Change its plan instead.')
    const id = newId()
    const until = new Date(clock.now().getTime() + couponReservedMs)
    const reserved = code
      ? await reserveCoupon(tx, { userId, code, purchase: item.kind, purchaseId: id, list: price, until })
      : noCoupon
    const { discount, bonusCredits, coupon } = reserved
    assertMinCharge(price - discount, currency)
    await insertCheckout(db, {
      ...buildOpenCheckout(tx, id),
      ...{ kind: item.kind, name, credits, bonusCredits, listPrice: price, discount, currency },
      planId: item.kind === 'SUBSCRIPTION' ? item.plan.planId : null,
      packId: item.kind === 'PACK' ? (item.packId ?? null) : null,
      couponCode: coupon?.code ?? null,
    })
    await audit(tx, {
      action: 'checkout.started',
      object: { type: 'checkout', id },
      after: { kind: item.kind, name, total: price - discount, currency, ...(coupon && { coupon: coupon.code }) },
    })
    return { id, discount }
  })

async function openPaymentPage(ctx: BillingContext, { item, ...started }: StartedCheckout & { item: CheckoutItem }) {
  const { id: checkoutId, discount } = started
  const provider = requireProvider(ctx)
  const page = `${ctx.portalAddress ?? ctx.publicUrl}/portal/settings/${item.kind === 'PACK' ? 'pay-as-you-go' : 'billing'}`
  try {
    const customer = await ensureCustomer(ctx)
    // By the provider's clock, which it uses for expiry.
    const expiresAt = new Date((await provider.now()).getTime() + checkoutOpenMs)
    const session = await provider.createCheckout({
      checkoutId,
      customerId: customer.id,
      email: customer.email,
      item,
      discount,
      expiresAt,
      successUrl: `${page}?checkout=${checkoutId}`,
      cancelUrl: `${page}?cancelled=${checkoutId}`,
    })
    if (await attachProviderSession(ctx.db, checkoutId, session.id)) return { url: session.url, sessionId: checkoutId }
    await provider.expireCheckout(session.id)
    throw appError('CONFLICT', 'This purchase continues in another tab.')
  } catch (error) {
    await endUnpaidCheckout(ctx, checkoutId, 'FAILED')
    if (isAppError(error) && error.code !== 'UNPROCESSABLE') throw error
    // The provider's reason is for the operator, not for the buyer.
    ctx.log.error({ err: error, checkoutId }, 'the provider opens no payment page')
    throw appError(
      'UNAVAILABLE',
      'The payment page could not be opened, and nothing was bought. Please try again later.',
    )
  }
}

/** Two concurrent purchases create one customer. */
async function ensureCustomer(ctx: BillingContext): Promise<{ id: string; email: string }> {
  const { db, clock } = ctx
  const { userId } = ctx.actor
  const provider = requireProvider(ctx)
  const user = await findUser(db, userId)
  if (!user || user.closedAt) throw notFound('Your account')
  const { email, firstName, lastName } = user
  const known = await findCustomer(db, userId, provider.name)
  if (known) return { id: known.providerId, email }
  const providerId = await provider.createCustomer({ userId, email, name: `${firstName} ${lastName}` })
  await insertCustomer(db, { userId, provider: provider.name, providerId, createdAt: clock.now() })
  await sendBillingDetailsOfNewCustomer(db, userId)
  const kept = await findCustomer(db, userId, provider.name)
  return { id: kept?.providerId ?? providerId, email }
}

/**
 * Syncs an open checkout with the provider first, so that a user who returns from paying need not wait for the event.
 */
export async function getCheckout(ctx: BillingContext, id: string): Promise<Checkout> {
  const { db, actor, provider, log } = ctx
  const before = await findOwnedCheckout(db, actor.userId, id)
  if (!before) throw notFound('This purchase')
  if (before.status === 'OPEN' && before.providerId && before.provider === provider?.name)
    await completeCheckout(ctx, id).catch((error) =>
      log.warn({ err: error, id }, 'a purchase could not be asked about'),
    )
  const row = (await findOwnedCheckout(db, actor.userId, id)) ?? before
  const payment = await findCheckoutPayment(db, id)
  const { isBack, reason } = getCheckoutRefund(payment)
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
 * Whether the money was refunded, or will be because the payment granted nothing. The reason is shown only if the
 * portal decided it: an administrator's reason is for administrators.
 */
function getCheckoutRefund(payment: PaymentRow | undefined): { isBack: boolean; reason?: string } {
  if (!payment) return { isBack: false }
  const { status, refundCause, refundReason, refundRequestedBy } = payment
  const isBack = status === 'REFUNDED' || refundCause !== null
  const isOurs = refundCause !== null || refundRequestedBy === null
  return { isBack, ...(isBack && isOurs && refundReason !== null && { reason: refundReason }) }
}
