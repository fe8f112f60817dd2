import { Checkout, type CheckoutSession, type Purchase } from '@dooryard/contract/purchases'
import { audit } from '../../platform/audit.ts'
import { appError, isAppError, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { reserveCoupon } from '../coupons/index.ts'
import { findUser, holdAccount } from '../identity/index.ts'
import { type BillingContext, providerOf } from './billing-context.ts'
import { findCheckoutOf, insertCheckout, openCheckout } from './checkouts.queries.ts'
import { findCustomer, insertCustomer } from './customers.queries.ts'
import { findCheckoutPayment, type PaymentRow } from './payments.queries.ts'
import { type Offered, offered, openMs, refuseTooLittle, reservedMs, withoutCoupon } from './price-purchase.ts'
import type { CheckoutItem } from './provider.ts'
import { endUnpaid } from './settle/close-pages.ts'
import { closeLeft, settleCheckout } from './settle/settle-checkout.ts'
import { syncSubscription } from './settle/sync-subscription.ts'
import { findLiveSubscription } from './subscriptions.queries.ts'

/**
 * Begins the purchase of a plan or a pack. NOT_FOUND for what is not on offer, CONFLICT for a second subscription,
 * UNPROCESSABLE for a coupon that does not fit, UNAVAILABLE where the payment page cannot be opened.
 */
export async function startCheckout(ctx: BillingContext, purchase: Purchase): Promise<CheckoutSession> {
  // Before anything is written, so that a portal without payments has no purchases.
  providerOf(ctx)
  const offer = await offered(ctx.db, purchase)
  const { planId, couponCode } = purchase
  if (couponCode) await closeLeft(ctx, ctx.actor.userId, { couponCode })
  if (planId) {
    // Paid as well, a page that was left would make a second subscription.
    await closeLeft(ctx, ctx.actor.userId, { kind: 'SUBSCRIPTION' })
    await hearOfEnd(ctx)
  }
  const begun = await begin(ctx, offer, couponCode)
  return openPage(ctx, { ...begun, item: offer.item })
}

/** A subscription that is over, which nobody has told of yet, keeps no one from the next. */
async function hearOfEnd(ctx: BillingContext): Promise<void> {
  const provider = providerOf(ctx)
  const live = await findLiveSubscription(ctx, ctx.actor.userId)
  if (!live) return
  if (live.status === 'ACTIVE' && live.periodEnd > (await provider.now())) return
  await syncSubscription(ctx, live.providerId)
}

export async function updatePaymentMethod(ctx: BillingContext): Promise<CheckoutSession> {
  const [id, currency] = [newId(), 'USD']
  await inTransaction(ctx, async (inside) => {
    await holdAccount(inside)
    await insertCheckout(inside.db, { ...open(inside, id), kind: 'PAYMENT_METHOD', name: 'Change of card', currency })
    await audit(inside, { action: 'payment_method.requested', object: { type: 'checkout', id } })
  })
  return openPage(ctx, { id, discount: 0, item: { kind: 'PAYMENT_METHOD', currency } })
}

/** What every purchase of a person begins as. */
function open(inside: BillingContext, id: string) {
  const now = inside.clock.now()
  const { name: provider } = providerOf(inside)
  const expiresAt = new Date(now.getTime() + openMs)
  return { id, userId: inside.actor.userId, provider, source: 'PERSON', status: 'OPEN', expiresAt, createdAt: now }
}

type Begun = { id: string; discount: number }

/** The purchase and its coupon, together or not at all. */
const begin = (ctx: BillingContext, offer: Offered, code: string | undefined): Promise<Begun> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    const { userId } = actor
    const { item, name, price, currency, credits } = offer
    await holdAccount(inside)
    if (item.kind === 'SUBSCRIPTION' && (await findLiveSubscription(inside, userId)))
      throw appError('CONFLICT', 'You already have a subscription. Change its plan instead.')
    const id = newId()
    const until = new Date(clock.now().getTime() + reservedMs)
    const reserved = code
      ? await reserveCoupon(inside, { userId, code, purchase: item.kind, purchaseId: id, list: price, until })
      : withoutCoupon
    const { discount, bonusCredits, coupon } = reserved
    refuseTooLittle(price - discount, currency)
    await insertCheckout(db, {
      ...open(inside, id),
      ...{ kind: item.kind, name, credits, bonusCredits, listPrice: price, discount, currency },
      planId: item.kind === 'SUBSCRIPTION' ? item.plan.planId : null,
      packId: item.kind === 'PACK' ? item.packId : null,
      couponCode: coupon?.code ?? null,
    })
    await audit(inside, {
      action: 'checkout.started',
      object: { type: 'checkout', id },
      after: { kind: item.kind, name, total: price - discount, currency, ...(coupon && { coupon: coupon.code }) },
    })
    return { id, discount }
  })

async function openPage(ctx: BillingContext, { item, ...begun }: Begun & { item: CheckoutItem }) {
  const { id: checkoutId, discount } = begun
  const provider = providerOf(ctx)
  const page = `${ctx.publicUrl}/portal/settings/${item.kind === 'PACK' ? 'pay-as-you-go' : 'billing'}`
  try {
    const customer = await ensureCustomer(ctx)
    // By the provider's clock, which is what it goes by.
    const expiresAt = new Date((await provider.now()).getTime() + openMs)
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
    if (await openCheckout(ctx.db, checkoutId, session.id)) return { url: session.url, sessionId: checkoutId }
    await provider.expireCheckout(session.id)
    throw appError('CONFLICT', 'This purchase was begun a second time meanwhile, and goes on there.')
  } catch (error) {
    await endUnpaid(ctx, checkoutId, 'FAILED')
    if (isAppError(error) && error.code !== 'UNPROCESSABLE') throw error
    // Why the provider refuses is for whoever runs the portal, not for who buys.
    ctx.log.error({ err: error, checkoutId }, 'the provider opens no payment page')
    throw appError(
      'UNAVAILABLE',
      'The payment page could not be opened, and nothing was bought. Please try again later.',
    )
  }
}

/** Two purchases at once make one customer. */
async function ensureCustomer(ctx: BillingContext): Promise<{ id: string; email: string }> {
  const { db, clock } = ctx
  const { userId } = ctx.actor
  const provider = providerOf(ctx)
  const user = await findUser(db, userId)
  if (!user || user.closedAt) throw notFound('Your account')
  const { email, firstName, lastName } = user
  const known = await findCustomer(db, userId, provider.name)
  if (known) return { id: known.providerId, email }
  const providerId = await provider.createCustomer({ userId, email, name: `${firstName} ${lastName}` })
  await insertCustomer(db, { userId, provider: provider.name, providerId, createdAt: clock.now() })
  const kept = await findCustomer(db, userId, provider.name)
  return { id: kept?.providerId ?? providerId, email }
}

/**
 * An open purchase is asked for at the provider first, so that whoever comes back from paying need not wait for the
 * event.
 */
export async function showCheckout(ctx: BillingContext, id: string): Promise<Checkout> {
  const { db, actor, provider, log } = ctx
  const before = await findCheckoutOf(db, actor.userId, id)
  if (!before) throw notFound('This purchase')
  if (before.status === 'OPEN' && before.providerId && before.provider === provider?.name)
    await settleCheckout(ctx, id).catch((error) => log.warn({ err: error, id }, 'a purchase could not be asked about'))
  const row = (await findCheckoutOf(db, actor.userId, id)) ?? before
  const payment = await findCheckoutPayment(db, id)
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
 * Money back, or about to be because it gave nothing. Why is said where the portal decided it: the reason of an
 * administrator is for administrators.
 */
function refundOf(payment: PaymentRow | undefined): { isBack: boolean; reason?: string } {
  if (!payment) return { isBack: false }
  const { status, refundCause, refundReason, refundRequestedBy } = payment
  const isBack = status === 'REFUNDED' || refundCause !== null
  const isOurs = refundCause !== null || refundRequestedBy === null
  return { isBack, ...(isBack && isOurs && refundReason !== null && { reason: refundReason }) }
}
