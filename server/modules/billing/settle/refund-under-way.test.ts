import { adminBilling } from '@dooryard/contract/admin-billing'
import { creditHistory } from '@dooryard/contract/credit-history'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { appError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { holdCredits, lapseAllCredits, settleHold } from '../../credits/index.ts'
import { marksIn, sumsInAccount, verifyLedger } from '../../credits/ledger.fixture.ts'
import {
  billingOf,
  hasJob,
  onDemandOf,
  payer,
  providing,
  setTopUp,
  topUpsOf,
} from '../auto-top-up/auto-top-up.fixture.ts'
import { topUp } from '../auto-top-up/top-up.ts'
import { providerOf } from '../billing-context.ts'
import { buy, paymentsOf, refundAs, starter } from '../buying.fixture.ts'
import { billingTasks } from '../index.ts'
import type { PaymentProvider } from '../provider.ts'
import { giveBackRefundCredits } from './record-refund.ts'
import { previewRefund, refundPayment } from './refund-payment.ts'
import { syncPayment } from './sync-payment.ts'

const portal = await testPortal()
afterAll(portal.close)
const admin = await user(portal, { role: 'SUPER_ADMIN' })

const paymentOf = (userId: string) =>
  portal.db.selectFrom('paymentTransactions').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow()

const reallyRefund: PaymentProvider['refund'] = (given) => providerOf(billingOf(portal)).refund(given)
const refusing = () => Promise.reject(appError('UNPROCESSABLE', 'The bank takes nothing back.'))
const killed = () => Promise.reject(new Error('killed'))

/** A refund by an administrator, while whose provider is asked something else happens. */
async function refund(id: string, ask: PaymentProvider['refund'], seen?: { available: number; held: number }) {
  const creditsLeft = seen ?? (await previewRefund(portal.services, id)).creditsLeft
  const actor = { userId: admin.id, role: 'SUPER_ADMIN' as const, sessionId: newId() }
  const request = { requestId: newId(), caller: { ipAddress: '127.0.0.1', userAgent: '' } }
  const services = providing(portal, () => ({ refund: ask }))
  const ctx = { ...services, ...request, signal: AbortSignal.timeout(60_000), actor }
  return refundPayment(ctx, id, { reason: 'Not wanted', creditsLeft })
}

const order = async (userId: string, amount: number): Promise<string> => {
  const orderId = newId()
  await portal.db.transaction().execute((inside) => holdCredits(inside, { orderId, userId, amount }))
  return orderId
}

const settle = (orderId: string, capture: number) =>
  portal.db
    .transaction()
    .execute((inside) =>
      settleHold(inside, { orderId, capture, actor: 'system', reason: 'Settled in a test', at: new Date() }),
    )

const jobsOf = async (transactionId: string) => {
  const { rows } = await sql<{ name: string }>`select task.identifier as name from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where payload ->> 'transactionId' = ${transactionId}`.execute(portal.db)
  return rows.map(({ name }) => name)
}

/** Does the jobs of a payment as the worker would, whenever they are due. */
async function runJobs(transactionId: string, ask: PaymentProvider['refund'] = reallyRefund) {
  const tasks = billingTasks(providing(portal, () => ({ refund: ask })))
  const run = { attempt: 1, maxAttempts: 25, signal: AbortSignal.timeout(60_000) }
  for (const name of await jobsOf(transactionId)) await tasks[name]?.({ transactionId }, run)
}

const refundedOf = async (userId: string) => {
  const { rows } = await sql<{ sum: number }>`select coalesce(-sum(amount), 0)::bigint as sum from credit_entries
    where user_id = ${userId} and type = 'REFUND'`.execute(portal.db)
  return rows[0]?.sum
}

async function isRefunded(owner: TestUser) {
  expect(await paymentOf(owner.id)).toMatchObject({ status: 'REFUNDED', refundRequestedBy: admin.id })
  expect(await onDemandOf(portal, owner.id)).toBe(0)
  expect(await refundedOf(owner.id)).toBe(500)
  expect((await verifyLedger(portal.db)).problems).toEqual([])
}

async function isAsBefore(owner: TestUser) {
  expect(await paymentOf(owner.id)).toMatchObject({
    ...{ status: 'PAID', refundReason: null, refundRequestedBy: null, refundRequestedAt: null },
  })
  expect(await onDemandOf(portal, owner.id)).toBe(500)
  expect(await refundedOf(owner.id)).toBe(0)
  expect((await verifyLedger(portal.db)).problems).toEqual([])
}

describe('while the provider is asked to pay back', () => {
  test('an order that wants the credits is refused for lack of credits', async () => {
    const owner = await payer(portal)
    const { id } = await paymentOf(owner.id)
    const orders: unknown[] = []
    const refunded = await refund(id, async (given) => {
      orders.push(await order(owner.id, 120).catch((error) => error))
      await reallyRefund(given)
    })
    expect(orders).toEqual([expect.objectContaining({ code: 'INSUFFICIENT_CREDITS' })])
    expect(refunded.status).toBe('REFUNDED')
    await isRefunded(owner)
  })

  test('credits that an order gives back are not spent by the next order', async () => {
    const owner = await payer(portal)
    const { id } = await paymentOf(owner.id)
    const held = await order(owner.id, 120)
    const orders: unknown[] = []
    await refund(id, async (given) => {
      await settle(held, 20)
      orders.push(await order(owner.id, 100).catch((error) => error))
      await reallyRefund(given)
    })
    expect(orders).toEqual([expect.objectContaining({ code: 'INSUFFICIENT_CREDITS' })])
    expect(await refundedOf(owner.id)).toBe(480)
    expect(await onDemandOf(portal, owner.id)).toBe(0)
    expect((await verifyLedger(portal.db)).problems).toEqual([])
  })

  test('the event of the provider may be first, and the credits are taken once', async () => {
    const owner = await payer(portal)
    const { id, providerRef } = await paymentOf(owner.id)
    const refunded = await refund(id, async (given) => {
      await reallyRefund(given)
      await Promise.all([1, 2, 3].map(() => syncPayment(billingOf(portal), providerRef)))
    })
    expect(refunded.status).toBe('REFUNDED')
    await isRefunded(owner)
    await runJobs(id)
    await isRefunded(owner)
  })

  test('a second click asks again, and takes and pays back nothing twice', async () => {
    const owner = await payer(portal)
    const { id } = await paymentOf(owner.id)
    const seen = { available: 500, held: 0 }
    await refund(id, async (given) => {
      expect((await refund(id, reallyRefund, seen)).status).toBe('REFUNDED')
      await reallyRefund(given)
    })
    await isRefunded(owner)
  })

  test('no automatic top-up buys the credits again', async () => {
    const owner = await payer(portal)
    await setTopUp(owner)
    const { id } = await paymentOf(owner.id)
    await expect(refund(id, killed)).rejects.toThrow('killed')
    expect(await hasJob(portal, owner.id)).toBe(false)
    await portal.db.updateTable('creditAccounts').set({ alertPending: false }).where('userId', '=', owner.id).execute()
    await topUp(billingOf(portal), owner.id)
    expect(await topUpsOf(portal, owner.id)).toEqual([])
    await runJobs(id)
    await isRefunded(owner)
  })
})

describe('where the provider refuses', () => {
  test('the credits are there again, and can be spent', async () => {
    const owner = await payer(portal)
    const { id } = await paymentOf(owner.id)
    const seen: number[] = []
    const asking = async () => {
      seen.push(await onDemandOf(portal, owner.id))
      return refusing()
    }
    await expect(refund(id, asking)).rejects.toThrow('takes nothing back')
    expect(seen).toEqual([0])
    await isAsBefore(owner)
    await runJobs(id)
    await isAsBefore(owner)
    await order(owner.id, 500)
  })

  test('an order keeps what it holds, and gives it back whole', async () => {
    const owner = await payer(portal)
    const { id } = await paymentOf(owner.id)
    const [open, over] = [await order(owner.id, 100), await order(owner.id, 50)]
    const marks: unknown[] = []
    const asking = async () => {
      marks.push(await marksIn(portal.db, owner.id))
      await settle(over, 0)
      return refusing()
    }
    await expect(refund(id, asking)).rejects.toThrow('takes nothing back')
    expect(marks).toEqual([{ [open]: { ON_DEMAND: 100 }, [over]: { ON_DEMAND: 50 } }])
    expect(await marksIn(portal.db, owner.id)).toEqual({})
    expect((await owner.as.call(creditHistory.holds)).body).toMatchObject([{ orderId: open, marks: [] }])
    expect(await onDemandOf(portal, owner.id)).toBe(400)
    // Refunded all the same, later: the mark is there once.
    await expect(refund(id, killed)).rejects.toThrow('killed')
    expect(await marksIn(portal.db, owner.id)).toEqual({ [open]: { ON_DEMAND: 100 } })
    expect((await owner.as.call(creditHistory.holds)).body).toMatchObject([
      { orderId: open, marks: [{ credits: 100, reason: expect.stringMatching(/^Refund of invoice DY-/) }] },
    ])
    await runJobs(id, refusing)
    await settle(open, 30)
    expect(await onDemandOf(portal, owner.id)).toBe(470)
    expect(await refundedOf(owner.id)).toBe(0)
    expect((await verifyLedger(portal.db)).problems).toEqual([])
  })

  test('what was paid back elsewhere by then is refunded all the same', async () => {
    const owner = await payer(portal)
    const { id } = await paymentOf(owner.id)
    const refunded = await refund(id, async (given) => {
      await reallyRefund({ ...given, transactionId: 'elsewhere' })
      await refusing()
    })
    expect(refunded.status).toBe('REFUNDED')
    await isRefunded(owner)
  })

  test('the one who asked last decides: an answer to who asked before gives nothing back', async () => {
    const owner = await payer(portal)
    const { id } = await paymentOf(owner.id)
    const first = refund(id, async () => {
      await expect(refund(id, killed)).rejects.toThrow('killed')
      return refusing()
    })
    await expect(first).rejects.toThrow('takes nothing back')
    expect(await onDemandOf(portal, owner.id)).toBe(0)
    await runJobs(id)
    await isRefunded(owner)
  })

  test('subscription credits of a subscription that ended meanwhile end with it', async () => {
    const owner = await user(portal)
    await buy(portal, owner, { planId: starter })
    const { id } = await paymentOf(owner.id)
    const ending = async () => {
      await portal.db
        .updateTable('subscriptions')
        .set({ status: 'INACTIVE', endedAt: new Date(), endReason: 'CANCELLED' })
        .where('userId', '=', owner.id)
        .execute()
      return killed()
    }
    await expect(refund(id, ending)).rejects.toThrow('killed')
    await portal.db.transaction().execute(async (inside) => {
      await giveBackRefundCredits(inside, await paymentOf(owner.id), 'SANDBOX')
    })
    expect((await sumsInAccount(portal.db, owner.id)).SUBSCRIPTION).toEqual({ available: 0, held: 0 })
    expect(await refundedOf(owner.id)).toBe(0)
    expect((await verifyLedger(portal.db)).problems).toEqual([])
  })
})

test('what comes back to an account that was closed meanwhile ends with it, also what an order holds', async () => {
  const owner = await payer(portal)
  const { id } = await paymentOf(owner.id)
  const held = await order(owner.id, 100)
  await expect(refund(id, killed)).rejects.toThrow('killed')
  await portal.db.transaction().execute(async (inside) => {
    await lapseAllCredits(inside, { userId: owner.id, reason: 'The account was closed' })
    const closed = { closedAt: new Date(), isActive: false }
    await inside.updateTable('users').set(closed).where('id', '=', owner.id).execute()
  })
  await runJobs(id, refusing)
  expect(await paymentOf(owner.id)).toMatchObject({ status: 'PAID', refundRequestedAt: null })
  await settle(held, 0)
  const nothing = { available: 0, held: 0 }
  expect(await sumsInAccount(portal.db, owner.id)).toEqual({ SUBSCRIPTION: nothing, ON_DEMAND: nothing })
  expect(await refundedOf(owner.id)).toBe(0)
  expect((await verifyLedger(portal.db)).problems).toEqual([])
})

describe('a process that dies after the credits are taken', () => {
  test('before the provider is asked: a job pays back', async () => {
    const owner = await payer(portal)
    const { id } = await paymentOf(owner.id)
    await expect(refund(id, killed)).rejects.toThrow('killed')
    expect(await paymentOf(owner.id)).toMatchObject({ status: 'PAID', refundRequestedBy: admin.id })
    expect(await onDemandOf(portal, owner.id)).toBe(0)
    expect(await jobsOf(id)).toEqual(['finish-refund'])
    await runJobs(id)
    await isRefunded(owner)
    expect(await paymentsOf(portal, owner.id)).toHaveLength(1)
  })

  test('before the provider is asked, which then refuses: a job gives them back', async () => {
    const owner = await payer(portal)
    const { id } = await paymentOf(owner.id)
    await expect(refund(id, killed)).rejects.toThrow('killed')
    await runJobs(id, refusing)
    await isAsBefore(owner)
  })

  test('while nobody can reach the provider: the job goes on', async () => {
    const owner = await payer(portal)
    const { id } = await paymentOf(owner.id)
    const down = () => Promise.reject(appError('UNAVAILABLE', 'The payment provider cannot be reached.'))
    await expect(refund(id, down)).rejects.toThrow('cannot be reached')
    await expect(runJobs(id, down)).rejects.toThrow('cannot be reached')
    expect(await onDemandOf(portal, owner.id)).toBe(0)
    const params = { transactionId: id }
    const body = { reason: 'Not wanted', creditsLeft: { available: 500, held: 0 } }
    expect(await admin.as.call(adminBilling.refund, { params, body })).toMatchObject({ body: { status: 'REFUNDED' } })
    await isRefunded(owner)
  })

  test('after the provider has paid back: the next look at the payment records it', async () => {
    const owner = await payer(portal)
    const { id, providerRef } = await paymentOf(owner.id)
    const dying: PaymentProvider['refund'] = async (given) => {
      await reallyRefund(given)
      throw new Error('killed')
    }
    await expect(refund(id, dying)).rejects.toThrow('killed')
    await syncPayment(billingOf(portal), providerRef)
    await isRefunded(owner)
    await runJobs(id)
    await isRefunded(owner)
    expect((await refundAs(admin, id)).status).toBe(409)
  })
})
