import type { AuditAction } from '@dooryard/contract/admin/audit-log'
import { adminBilling, type RefundableCredits } from '@dooryard/contract/billing/admin/admin-billing'
import { coupons } from '@dooryard/contract/billing/coupons'
import { afterAll, describe, expect, test } from 'vitest'
import { appError } from '../../../platform/errors/app-error.ts'
import { newId } from '../../../platform/util/ids.ts'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { waitForLockContention } from '../../../test/stores/database.ts'
import { captureHold, holdCredits } from '../../credits/index.ts'
import { listLedgerEntries } from '../../credits/ledger/ledger.fixture.ts'
import { createPayer, getBillingServices, hasJob, setTopUp } from '../auto-top-up/auto-top-up.fixture.ts'
import { findAutoTopUp } from '../auto-top-up/auto-top-up.queries.ts'
import { requireProvider } from '../billing-context.ts'
import {
  buy,
  createTestCoupon,
  getInfo,
  listUserPayments,
  refundAs,
  requestPlanChange,
  requirePreview,
  scale,
  smallPack,
  starter,
} from '../checkout/purchases.fixture.ts'
import type { PaymentProvider } from '../provider/provider.ts'
import { syncPayment } from '../sync/sync-payment.ts'
import { previewRefund, refundPayment } from './refund-payment.ts'

const portal = await testPortal()
afterAll(portal.close)

const [first, second] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal, { role: 'SUPER_ADMIN' })]

const getPaymentRow = (userId: string) =>
  portal.db.selectFrom('paymentTransactions').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow()

/** Excludes the purchase. */
const listAuditEntries = (objectId: string) =>
  portal.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'reason'])
    .where('objectId', '=', objectId)
    .where('action', '<>', 'payment.paid')
    .orderBy('id')
    .execute()

const entry = (action: AuditAction, actorId: string | null, reason: string | null) => ({ action, actorId, reason })

/** Refunds as an administrator, with another provider refund method. */
const refundAsAdmin = async (
  admin: TestUser,
  id: string,
  reason: string,
  refund: PaymentProvider['refund'],
  seen?: RefundableCredits,
) => {
  const creditsLeft = seen ?? (await previewRefund(portal.services, id)).creditsLeft
  const services = getBillingServices(portal)
  const actor = { userId: admin.id, role: 'SUPER_ADMIN' as const, sessionId: newId() }
  const caller = { ipAddress: '127.0.0.1', userAgent: '' }
  const request = { requestId: newId(), caller, signal: AbortSignal.timeout(60_000), actor }
  return refundPayment({ ...services, ...request, provider: { ...requireProvider(services), refund } }, id, {
    reason,
    creditsLeft,
  })
}

/** Refunds, then throws as if the response was lost. */
const refundThenCrash: PaymentProvider['refund'] = async (given) => {
  await requireProvider(getBillingServices(portal)).refund(given)
  throw new Error('killed')
}

const getRefundActor = async (userId: string) =>
  (await listLedgerEntries(portal.db, userId)).find(({ type }) => type === 'REFUND')?.actor

test('the ledger and the audit log name the administrator who requested a refund', async () => {
  const owner = await createPayer(portal)
  const { id } = await getPaymentRow(owner.id)
  expect((await refundAs(first, id)).status).toBe(200)
  expect(await getRefundActor(owner.id)).toBe(first.id)
  expect(await listAuditEntries(id)).toEqual([
    entry('payment.refund_requested', first.id, 'Bought twice'),
    entry('payment.refunded', first.id, 'Bought twice'),
  ])
})

test('the requester of a refund stays its requester when its process dies and another requests it', async () => {
  const owner = await createPayer(portal)
  const { id } = await getPaymentRow(owner.id)
  await expect(refundAsAdmin(first, id, 'Bought twice', refundThenCrash)).rejects.toThrow('killed')
  expect(
    (await refundAsAdmin(second, id, 'Not wanted', requireProvider(getBillingServices(portal)).refund)).status,
  ).toBe('REFUNDED')
  expect(await getRefundActor(owner.id)).toBe(first.id)
  expect(await listAuditEntries(id)).toEqual([
    entry('payment.refund_requested', first.id, 'Bought twice'),
    entry('payment.refund_requested', second.id, 'Not wanted'),
    entry('payment.refunded', first.id, 'Bought twice'),
  ])
})

test('a refund whose process died is completed by the provider event', async () => {
  const owner = await createPayer(portal)
  const { id, providerRef } = await getPaymentRow(owner.id)
  await expect(refundAsAdmin(first, id, 'Bought twice', refundThenCrash)).rejects.toThrow('killed')
  await syncPayment(getBillingServices(portal), providerRef)
  expect(await getPaymentRow(owner.id)).toMatchObject({ status: 'REFUNDED' })
  expect(await listAuditEntries(id)).toEqual([
    entry('payment.refund_requested', first.id, 'Bought twice'),
    entry('payment.refunded', first.id, 'Bought twice'),
  ])
  expect(await refundAs(second, id, 'Not wanted')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
})

test('a refund not requested here names no actor, whatever process records it', async () => {
  const owner = await createPayer(portal)
  const { id, providerRef, paymentRef, amount } = await getPaymentRow(owner.id)
  await requireProvider(getBillingServices(portal)).refund({
    transactionId: 'elsewhere',
    paymentRef: paymentRef ?? '',
    amount,
  })
  const actor = { userId: owner.id, role: 'ENTERPRISE_USER' as const, sessionId: newId() }
  await syncPayment(Object.assign(getBillingServices(portal), { actor }), providerRef)
  expect(await getRefundActor(owner.id)).toBe('system')
  expect(await listAuditEntries(id)).toEqual([entry('payment.refunded', null, null)])
})

test('a refund refused by the provider leaves everything as it was', async () => {
  const owner = await createPayer(portal)
  await setTopUp(owner)
  const { id } = await getPaymentRow(owner.id)
  const refusing = () => Promise.reject(appError('UNPROCESSABLE', 'The bank takes nothing back.'))
  await expect(refundAsAdmin(first, id, 'Bought twice', refusing)).rejects.toThrow('takes nothing back')
  expect(await findAutoTopUp(portal.db, owner.id)).toMatchObject({ isEnabled: true, pausedReason: null })
  expect(await getPaymentRow(owner.id)).toMatchObject({
    ...{ status: 'PAID', refundReason: null, refundRequestedBy: null, refundRequestedAt: null },
  })
  expect(await listAuditEntries(id)).toEqual([entry('payment.refund_requested', first.id, 'Bought twice')])
  expect(await hasJob(portal, owner.id)).toBe(false)
})

test('a refund that is due anyway stays due if the provider refuses an administrator', async () => {
  const owner = await createPayer(portal)
  const { id } = await getPaymentRow(owner.id)
  const refundReason = 'There was a subscription already'
  const owed = { refundReason, refundCause: 'DUPLICATE', creditsGranted: 0 }
  await portal.db.updateTable('paymentTransactions').set(owed).where('id', '=', id).execute()
  const refusing = () => Promise.reject(appError('UNPROCESSABLE', 'The bank takes nothing back.'))
  await expect(refundAsAdmin(first, id, 'Bought twice', refusing)).rejects.toThrow('takes nothing back')
  expect(await getPaymentRow(owner.id)).toMatchObject({ ...owed, status: 'PAID', refundRequestedBy: null })
})

describe('credits spent while an administrator decides', () => {
  const preview = async (id: string) =>
    (await first.as.call(adminBilling.refundPreview, { params: { transactionId: id } })).body.creditsLeft
  const confirm = (id: string, creditsLeft: RefundableCredits) =>
    first.as.call(adminBilling.refund, { params: { transactionId: id }, body: { reason: 'Not wanted', creditsLeft } })
  const isUntouched = async (owner: TestUser, id: string) => {
    expect(await getPaymentRow(owner.id)).toMatchObject({ status: 'PAID', refundRequestedBy: null, refundReason: null })
    expect(await listAuditEntries(id)).toEqual([])
    expect((await listLedgerEntries(portal.db, owner.id)).filter(({ type }) => type === 'REFUND')).toEqual([])
  }

  test('an order between preview and refund leaves the payment unchanged, and the new numbers are accepted', async () => {
    const owner = await createPayer(portal)
    const { id } = await getPaymentRow(owner.id)
    const seen = await preview(id)
    expect(seen).toEqual({ available: 500, held: 0 })
    const order = { orderId: newId(), userId: owner.id, amount: 120 }
    await portal.db.transaction().execute((tx) => holdCredits(tx, order))
    const refused = await confirm(id, seen)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', creditsLeft: { available: 380, held: 120 } },
    })
    await isUntouched(owner, id)
    const delivered = { orderId: order.orderId, capture: 120, actor: 'system', reason: 'Delivered', at: new Date() }
    await portal.db.transaction().execute((tx) => captureHold(tx, delivered))
    expect((await confirm(id, { available: 380, held: 120 })).status).toBe(409)
    await isUntouched(owner, id)
    expect((await confirm(id, await preview(id))).body).toMatchObject({ status: 'REFUNDED' })
    expect((await getInfo(owner)).balance.onDemandCredits).toBe(0)
    const after = await first.as.call(adminBilling.refundPreview, { params: { transactionId: id } })
    expect(after.body).toMatchObject({ status: 'REFUNDED', creditsLeft: { available: 0, held: 0 } })
  })

  test('a refund waits for an order being placed, and the provider is never called', async () => {
    const owner = await createPayer(portal)
    const { id } = await getPaymentRow(owner.id)
    const isHeld = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const order = portal.db.transaction().execute(async (tx) => {
      await holdCredits(tx, { orderId: newId(), userId: owner.id, amount: 500 })
      isHeld.resolve()
      await mayCommit.promise
    })
    await isHeld.promise
    const asked: string[] = []
    const asking: PaymentProvider['refund'] = async ({ transactionId }) => void asked.push(transactionId)
    const refund = refundAsAdmin(first, id, 'Not wanted', asking, { available: 500, held: 0 })
    const refused = expect(refund).rejects.toThrow('0 credits can be removed now, and 500 are held')
    await waitForLockContention(portal.db)
    mayCommit.resolve()
    await order
    await refused
    expect(asked).toEqual([])
    await isUntouched(owner, id)
  })
})

describe('a coupon', () => {
  test('an affiliate sees which purchases with their coupon were refunded, and how many', async () => {
    const [admin, affiliate] = [
      await user(portal, { role: 'SUPER_ADMIN' }),
      await user(portal, { role: 'AFFILIATE_USER' }),
    ]
    const couponCode = await createTestCoupon(portal, { affiliateUserId: affiliate.id })
    const [refunded, kept, subscribed] = [await user(portal), await user(portal), await user(portal)]
    await buy(portal, refunded, { packId: smallPack, couponCode })
    await buy(portal, kept, { packId: smallPack, couponCode })
    await buy(portal, subscribed, { planId: starter, couponCode })
    for (const { id } of [refunded, subscribed]) {
      const transactionId = (await listUserPayments(portal, id))[0]?.id ?? ''
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

  test('bonus credits of a coupon, on top of a plan or an upgrade, are clawed back with its payment', async () => {
    const [admin, buyer] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
    const [first, second] = [
      await createTestCoupon(portal, { kind: 'CREDITS', value: 50 }),
      await createTestCoupon(portal, { kind: 'CREDITS', value: 70 }),
    ]
    const balance = async () => (await getInfo(buyer)).balance
    await buy(portal, buyer, { planId: starter, couponCode: first })
    expect(await balance()).toMatchObject({ subscriptionCredits: 1000, onDemandCredits: 50 })
    const quote = await requirePreview(buyer, scale, second)
    expect(await requestPlanChange(buyer, { planId: scale, quoteId: quote.quoteId })).toMatchObject({ status: 200 })
    expect(await balance()).toMatchObject({ subscriptionCredits: 16_000, onDemandCredits: 120 })
    const left = [
      { subscriptionCredits: 1000, onDemandCredits: 50 },
      { subscriptionCredits: 0, onDemandCredits: 0 },
    ]
    for (const [at, { id }] of (await listUserPayments(portal, buyer.id)).toReversed().entries()) {
      expect((await refundAs(admin, id)).status).toBe(200)
      expect(await balance()).toMatchObject(left[at] ?? {})
    }
  })
})
