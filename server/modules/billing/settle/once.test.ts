import { type KyselyPlugin, sql, ValueNode, WhereNode } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { barrier } from '../../../test/barrier.ts'
import { somebodyWaits } from '../../../test/database.ts'
import { testPortal } from '../../../test/portal.ts'
import type { PaymentProvider } from '../provider.ts'
import { buyer, paid, recordOf, settling, sumsOfEntries } from './settle.fixture.ts'
import { settleCheckout } from './settle-checkout.ts'
import { syncPayment } from './sync-payment.ts'

const portal = await testPortal()
afterAll(portal.close)
const given = settling(portal)

const pack = { credits: 500, price: 3500 }
const twentyTimes = Array.from({ length: 20 })

// In this order, since the last two take away from the database what the others rely on.
describe('recorded many times at once', { shuffle: false }, () => {
  test('a payment that twenty record at once is credited once', async () => {
    const who = await buyer(given)
    const { paymentId } = await paid(given, who, { pack })
    await Promise.all(twentyTimes.map(() => syncPayment(given.services, paymentId)))
    expect((await recordOf(given, who.userId)).sums.ON_DEMAND.available).toBe(500)
  })

  test('whoever dies between the provider and the record leaves it to the event', async () => {
    const who = await buyer(given)
    const { checkoutId, paymentId } = await paid(given, who, { pack })
    const { provider } = given.fake
    const dying: PaymentProvider = { ...provider, now: () => Promise.reject(new Error('died')) }
    await expect(settleCheckout({ ...given.services, provider: dying }, checkoutId)).rejects.toThrow('died')
    expect(await recordOf(given, who.userId)).toMatchObject({ payments: [], sums: { ON_DEMAND: { available: 0 } } })
    await syncPayment(given.services, paymentId)
    expect((await recordOf(given, who.userId)).sums.ON_DEMAND.available).toBe(500)
  })

  const numbers = async () => {
    const rows = await given.db
      .selectFrom('paymentTransactions')
      .select('invoiceNumber')
      .orderBy('invoiceNumber')
      .execute()
    return rows.flatMap(({ invoiceNumber }) => (invoiceNumber ? [Number(invoiceNumber.slice('DY-'.length))] : []))
  }

  test('invoice numbers follow one another without a gap, whatever is rolled back meanwhile', async () => {
    const purchases = await Promise.all(twentyTimes.map(async () => paid(given, await buyer(given), { pack })))
    // A mail that cannot be queued takes the whole record back, the number of its invoice with it.
    const broken = {
      ...given.services,
      secrets: {
        ...given.services.secrets,
        derive: () => {
          throw new Error('no mail')
        },
      },
    }
    const attempts = purchases.flatMap(({ paymentId }, place) => [
      ...(place % 3 === 0 ? [syncPayment(broken, paymentId)] : []),
      syncPayment(given.services, paymentId),
    ])
    const before = await numbers()
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true)
    const issued = await numbers()
    expect(issued).toHaveLength(before.length + 20)
    expect(issued).toEqual(issued.map((_, place) => place + 1))
  })

  test('whoever waits for an account keeps nobody else from paying', async () => {
    const [slow, other] = [await buyer(given), await buyer(given)]
    const [waiting, free] = [await paid(given, slow, { pack }), await paid(given, other, { pack })]
    const blocked = await given.db.transaction().execute(async (trx) => {
      await trx.selectFrom('creditAccounts').select('userId').where('userId', '=', slow.userId).forUpdate().execute()
      const recording = syncPayment(given.services, waiting.paymentId)
      await somebodyWaits(given.db)
      await syncPayment(given.services, free.paymentId)
      return { recording }
    })
    expect((await recordOf(given, other.userId)).sums.ON_DEMAND.available).toBe(500)
    await blocked.recording
    expect((await recordOf(given, slow.userId)).sums.ON_DEMAND.available).toBe(500)
  })

  /** Nobody waits for anybody at the customer: the row is not locked to be read, and not written either. */
  function withoutLock(): KyselyPlugin {
    const looks = new WeakSet<object>()
    const twoHaveLooked = barrier(2)
    return {
      transformQuery: ({ node, queryId }) => {
        if (node.kind === 'UpdateQueryNode' && JSON.stringify(node.table).includes('customers'))
          return { ...node, where: WhereNode.create(ValueNode.createImmediate(false)) }
        if (node.kind !== 'SelectQueryNode') return node
        if (JSON.stringify(node.from).includes('payment_transactions')) looks.add(queryId)
        if (!JSON.stringify(node.from).includes('customers')) return node
        const { endModifiers: _, ...open } = node
        return open
      },
      transformResult: async ({ result, queryId }) => {
        // Whether the payment is recorded already.
        if (looks.has(queryId)) await twoHaveLooked()
        return result
      },
    }
  }

  test('without the lock and the unique reference the same is credited more than once', async () => {
    const who = await buyer(given)
    const { paymentId } = await paid(given, who, { pack })
    await sql`alter table payment_transactions drop constraint payment_transactions_provider_provider_ref_key`.execute(
      given.db,
    )
    const unlocked = { ...given.services, db: given.services.db.withPlugin(withoutLock()) }
    await Promise.allSettled(twentyTimes.map(() => syncPayment(unlocked, paymentId)))
    const { payments, sums } = await recordOf(given, who.userId)
    expect(payments.length).toBeGreaterThan(1)
    expect(sums.ON_DEMAND.available).toBeGreaterThan(500)
  })

  test('with the lock alone it is credited once', async () => {
    const who = await buyer(given)
    const { paymentId } = await paid(given, who, { pack })
    await Promise.all(twentyTimes.map(() => syncPayment(given.services, paymentId)))
    expect((await recordOf(given, who.userId)).payments).toHaveLength(1)
    expect((await sumsOfEntries(given.db, who.userId)).ON_DEMAND.available).toBe(500)
  })
})
