import { adminBilling, type Refund } from '@dooryard/contract/billing/admin/admin-billing'
import { billing } from '@dooryard/contract/billing/billing'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { appError } from '../../../platform/errors/app-error.ts'
import { newId } from '../../../platform/util/ids.ts'

import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { captureHold, holdCredits } from '../../credits/index.ts'
import { verifyLedger } from '../../credits/ledger/ledger.fixture.ts'
import {
  createPayer,
  getBillingServices,
  getOnDemandCredits,
  withProviderOverrides,
} from '../auto-top-up/auto-top-up.fixture.ts'
import { requireProvider } from '../billing-context.ts'
import { refundAs } from '../checkout/purchases.fixture.ts'
import { getCreditPrice } from '../history/sales.queries.ts'
import type { PaymentProvider } from '../provider/provider.ts'
import { syncPayment } from '../sync/sync-payment.ts'
import { getCreditShare } from './partial-refund-rules.ts'
import { previewRefund, refundPayment } from './refund-payment.ts'
import { finishRefund } from './submit-refund.ts'

const portal = await testPortal()
afterAll(portal.close)
const admin = await user(portal, { role: 'SUPER_ADMIN' })

const getPaymentRow = (userId: string) =>
  portal.db.selectFrom('paymentTransactions').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow()

const preview = async (transactionId: string, amount?: number) =>
  (await admin.as.call(adminBilling.refundPreview, { params: { transactionId }, query: amount ? { amount } : {} })).body

const refundPart = async (transactionId: string, amount: number, seen: Partial<Refund> = {}) => {
  const { creditsLeft, refundedAmount: refundedBefore } = await preview(transactionId)
  const body = { reason: 'Some leads were bad', creditsLeft, refundedBefore, amount, ...seen }
  return admin.as.call(adminBilling.refund, { params: { transactionId }, body })
}

const refundAtProvider: PaymentProvider['refund'] = (given) => requireProvider(getBillingServices(portal)).refund(given)
const rejectRefund = () => Promise.reject(appError('UNPROCESSABLE', 'The bank takes nothing back.'))

/** Refunds a part with another refund method of the provider. */
async function refundWith(id: string, amount: number, ask: PaymentProvider['refund']) {
  const { creditsLeft, refundedAmount: refundedBefore } = await previewRefund(portal.services, id)
  const actor = { userId: admin.id, role: 'SUPER_ADMIN' as const, sessionId: newId() }
  const request = { requestId: newId(), caller: { ipAddress: '127.0.0.1', userAgent: '' }, actor }
  const services = withProviderOverrides(portal, () => ({ refund: ask }))
  const ctx = { ...services, ...request, signal: AbortSignal.timeout(60_000) }
  return refundPayment(ctx, id, { reason: 'Some leads were bad', creditsLeft, refundedBefore, amount })
}

const hold = async (userId: string, amount: number) => {
  const orderId = newId()
  await portal.db.transaction().execute((tx) => holdCredits(tx, { orderId, userId, amount }))
  return orderId
}
const capture = (orderId: string, amount: number) =>
  portal.db.transaction().execute((tx) => {
    const settled = { actor: 'system', reason: 'Delivered', at: new Date() }
    return captureHold(tx, { orderId, capture: amount, ...settled })
  })

const expectIntact = async () => expect((await verifyLedger(portal.db)).problems).toEqual([])
const listNotes = async ({ as }: TestUser) => {
  const [payment] = (await as.call(billing.transactions, { body: {}, query: {} })).body.items
  return payment
}

// The pack: 500 credits for $35.00.
test('parts of a payment are refunded with their share of the credits, and the rest later', async () => {
  const owner = await createPayer(portal)
  const { id } = await getPaymentRow(owner.id)
  expect(await preview(id, 1000)).toMatchObject({ credits: 142, creditsTaken: { available: 142, held: 0 } })
  expect((await refundPart(id, 1000)).body).toMatchObject({
    ...{ status: 'PAID', refundedAmount: 1000 },
    partialRefunds: [{ amount: 1000, credits: 142 }],
  })
  expect(await getOnDemandCredits(portal, owner.id)).toBe(358)
  expect((await refundPart(id, 1000)).status).toBe(200)
  expect(await getOnDemandCredits(portal, owner.id)).toBe(215)
  expect((await refundAs(admin, id)).body).toMatchObject({ status: 'REFUNDED', refundedAmount: 3500 })
  expect(await getOnDemandCredits(portal, owner.id)).toBe(0)
  const payment = await listNotes(owner)
  const numbers = [...(payment?.partialRefunds ?? []).map((part) => part.creditNoteNumber), payment?.creditNoteNumber]
  expect(new Set(numbers).size).toBe(3)
  for (const number of numbers) {
    const call = { params: { transactionId: id }, query: { number } }
    expect((await owner.as.call(billing.creditNote, call)).status).toBe(200)
  }
  const wrong = { params: { transactionId: id }, query: { number: 'DY-CN-999999' } }
  expect((await owner.as.call(billing.creditNote, wrong)).status).toBe(404)
  await expectIntact()
})

test('a part takes unspent credits up to its share, those of orders in progress last', async () => {
  const owner = await createPayer(portal)
  const { id } = await getPaymentRow(owner.id)
  await capture(await hold(owner.id, 300), 300)
  const held = await hold(owner.id, 150)
  expect(await preview(id, 1400)).toMatchObject({ credits: 200, creditsTaken: { available: 50, held: 150 } })
  expect((await refundPart(id, 700)).status).toBe(200)
  await capture(held, 90)
  // 50 of 100 were taken at once; of the 60 that came back the other 50.
  expect(await getOnDemandCredits(portal, owner.id)).toBe(10)
  await expectIntact()
})

test('a part takes its credits out of the price that the user paid for each', async () => {
  const owner = await createPayer(portal)
  const { id } = await getPaymentRow(owner.id)
  expect(await getCreditPrice(portal.db, owner.id)).toBe(7)
  await refundPart(id, 700)
  expect(await getCreditPrice(portal.db, owner.id)).toBe(7)
})

test('more than is left is refused, as is an amount decided before another refund', async () => {
  const owner = await createPayer(portal)
  const { id } = await getPaymentRow(owner.id)
  expect(await refundPart(id, 3501)).toMatchObject({
    ...{ status: 422, body: { message: 'At most $35.00 can still be refunded.' } },
  })
  const results = await Promise.all([refundPart(id, 2000), refundPart(id, 2000)])
  // The second request finds the first done, or joins it while it is in progress.
  for (const { status } of results) expect([200, 409]).toContain(status)
  expect((await refundPart(id, 500, { refundedBefore: 0 })).status).toBe(409)
  expect((await refundPart(id, 500, { refundedBefore: undefined })).status).toBe(400)
  expect(await getPaymentRow(owner.id)).toMatchObject({ status: 'PAID', partialRefundAmount: 2000, refundId: null })
  await expectIntact()
})

describe('a part that the provider refuses', () => {
  test('leaves what an earlier part is owed by an order in progress', async () => {
    const owner = await createPayer(portal)
    const { id } = await getPaymentRow(owner.id)
    const held = await hold(owner.id, 500)
    await refundPart(id, 700)
    await expect(refundWith(id, 700, rejectRefund)).rejects.toThrow('takes nothing back')
    await capture(held, 350)
    expect(await getOnDemandCredits(portal, owner.id)).toBe(50)
    await expectIntact()
  })

  test('returns its own credits and none of an earlier part', async () => {
    const owner = await createPayer(portal)
    const { id } = await getPaymentRow(owner.id)
    const held = await hold(owner.id, 500)
    await refundPart(id, 700)
    const orderSettles: PaymentProvider['refund'] = async () => {
      await capture(held, 350)
      return rejectRefund()
    }
    await expect(refundWith(id, 700, orderSettles)).rejects.toThrow('takes nothing back')
    // 150 came back; the first part had claimed 100 of them.
    expect(await getOnDemandCredits(portal, owner.id)).toBe(50)
    expect(await getPaymentRow(owner.id)).toMatchObject({ partialRefundAmount: 700, refundRequestedAt: null })
    await expectIntact()
  })
})

test('a part whose response was lost is recorded once, although two processes finish it', async () => {
  const owner = await createPayer(portal)
  const { id, providerRef } = await getPaymentRow(owner.id)
  const crash: PaymentProvider['refund'] = async (given) => {
    await refundAtProvider(given)
    throw new Error('killed')
  }
  await expect(refundWith(id, 1000, crash)).rejects.toThrow('killed')
  await syncPayment(getBillingServices(portal), providerRef)
  expect(await getPaymentRow(owner.id)).toMatchObject({ partialRefundAmount: 0, refundPart: 1000 })
  await Promise.all([1, 2].map(() => finishRefund(getBillingServices(portal), id)))
  expect(await getPaymentRow(owner.id)).toMatchObject({ partialRefundAmount: 1000, refundPart: null })
  expect((await listNotes(owner))?.partialRefunds).toHaveLength(1)
  expect(await getOnDemandCredits(portal, owner.id)).toBe(358)
})

test('any parts that make up a payment take all its credits once, and none more than its money is worth', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 20_000 }), (amounts, creditsGranted) => {
      const amount = amounts.reduce((sum, part) => sum + part, 0)
      let refundedBefore = 0
      let taken = 0
      for (const part of amounts) {
        taken += getCreditShare({ amount, creditsGranted, refundedBefore }, part)
        refundedBefore += part
        expect(taken).toBe(Math.floor((creditsGranted * refundedBefore) / amount))
      }
      expect(taken).toBe(creditsGranted)
    }),
  )
})

const step = fc.oneof(
  fc.record({ do: fc.constant('refund'), cents: fc.integer({ min: 1, max: 1800 }), isRefused: fc.boolean() }),
  fc.record({ do: fc.constant('hold'), credits: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ do: fc.constant('capture'), share: fc.integer({ min: 0, max: 10 }) }),
)

test('the ledger adds up after any refunds, refusals and orders, and never more is refunded than was paid', async () => {
  const run = fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
    const owner = await createPayer(portal)
    const { id, amount } = await getPaymentRow(owner.id)
    const open: [string, number][] = []
    for (const one of steps) {
      if ('cents' in one)
        await refundWith(id, one.cents, one.isRefused ? rejectRefund : refundAtProvider).catch(() => {})
      else if ('credits' in one) {
        const orderId = await hold(owner.id, one.credits).catch(() => undefined)
        if (orderId) open.push([orderId, one.credits])
      } else {
        const [orderId, credits] = open.shift() ?? []
        if (orderId && credits) await capture(orderId, Math.floor((credits * one.share) / 10))
      }
    }
    const payment = await getPaymentRow(owner.id)
    const parts = (await listNotes(owner))?.partialRefunds ?? []
    expect(payment.partialRefundAmount).toBe(parts.reduce((sum, part) => sum + part.amount, 0))
    expect(payment.partialRefundAmount).toBeLessThanOrEqual(amount)
    await expectIntact()
  })
  await fc.assert(run, { numRuns: scaleForTorture(8, 200) })
})
