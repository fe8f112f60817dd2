import type { CheckoutSession, Purchase } from '@dooryard/contract/purchases'
import { audit } from '../../platform/audit.ts'
import { appError, isAppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { reserveCoupon } from '../coupons/index.ts'
import { holdAccount } from '../identity/index.ts'
import { type BillingContext, providerOf } from './billing-context.ts'
import { insertCheckout, openCheckout } from './checkouts.queries.ts'
import { closeLeft } from './close-unpaid.ts'
import { customerOf } from './customer-of.ts'
import { refuseTooLittle } from './least-charge.ts'
import { type Offered, offered } from './offered.ts'
import { withoutCoupon } from './price-purchase.ts'
import type { CheckoutItem } from './provider.ts'
import { openMs, reservedMs } from './purchase-times.ts'
import { endUnpaid } from './settle/end-unpaid.ts'
import { syncSubscription } from './settle/sync-subscription.ts'
import { findLiveSubscription } from './subscriptions.queries.ts'

/**
 * Begins the purchase of a plan or a pack. The coupon is reserved with it and given back when it comes to nothing.
 * NOT_FOUND for what is not on offer, CONFLICT for a second subscription, UNPROCESSABLE for a coupon that does not fit,
 * UNAVAILABLE where the payment page cannot be opened.
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

/** Begins to change the card that renewals are paid with. */
export async function updatePaymentMethod(ctx: BillingContext): Promise<CheckoutSession> {
  const { clock, actor } = ctx
  const { name: provider } = providerOf(ctx)
  const now = clock.now()
  const [id, expiresAt, currency] = [newId(), new Date(now.getTime() + openMs), 'USD']
  await inTransaction(ctx, async (inside) => {
    await holdAccount(inside)
    await insertCheckout(inside.db, {
      id,
      userId: actor.userId,
      provider,
      kind: 'PAYMENT_METHOD',
      source: 'PERSON',
      name: 'Change of card',
      currency,
      status: 'OPEN',
      expiresAt,
      createdAt: now,
    })
    await audit(inside, { action: 'payment_method.requested', object: { type: 'checkout', id } })
  })
  return openPage(ctx, { id, discount: 0, item: { kind: 'PAYMENT_METHOD', currency } })
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
    const now = clock.now()
    const [id, expiresAt] = [newId(), new Date(now.getTime() + openMs)]
    const until = new Date(now.getTime() + reservedMs)
    const reserved = code
      ? await reserveCoupon(inside, { userId, code, purchase: item.kind, purchaseId: id, list: price, until })
      : withoutCoupon
    const { discount, bonusCredits, coupon } = reserved
    refuseTooLittle(price - discount, currency)
    await insertCheckout(db, {
      id,
      userId,
      provider: providerOf(ctx).name,
      kind: item.kind,
      source: 'PERSON',
      name,
      credits,
      bonusCredits,
      planId: item.kind === 'SUBSCRIPTION' ? item.plan.planId : null,
      packId: item.kind === 'PACK' ? item.packId : null,
      listPrice: price,
      discount,
      currency,
      couponCode: coupon?.code ?? null,
      status: 'OPEN',
      expiresAt,
      createdAt: now,
    })
    await audit(inside, {
      action: 'checkout.started',
      object: { type: 'checkout', id },
      after: { kind: item.kind, name, total: price - discount, currency, ...(coupon && { coupon: coupon.code }) },
    })
    return { id, discount }
  })

/** Has the provider open the page on which the purchase is paid. */
async function openPage(ctx: BillingContext, { item, ...begun }: Begun & { item: CheckoutItem }) {
  const { id: checkoutId, discount } = begun
  const provider = providerOf(ctx)
  const page = `${ctx.publicUrl}/portal/settings/${item.kind === 'PACK' ? 'pay-as-you-go' : 'billing'}`
  try {
    const customer = await customerOf(ctx, ctx.actor.userId)
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
