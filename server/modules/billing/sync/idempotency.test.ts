import { type KyselyPlugin, sql, ValueNode, WhereNode } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarrier } from '../../../test/barrier.ts'
import { testPortal } from '../../../test/portal.ts'
import { waitForLockContention } from '../../../test/stores/database.ts'
import type { PaymentProvider } from '../provider/provider.ts'
import { completeCheckout } from './complete-checkout.ts'
import {
  createBillingTestContext,
  createBuyer,
  getBillingRecord,
  payTestCheckout,
  sumLedgerEntries,
} from './sync.fixture.ts'
import { syncPayment } from './sync-payment.ts'

const portal = await testPortal()
afterAll(portal.close)
const context = createBillingTestContext(portal)

const pack = { credits: 500, price: 3500 }
const twentyTimes = Array.from({ length: 20 })

// In this order, because the last two remove database constraints that the others rely on.
describe('recorded many times concurrently', { shuffle: false }, () => {
  test('a payment recorded twenty times at once is credited once', async () => {
    const buyer = await createBuyer(context)
    const { paymentId } = await payTestCheckout(context, buyer, { pack })
    await Promise.all(twentyTimes.map(() => syncPayment(context.services, paymentId)))
    expect((await getBillingRecord(context, buyer.userId)).sums.ON_DEMAND.available).toBe(500)
  })

  test('if the process dies before recording, the event completes it', async () => {
    const buyer = await createBuyer(context)
    const { checkoutId, paymentId } = await payTestCheckout(context, buyer, { pack })
    const { provider } = context.fake
    const dying: PaymentProvider = { ...provider, now: () => Promise.reject(new Error('died')) }
    await expect(completeCheckout({ ...context.services, provider: dying }, checkoutId)).rejects.toThrow('died')
    expect(await getBillingRecord(context, buyer.userId)).toMatchObject({
      payments: [],
      sums: { ON_DEMAND: { available: 0 } },
    })
    await syncPayment(context.services, paymentId)
    expect((await getBillingRecord(context, buyer.userId)).sums.ON_DEMAND.available).toBe(500)
  })

  const numbers = async () => {
    const rows = await context.db
      .selectFrom('paymentTransactions')
      .select('invoiceNumber')
      .orderBy('invoiceNumber')
      .execute()
    return rows.flatMap(({ invoiceNumber }) => (invoiceNumber ? [Number(invoiceNumber.slice('DY-'.length))] : []))
  }

  test('invoice numbers have no gaps, whatever is rolled back meanwhile', async () => {
    const purchases = await Promise.all(
      twentyTimes.map(async () => payTestCheckout(context, await createBuyer(context), { pack })),
    )
    // A mail that cannot be queued rolls back the whole record, including the invoice number.
    const broken = {
      ...context.services,
      secrets: {
        ...context.services.secrets,
        derive: () => {
          throw new Error('no mail')
        },
      },
    }
    const attempts = purchases.flatMap(({ paymentId }, place) => [
      ...(place % 3 === 0 ? [syncPayment(broken, paymentId)] : []),
      syncPayment(context.services, paymentId),
    ])
    const before = await numbers()
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true)
    const issued = await numbers()
    expect(issued).toHaveLength(before.length + 20)
    expect(issued).toEqual(issued.map((_, place) => place + 1))
  })

  test('a purchase that waits for an account does not block others from paying', async () => {
    const [slow, other] = [await createBuyer(context), await createBuyer(context)]
    const [waiting, free] = [
      await payTestCheckout(context, slow, { pack }),
      await payTestCheckout(context, other, { pack }),
    ]
    const blocked = await context.db.transaction().execute(async (trx) => {
      await trx.selectFrom('creditAccounts').select('userId').where('userId', '=', slow.userId).forUpdate().execute()
      const recording = syncPayment(context.services, waiting.paymentId)
      await waitForLockContention(context.db)
      await syncPayment(context.services, free.paymentId)
      return { recording }
    })
    expect((await getBillingRecord(context, other.userId)).sums.ON_DEMAND.available).toBe(500)
    await blocked.recording
    expect((await getBillingRecord(context, slow.userId)).sums.ON_DEMAND.available).toBe(500)
  })

  /** Removes the serialization of a customer: the row is neither locked for reading nor written. */
  function withoutLock(): KyselyPlugin {
    const reads = new WeakSet<object>()
    const twoHaveLooked = createBarrier(2)
    return {
      transformQuery: ({ node, queryId }) => {
        if (node.kind === 'UpdateQueryNode' && JSON.stringify(node.table).includes('customers'))
          return { ...node, where: WhereNode.create(ValueNode.createImmediate(false)) }
        if (node.kind !== 'SelectQueryNode') return node
        if (JSON.stringify(node.from).includes('payment_transactions')) reads.add(queryId)
        if (!JSON.stringify(node.from).includes('customers')) return node
        const { endModifiers: _, ...open } = node
        return open
      },
      transformResult: async ({ result, queryId }) => {
        // The check whether the payment is already recorded.
        if (reads.has(queryId)) await twoHaveLooked()
        return result
      },
    }
  }

  test('control: without the lock and the unique reference a payment is credited more than once', async () => {
    const buyer = await createBuyer(context)
    const { paymentId } = await payTestCheckout(context, buyer, { pack })
    await sql`alter table payment_transactions drop constraint payment_transactions_provider_provider_ref_key`.execute(
      context.db,
    )
    const unlocked = { ...context.services, db: context.services.db.withPlugin(withoutLock()) }
    await Promise.allSettled(twentyTimes.map(() => syncPayment(unlocked, paymentId)))
    const { payments, sums } = await getBillingRecord(context, buyer.userId)
    expect(payments.length).toBeGreaterThan(1)
    expect(sums.ON_DEMAND.available).toBeGreaterThan(500)
  })

  test('with the lock alone it is credited once', async () => {
    const buyer = await createBuyer(context)
    const { paymentId } = await payTestCheckout(context, buyer, { pack })
    await Promise.all(twentyTimes.map(() => syncPayment(context.services, paymentId)))
    expect((await getBillingRecord(context, buyer.userId)).payments).toHaveLength(1)
    expect((await sumLedgerEntries(context.db, buyer.userId)).ON_DEMAND.available).toBe(500)
  })
})
