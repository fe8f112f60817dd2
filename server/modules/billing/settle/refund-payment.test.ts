import { adminBilling, type RefundableCredits } from '@dooryard/contract/admin-billing'
import type { AuditAction } from '@dooryard/contract/audit-log'
import { coupons } from '@dooryard/contract/coupons'
import { afterAll, describe, expect, test } from 'vitest'
import { appError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { somebodyWaits } from '../../../test/database.ts'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { holdCredits, settleHold } from '../../credits/index.ts'
import { entriesOf } from '../../credits/ledger.fixture.ts'
import { billingOf, hasJob, payer, setTopUp } from '../auto-top-up/auto-top-up.fixture.ts'
import { findAutoTopUp } from '../auto-top-up/auto-top-up.queries.ts'
import { providerOf } from '../billing-context.ts'
import {
  buy,
  change,
  coupon,
  infoOf,
  paymentsOf,
  quoted,
  refundAs,
  scale,
  smallPack,
  starter,
} from '../buying.fixture.ts'
import type { PaymentProvider } from '../provider.ts'
import { previewRefund, refundPayment } from './refund-payment.ts'
import { syncPayment } from './sync-payment.ts'

const portal = await testPortal()
afterAll(portal.close)

const [first, second] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal, { role: 'SUPER_ADMIN' })]

const paymentOf = (userId: string) =>
  portal.db.selectFrom('paymentTransactions').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow()

/** But for the purchase. */
const auditOf = (objectId: string) =>
  portal.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'reason'])
    .where('objectId', '=', objectId)
    .where('action', '<>', 'payment.paid')
    .orderBy('id')
    .execute()

const entry = (action: AuditAction, actorId: string | null, reason: string | null) => ({ action, actorId, reason })

/** A refund by an administrator with a provider that pays back in another way. */
const refundBy = async (
  admin: TestUser,
  id: string,
  reason: string,
  refund: PaymentProvider['refund'],
  seen?: RefundableCredits,
) => {
  const creditsLeft = seen ?? (await previewRefund(portal.services, id)).creditsLeft
  const services = billingOf(portal)
  const actor = { userId: admin.id, role: 'SUPER_ADMIN' as const, sessionId: newId() }
  const caller = { ipAddress: '127.0.0.1', userAgent: '' }
  const request = { requestId: newId(), caller, signal: AbortSignal.timeout(60_000), actor }
  return refundPayment({ ...services, ...request, provider: { ...providerOf(services), refund } }, id, {
    reason,
    creditsLeft,
  })
}

/** Pays back, and nobody hears of it. */
const dying: PaymentProvider['refund'] = async (given) => {
  await providerOf(billingOf(portal)).refund(given)
  throw new Error('killed')
}

const actorOfRefund = async (userId: string) =>
  (await entriesOf(portal.db, userId)).find(({ type }) => type === 'REFUND')?.actor

test('the ledger and the audit log name the administrator who asked for a refund', async () => {
  const owner = await payer(portal)
  const { id } = await paymentOf(owner.id)
  expect((await refundAs(first, id)).status).toBe(200)
  expect(await actorOfRefund(owner.id)).toBe(first.id)
  expect(await auditOf(id)).toEqual([
    entry('payment.refund_requested', first.id, 'Bought twice'),
    entry('payment.refunded', first.id, 'Bought twice'),
  ])
})

test('who asked for a refund is not lost with the process that made it, whoever asks next', async () => {
  const owner = await payer(portal)
  const { id } = await paymentOf(owner.id)
  await expect(refundBy(first, id, 'Bought twice', dying)).rejects.toThrow('killed')
  expect((await refundBy(second, id, 'Not wanted', providerOf(billingOf(portal)).refund)).status).toBe('REFUNDED')
  expect(await actorOfRefund(owner.id)).toBe(first.id)
  expect(await auditOf(id)).toEqual([
    entry('payment.refund_requested', first.id, 'Bought twice'),
    entry('payment.refund_requested', second.id, 'Not wanted'),
    entry('payment.refunded', first.id, 'Bought twice'),
  ])
})

test('a refund whose process died is finished by the event of the provider', async () => {
  const owner = await payer(portal)
  const { id, providerRef } = await paymentOf(owner.id)
  await expect(refundBy(first, id, 'Bought twice', dying)).rejects.toThrow('killed')
  await syncPayment(billingOf(portal), providerRef)
  expect(await paymentOf(owner.id)).toMatchObject({ status: 'REFUNDED' })
  expect(await auditOf(id)).toEqual([
    entry('payment.refund_requested', first.id, 'Bought twice'),
    entry('payment.refunded', first.id, 'Bought twice'),
  ])
  expect(await refundAs(second, id, 'Not wanted')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
})

test('a refund that nobody asked for here names nobody, whoever finds it', async () => {
  const owner = await payer(portal)
  const { id, providerRef, paymentRef, amount } = await paymentOf(owner.id)
  await providerOf(billingOf(portal)).refund({ transactionId: 'elsewhere', paymentRef: paymentRef ?? '', amount })
  const actor = { userId: owner.id, role: 'ENTERPRISE_USER' as const, sessionId: newId() }
  await syncPayment(Object.assign(billingOf(portal), { actor }), providerRef)
  expect(await actorOfRefund(owner.id)).toBe('system')
  expect(await auditOf(id)).toEqual([entry('payment.refunded', null, null)])
})

test('a refund that the provider refuses leaves everything as it was', async () => {
  const owner = await payer(portal)
  await setTopUp(owner)
  const { id } = await paymentOf(owner.id)
  const refusing = () => Promise.reject(appError('UNPROCESSABLE', 'The bank takes nothing back.'))
  await expect(refundBy(first, id, 'Bought twice', refusing)).rejects.toThrow('takes nothing back')
  expect(await findAutoTopUp(portal.db, owner.id)).toMatchObject({ isEnabled: true, pausedReason: null })
  expect(await paymentOf(owner.id)).toMatchObject({
    ...{ status: 'PAID', refundReason: null, refundRequestedBy: null, refundRequestedAt: null },
  })
  expect(await auditOf(id)).toEqual([entry('payment.refund_requested', first.id, 'Bought twice')])
  expect(await hasJob(portal, owner.id)).toBe(false)
})

test('a refund that is owed anyway stays owed where the provider refuses an administrator', async () => {
  const owner = await payer(portal)
  const { id } = await paymentOf(owner.id)
  const refundReason = 'There was a subscription already'
  const owed = { refundReason, refundCause: 'DUPLICATE', creditsGranted: 0 }
  await portal.db.updateTable('paymentTransactions').set(owed).where('id', '=', id).execute()
  const refusing = () => Promise.reject(appError('UNPROCESSABLE', 'The bank takes nothing back.'))
  await expect(refundBy(first, id, 'Bought twice', refusing)).rejects.toThrow('takes nothing back')
  expect(await paymentOf(owner.id)).toMatchObject({ ...owed, status: 'PAID', refundRequestedBy: null })
})

describe('credits that are spent while an administrator decides', () => {
  const preview = async (id: string) =>
    (await first.as.call(adminBilling.refundPreview, { params: { transactionId: id } })).body.creditsLeft
  const confirm = (id: string, creditsLeft: RefundableCredits) =>
    first.as.call(adminBilling.refund, { params: { transactionId: id }, body: { reason: 'Not wanted', creditsLeft } })
  const isUntouched = async (owner: TestUser, id: string) => {
    expect(await paymentOf(owner.id)).toMatchObject({ status: 'PAID', refundRequestedBy: null, refundReason: null })
    expect(await auditOf(id)).toEqual([])
    expect((await entriesOf(portal.db, owner.id)).filter(({ type }) => type === 'REFUND')).toEqual([])
  }

  test('an order between the look and the refund leaves the payment as it was, and the new numbers go through', async () => {
    const owner = await payer(portal)
    const { id } = await paymentOf(owner.id)
    const seen = await preview(id)
    expect(seen).toEqual({ available: 500, held: 0 })
    const order = { orderId: newId(), userId: owner.id, amount: 120 }
    await portal.db.transaction().execute((inside) => holdCredits(inside, order))
    const refused = await confirm(id, seen)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', creditsLeft: { available: 380, held: 120 } },
    })
    await isUntouched(owner, id)
    const delivered = { orderId: order.orderId, capture: 120, actor: 'system', reason: 'Delivered', at: new Date() }
    await portal.db.transaction().execute((inside) => settleHold(inside, delivered))
    expect((await confirm(id, { available: 380, held: 120 })).status).toBe(409)
    await isUntouched(owner, id)
    expect((await confirm(id, await preview(id))).body).toMatchObject({ status: 'REFUNDED' })
    expect((await infoOf(owner)).balance.onDemandCredits).toBe(0)
    const after = await first.as.call(adminBilling.refundPreview, { params: { transactionId: id } })
    expect(after.body).toMatchObject({ status: 'REFUNDED', creditsLeft: { available: 0, held: 0 } })
  })

  test('an order that is about to be placed is waited for, and the provider is never asked', async () => {
    const owner = await payer(portal)
    const { id } = await paymentOf(owner.id)
    const isHeld = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const order = portal.db.transaction().execute(async (inside) => {
      await holdCredits(inside, { orderId: newId(), userId: owner.id, amount: 500 })
      isHeld.resolve()
      await mayCommit.promise
    })
    await isHeld.promise
    const asked: string[] = []
    const asking: PaymentProvider['refund'] = async ({ transactionId }) => void asked.push(transactionId)
    const refund = refundBy(first, id, 'Not wanted', asking, { available: 500, held: 0 })
    const refused = expect(refund).rejects.toThrow('0 credits can be taken back now, and 500 are held')
    await somebodyWaits(portal.db)
    mayCommit.resolve()
    await order
    await refused
    expect(asked).toEqual([])
    await isUntouched(owner, id)
  })
})

describe('a coupon', () => {
  test('an affiliate sees which of the purchases with their coupon were refunded, and how many', async () => {
    const [admin, affiliate] = [
      await user(portal, { role: 'SUPER_ADMIN' }),
      await user(portal, { role: 'AFFILIATE_USER' }),
    ]
    const couponCode = await coupon(portal, { affiliateUserId: affiliate.id })
    const [refunded, kept, subscribed] = [await user(portal), await user(portal), await user(portal)]
    await buy(portal, refunded, { packId: smallPack, couponCode })
    await buy(portal, kept, { packId: smallPack, couponCode })
    await buy(portal, subscribed, { planId: starter, couponCode })
    for (const { id } of [refunded, subscribed]) {
      const transactionId = (await paymentsOf(portal, id))[0]?.id ?? ''
      expect((await refundAs(admin, transactionId)).status).toBe(200)
    }
    const own = (await affiliate.as.call(coupons.list, { query: {} })).body.items[0]
    expect(own).toMatchObject({ code: couponCode, redemptions: 3, refunded: 2 })
    const call = { params: { id: own?.id ?? '' }, query: {} }
    const { items } = (await affiliate.as.call(coupons.redemptions, call)).body
    expect(items.map(({ purchase, refundedAt }) => [purchase, refundedAt !== undefined])).toEqual([
      ['SUBSCRIPTION', true],
      ['PACK', false],
      ['PACK', true],
    ])
  })

  test('the credits that a coupon gave on top of a plan, or of a larger one, go back with its payment', async () => {
    const [admin, buyer] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
    const [first, second] = [
      await coupon(portal, { kind: 'CREDITS', value: 50 }),
      await coupon(portal, { kind: 'CREDITS', value: 70 }),
    ]
    const balance = async () => (await infoOf(buyer)).balance
    await buy(portal, buyer, { planId: starter, couponCode: first })
    expect(await balance()).toMatchObject({ subscriptionCredits: 1000, onDemandCredits: 50 })
    const quote = await quoted(buyer, scale, second)
    expect(await change(buyer, { planId: scale, quoteId: quote.quoteId })).toMatchObject({ status: 200 })
    expect(await balance()).toMatchObject({ subscriptionCredits: 16_000, onDemandCredits: 120 })
    const left = [
      { subscriptionCredits: 1000, onDemandCredits: 50 },
      { subscriptionCredits: 0, onDemandCredits: 0 },
    ]
    for (const [at, { id }] of (await paymentsOf(portal, buyer.id)).toReversed().entries()) {
      expect((await refundAs(admin, id)).status).toBe(200)
      expect(await balance()).toMatchObject(left[at] ?? {})
    }
  })
})
