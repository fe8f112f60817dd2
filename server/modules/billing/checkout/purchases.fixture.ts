import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { billing } from '@dooryard/contract/billing/billing'
import { type CouponDraft, coupons } from '@dooryard/contract/billing/coupons'
import type { TestCard } from '@dooryard/contract/billing/payments'
import type { z } from 'zod'
import { type TestUser, user } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'
import { cardWithBehavior, payWith } from '../provider/sandbox/pay.fixture.ts'

/** The catalog of a new portal. */
export const starter = '00000000-0000-7000-8000-000000000101'
export const growth = '00000000-0000-7000-8000-000000000102'
export const scale = '00000000-0000-7000-8000-000000000103'
export const smallPack = '00000000-0000-7000-8000-000000000201'

type Buyer = Pick<TestUser, 'as'>
type Purchase = { planId?: string; interval?: 'MONTH' | 'YEAR'; packId?: string; credits?: number; couponCode?: string }

/** Starts a purchase and expects success. */
export async function startPurchase({ as }: Buyer, body: Purchase) {
  const reply = await as.call(billing.checkout, { body })
  if (reply.status !== 201) throw new Error(`the purchase was refused: ${JSON.stringify(reply.body)}`)
  return reply.body
}

export const getCheckoutState = async ({ as }: Buyer, sessionId: string) =>
  (await as.call(billing.checkoutState, { params: { sessionId } })).body

/** Buys an item with a sandbox card and returns from the payment page. */
export async function buy(portal: Portal, buyer: Buyer, purchase: Purchase, card = cardWithBehavior('SUCCEEDS')) {
  const { url, sessionId } = await startPurchase(buyer, purchase)
  const paid = await payWith(portal, url, card)
  if (paid.status !== 200) throw new Error(`it was not paid: ${JSON.stringify(paid.body)}`)
  return getCheckoutState(buyer, sessionId)
}

/** Creates a user who has just subscribed; to Growth by default. */
export async function createSubscriber(portal: Portal, { planId = growth, card = cardWithBehavior('SUCCEEDS') } = {}) {
  const buyer = await user(portal)
  await buy(portal, buyer, { planId }, card)
  return buyer
}

export const getInfo = async ({ as }: Buyer) => (await as.call(billing.info)).body

/** Creates a coupon as an administrator: by default 20% off any purchase, once per user. */
export async function createTestCoupon(
  portal: Portal,
  draft: Partial<z.input<typeof CouponDraft>> = {},
): Promise<string> {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const code = `C-${crypto.randomUUID()}`.toUpperCase().slice(0, 20)
  const body = { code, kind: 'PERCENT', value: 20, appliesTo: 'ANY', ...draft } as const
  const reply = await admin.as.call(coupons.create, { body })
  if (reply.status !== 201) throw new Error(`no coupon: ${JSON.stringify(reply.body)}`)
  return code
}

/** The redemptions of a coupon. */
export const listCouponUses = async ({ db }: Portal, code: string) =>
  (
    await db
      .selectFrom('couponRedemptions')
      .innerJoin('coupons', 'coupons.id', 'couponRedemptions.couponId')
      .select('couponRedemptions.status')
      .where('coupons.code', '=', code)
      .orderBy('couponRedemptions.id')
      .execute()
  ).map(({ status }) => status)

export const listUserPayments = ({ db }: Portal, userId: string) =>
  db
    .selectFrom('paymentTransactions')
    .select(['id', 'reason', 'status', 'amount', 'discount', 'creditsGranted'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

export const requestPreview = ({ as }: Buyer, planId: string, couponCode?: string) =>
  as.call(billing.quote, { body: couponCode ? { planId, couponCode } : { planId } })

export const requestPlanChange = ({ as }: Buyer, { planId, quoteId }: { planId: string; quoteId: string }) =>
  as.call(billing.changePlan, { body: { planId, quoteId } })

/** Requests a plan change preview and expects success. */
export async function requirePreview(buyer: Buyer, planId: string, couponCode?: string) {
  const { status, body } = await requestPreview(buyer, planId, couponCode)
  if (status !== 200) throw new Error(`no quote: ${JSON.stringify(body)}`)
  return body
}

/** Puts another card on file. */
export async function changeCard(portal: Portal, buyer: Buyer, card: TestCard) {
  const { body } = await buyer.as.call(billing.updatePaymentMethod)
  await payWith(portal, body.url, card)
  await buyer.as.call(billing.checkoutState, { params: { sessionId: body.sessionId } })
}

/** Refunds a payment as an administrator does: previews the remaining credits and confirms them. */
export async function refundAs({ as }: Buyer, transactionId: string, reason = 'Bought twice') {
  const params = { transactionId }
  const { creditsLeft } = (await as.call(adminBilling.refundPreview, { params })).body
  return as.call(adminBilling.refund, { params, body: { reason, creditsLeft } })
}

/** Refunds a part of a payment, in cents, as an administrator does: with what the preview shows. */
export async function refundPartAs({ as }: Buyer, transactionId: string, amount: number) {
  const params = { transactionId }
  const { creditsLeft, refundedAmount: refundedBefore } = (
    await as.call(adminBilling.refundPreview, { params, query: { amount } })
  ).body
  const body = { reason: 'Some leads were bad', creditsLeft, refundedBefore, amount }
  return as.call(adminBilling.refund, { params, body })
}
