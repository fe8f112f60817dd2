import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { creditHistory } from '@dooryard/contract/billing/credit-history'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { appError } from '../../../platform/errors/app-error.ts'
import { newId } from '../../../platform/util/ids.ts'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { captureHold, expireAllCredits, holdCredits } from '../../credits/index.ts'
import { getAccountSums, getPendingByOrder, verifyLedger } from '../../credits/ledger/ledger.fixture.ts'
import {
  createPayer,
  getBillingServices,
  getOnDemandCredits,
  hasJob,
  listTopUpPayments,
  setTopUp,
  withProviderOverrides,
} from '../auto-top-up/auto-top-up.fixture.ts'
import { topUp } from '../auto-top-up/top-up.ts'
import { requireProvider } from '../billing-context.ts'
import { buy, listUserPayments, refundAs, starter } from '../checkout/purchases.fixture.ts'
import { billingTasks } from '../index.ts'
import type { PaymentProvider } from '../provider/provider.ts'
import { restoreRefundCredits } from '../sync/record-refund.ts'
import { syncPayment } from '../sync/sync-payment.ts'
import { previewRefund, refundPayment } from './refund-payment.ts'

const portal = await testPortal()
afterAll(portal.close)
const admin = await user(portal, { role: 'SUPER_ADMIN' })

const getPaymentRow = (userId: string) =>
  portal.db.selectFrom('paymentTransactions').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow()

const refundAtProvider: PaymentProvider['refund'] = (given) => requireProvider(getBillingServices(portal)).refund(given)
const rejectRefund = () => Promise.reject(appError('UNPROCESSABLE', 'The bank takes nothing back.'))
const crash = () => Promise.reject(new Error('killed'))

/** Refunds as an administrator, with something else happening during the provider call. */
async function refund(id: string, ask: PaymentProvider['refund'], seen?: { available: number; held: number }) {
  const creditsLeft = seen ?? (await previewRefund(portal.services, id)).creditsLeft
  const actor = { userId: admin.id, role: 'SUPER_ADMIN' as const, sessionId: newId() }
  const request = { requestId: newId(), caller: { ipAddress: '127.0.0.1', userAgent: '' } }
  const services = withProviderOverrides(portal, () => ({ refund: ask }))
  const ctx = { ...services, ...request, signal: AbortSignal.timeout(60_000), actor }
  return refundPayment(ctx, id, { reason: 'Not wanted', creditsLeft })
}

const order = async (userId: string, amount: number): Promise<string> => {
  const orderId = newId()
  await portal.db.transaction().execute((tx) => holdCredits(tx, { orderId, userId, amount }))
  return orderId
}

const captureTestHold = (orderId: string, capture: number) =>
  portal.db
    .transaction()
    .execute((tx) =>
      captureHold(tx, { orderId, capture, actor: 'system', reason: 'Settled in a test', at: new Date() }),
    )

const listJobs = async (transactionId: string) => {
  const { rows } = await sql<{ name: string }>`select task.identifier as name from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where payload ->> 'transactionId' = ${transactionId}`.execute(portal.db)
  return rows.map(({ name }) => name)
}

/** Runs the jobs of a payment as the worker would, whether due or not. */
async function runJobs(transactionId: string, ask: PaymentProvider['refund'] = refundAtProvider) {
  const tasks = billingTasks(withProviderOverrides(portal, () => ({ refund: ask })))
  const run = { attempt: 1, maxAttempts: 25, signal: AbortSignal.timeout(60_000) }
  for (const name of await listJobs(transactionId)) await tasks[name]?.({ transactionId }, run)
}

const sumRefundedCredits = async (userId: string) => {
  const { rows } = await sql<{ sum: number }>`select coalesce(-sum(amount), 0)::bigint as sum from credit_entries
    where user_id = ${userId} and type = 'REFUND'`.execute(portal.db)
  return rows[0]?.sum
}

async function expectRefunded(owner: TestUser) {
  expect(await getPaymentRow(owner.id)).toMatchObject({ status: 'REFUNDED', refundRequestedBy: admin.id })
  expect(await getOnDemandCredits(portal, owner.id)).toBe(0)
  expect(await sumRefundedCredits(owner.id)).toBe(500)
  expect((await verifyLedger(portal.db)).problems).toEqual([])
}

async function expectUnchanged(owner: TestUser) {
  expect(await getPaymentRow(owner.id)).toMatchObject({
    ...{ status: 'PAID', refundReason: null, refundRequestedBy: null, refundRequestedAt: null },
  })
  expect(await getOnDemandCredits(portal, owner.id)).toBe(500)
  expect(await sumRefundedCredits(owner.id)).toBe(0)
  expect((await verifyLedger(portal.db)).problems).toEqual([])
}

describe('while the refund is at the provider', () => {
  test('an order that needs the credits is refused for lack of credits', async () => {
    const owner = await createPayer(portal)
    const { id } = await getPaymentRow(owner.id)
    const orders: unknown[] = []
    const refunded = await refund(id, async (given) => {
      orders.push(await order(owner.id, 120).catch((error) => error))
      await refundAtProvider(given)
    })
    expect(orders).toEqual([expect.objectContaining({ code: 'INSUFFICIENT_CREDITS' })])
    expect(refunded.status).toBe('REFUNDED')
    await expectRefunded(owner)
  })

  test('credits released by an order cannot be spent by the next order', async () => {
    const owner = await createPayer(portal)
    const { id } = await getPaymentRow(owner.id)
    const held = await order(owner.id, 120)
    const orders: unknown[] = []
    await refund(id, async (given) => {
      await captureTestHold(held, 20)
      orders.push(await order(owner.id, 100).catch((error) => error))
      await refundAtProvider(given)
    })
    expect(orders).toEqual([expect.objectContaining({ code: 'INSUFFICIENT_CREDITS' })])
    expect(await sumRefundedCredits(owner.id)).toBe(480)
    expect(await getOnDemandCredits(portal, owner.id)).toBe(0)
    expect((await verifyLedger(portal.db)).problems).toEqual([])
  })

  test('the provider event may come first, and the credits are taken once', async () => {
    const owner = await createPayer(portal)
    const { id, providerRef } = await getPaymentRow(owner.id)
    const refunded = await refund(id, async (given) => {
      await refundAtProvider(given)
      await Promise.all([1, 2, 3].map(() => syncPayment(getBillingServices(portal), providerRef)))
    })
    expect(refunded.status).toBe('REFUNDED')
    await expectRefunded(owner)
    await runJobs(id)
    await expectRefunded(owner)
  })

  test('a second click retries, and takes and refunds nothing twice', async () => {
    const owner = await createPayer(portal)
    const { id } = await getPaymentRow(owner.id)
    const seen = { available: 500, held: 0 }
    await refund(id, async (given) => {
      expect((await refund(id, refundAtProvider, seen)).status).toBe('REFUNDED')
      await refundAtProvider(given)
    })
    await expectRefunded(owner)
  })

  test('no automatic top-up buys the credits again', async () => {
    const owner = await createPayer(portal)
    await setTopUp(owner)
    const { id } = await getPaymentRow(owner.id)
    await expect(refund(id, crash)).rejects.toThrow('killed')
    expect(await hasJob(portal, owner.id)).toBe(false)
    await portal.db.updateTable('creditAccounts').set({ alertPending: false }).where('userId', '=', owner.id).execute()
    await topUp(getBillingServices(portal), owner.id)
    expect(await listTopUpPayments(portal, owner.id)).toEqual([])
    await runJobs(id)
    await expectRefunded(owner)
  })
})

describe('if the provider refuses', () => {
  test('the credits return and can be spent', async () => {
    const owner = await createPayer(portal)
    const { id } = await getPaymentRow(owner.id)
    const seen: number[] = []
    const asking = async () => {
      seen.push(await getOnDemandCredits(portal, owner.id))
      return rejectRefund()
    }
    await expect(refund(id, asking)).rejects.toThrow('takes nothing back')
    expect(seen).toEqual([0])
    await expectUnchanged(owner)
    await runJobs(id)
    await expectUnchanged(owner)
    await order(owner.id, 500)
  })

  test('an order keeps its hold and releases it in full', async () => {
    const owner = await createPayer(portal)
    const { id } = await getPaymentRow(owner.id)
    const [open, over] = [await order(owner.id, 100), await order(owner.id, 50)]
    const marks: unknown[] = []
    const asking = async () => {
      marks.push(await getPendingByOrder(portal.db, owner.id))
      await captureTestHold(over, 0)
      return rejectRefund()
    }
    await expect(refund(id, asking)).rejects.toThrow('takes nothing back')
    expect(marks).toEqual([{ [open]: { ON_DEMAND: 100 }, [over]: { ON_DEMAND: 50 } }])
    expect(await getPendingByOrder(portal.db, owner.id)).toEqual({})
    expect((await owner.as.call(creditHistory.holds)).body).toMatchObject([{ orderId: open, marks: [] }])
    expect(await getOnDemandCredits(portal, owner.id)).toBe(400)
    // Refunded later after all: the pending adjustment exists once.
    await expect(refund(id, crash)).rejects.toThrow('killed')
    expect(await getPendingByOrder(portal.db, owner.id)).toEqual({ [open]: { ON_DEMAND: 100 } })
    expect((await owner.as.call(creditHistory.holds)).body).toMatchObject([
      { orderId: open, marks: [{ credits: 100, reason: expect.stringMatching(/^Refund of invoice DY-/) }] },
    ])
    await runJobs(id, rejectRefund)
    await captureTestHold(open, 30)
    expect(await getOnDemandCredits(portal, owner.id)).toBe(470)
    expect(await sumRefundedCredits(owner.id)).toBe(0)
    expect((await verifyLedger(portal.db)).problems).toEqual([])
  })

  test('a payment already refunded elsewhere is recorded as refunded', async () => {
    const owner = await createPayer(portal)
    const { id } = await getPaymentRow(owner.id)
    const refunded = await refund(id, async (given) => {
      await refundAtProvider({ ...given, transactionId: 'elsewhere' })
      await rejectRefund()
    })
    expect(refunded.status).toBe('REFUNDED')
    await expectRefunded(owner)
  })

  test('the last request decides: the response to an earlier one returns nothing', async () => {
    const owner = await createPayer(portal)
    const { id } = await getPaymentRow(owner.id)
    const first = refund(id, async () => {
      await expect(refund(id, crash)).rejects.toThrow('killed')
      return rejectRefund()
    })
    await expect(first).rejects.toThrow('takes nothing back')
    expect(await getOnDemandCredits(portal, owner.id)).toBe(0)
    await runJobs(id)
    await expectRefunded(owner)
  })

  test('credits of a subscription that ended meanwhile expire with it', async () => {
    const owner = await user(portal)
    await buy(portal, owner, { planId: starter })
    const { id } = await getPaymentRow(owner.id)
    const ending = async () => {
      await portal.db
        .updateTable('subscriptions')
        .set({ status: 'INACTIVE', endedAt: new Date(), endReason: 'CANCELLED' })
        .where('userId', '=', owner.id)
        .execute()
      return crash()
    }
    await expect(refund(id, ending)).rejects.toThrow('killed')
    await portal.db.transaction().execute(async (tx) => {
      await restoreRefundCredits(tx, await getPaymentRow(owner.id), 'SANDBOX')
    })
    expect((await getAccountSums(portal.db, owner.id)).SUBSCRIPTION).toEqual({ available: 0, held: 0 })
    expect(await sumRefundedCredits(owner.id)).toBe(0)
    expect((await verifyLedger(portal.db)).problems).toEqual([])
  })
})

test('credits that return to an account closed meanwhile expire with it, including held ones', async () => {
  const owner = await createPayer(portal)
  const { id } = await getPaymentRow(owner.id)
  const held = await order(owner.id, 100)
  await expect(refund(id, crash)).rejects.toThrow('killed')
  await portal.db.transaction().execute(async (tx) => {
    await expireAllCredits(tx, { userId: owner.id, reason: 'The account was closed' })
    const closed = { closedAt: new Date(), isActive: false }
    await tx.updateTable('users').set(closed).where('id', '=', owner.id).execute()
  })
  await runJobs(id, rejectRefund)
  expect(await getPaymentRow(owner.id)).toMatchObject({ status: 'PAID', refundRequestedAt: null })
  await captureTestHold(held, 0)
  const nothing = { available: 0, held: 0 }
  expect(await getAccountSums(portal.db, owner.id)).toEqual({ SUBSCRIPTION: nothing, ON_DEMAND: nothing })
  expect(await sumRefundedCredits(owner.id)).toBe(0)
  expect((await verifyLedger(portal.db)).problems).toEqual([])
})

describe('a process that dies after taking the credits', () => {
  test('before calling the provider: a job refunds', async () => {
    const owner = await createPayer(portal)
    const { id } = await getPaymentRow(owner.id)
    await expect(refund(id, crash)).rejects.toThrow('killed')
    expect(await getPaymentRow(owner.id)).toMatchObject({ status: 'PAID', refundRequestedBy: admin.id })
    expect(await getOnDemandCredits(portal, owner.id)).toBe(0)
    expect(await listJobs(id)).toEqual(['finish-refund'])
    await runJobs(id)
    await expectRefunded(owner)
    expect(await listUserPayments(portal, owner.id)).toHaveLength(1)
  })

  test('before calling the provider, which then refuses: a job returns the credits', async () => {
    const owner = await createPayer(portal)
    const { id } = await getPaymentRow(owner.id)
    await expect(refund(id, crash)).rejects.toThrow('killed')
    await runJobs(id, rejectRefund)
    await expectUnchanged(owner)
  })

  test('while the provider is unreachable: the job keeps retrying', async () => {
    const owner = await createPayer(portal)
    const { id } = await getPaymentRow(owner.id)
    const down = () => Promise.reject(appError('UNAVAILABLE', 'The payment provider cannot be reached.'))
    await expect(refund(id, down)).rejects.toThrow('cannot be reached')
    await expect(runJobs(id, down)).rejects.toThrow('cannot be reached')
    expect(await getOnDemandCredits(portal, owner.id)).toBe(0)
    const params = { transactionId: id }
    const body = { reason: 'Not wanted', creditsLeft: { available: 500, held: 0 } }
    expect(await admin.as.call(adminBilling.refund, { params, body })).toMatchObject({ body: { status: 'REFUNDED' } })
    await expectRefunded(owner)
  })

  test('after the provider has refunded: the next sync of the payment records it', async () => {
    const owner = await createPayer(portal)
    const { id, providerRef } = await getPaymentRow(owner.id)
    const dying: PaymentProvider['refund'] = async (given) => {
      await refundAtProvider(given)
      throw new Error('killed')
    }
    await expect(refund(id, dying)).rejects.toThrow('killed')
    await syncPayment(getBillingServices(portal), providerRef)
    await expectRefunded(owner)
    await runJobs(id)
    await expectRefunded(owner)
    expect((await refundAs(admin, id)).status).toBe(409)
  })
})
