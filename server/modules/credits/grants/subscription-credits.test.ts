import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import { setBalanceAlert } from '../balance/balance.ts'
import { captureHold, holdCredits } from '../holds/holds.ts'
import {
  createTestAccount,
  getAccountSums,
  getPendingByOrder,
  listLedgerEntries,
  toSums,
} from '../ledger/ledger.fixture.ts'
import { topUpJob } from '../ledger/ledger.queries.ts'
import { clawBackCredits } from './claw-back-credits.ts'
import { grantCredits } from './grant-credits.ts'
import { expireSubscriptionCredits, renewCredits } from './subscription-credits.ts'

const { db, pool, close } = await testDatabase()
afterAll(close)

const getTransactionId = async (userId: string) =>
  (
    await db.selectFrom('creditEntries').select('transactionId').where('userId', '=', userId).orderBy('id').execute()
  ).map(({ transactionId }) => transactionId)

const cause = { reason: 'test', actor: 'test' }

const captureOrderHold = (orderId: string, capture: number) =>
  captureHold(db, { orderId, capture, at: new Date(), ...cause })

describe('a renewal', () => {
  test("expires credits beyond one month's worth, then grants the month's credits, both for its payment", async () => {
    const userId = await createTestAccount(db, { subscription: 1_400, onDemand: 70 })
    const transactionId = newId()
    const renewal = { userId, monthlyCredits: 1_000, transactionId, reason: 'Starter, December' }
    expect(await renewCredits(db, renewal)).toEqual({ kept: 1_000, expired: 400, marks: [], granted: 1_000 })
    expect(await getAccountSums(db, userId)).toEqual(toSums(2_000, 70))
    const entry = { bucket: 'SUBSCRIPTION', held: 0, heldAfter: 0, orderId: null, actor: 'system' }
    expect((await listLedgerEntries(db, userId)).slice(2)).toEqual([
      { ...entry, type: 'EXPIRE', amount: -400, balanceAfter: 1_000, reason: "Left over beyond one month's worth" },
      { ...entry, type: 'GRANT', amount: 1_000, balanceAfter: 2_000, reason: 'Starter, December' },
    ])
    expect(await getTransactionId(userId)).toEqual([null, null, transactionId, transactionId])
  })

  test('keeps held credits, whose excess expires on release', async () => {
    const userId = await createTestAccount(db, { subscription: 1_400 })
    const orderId = newId()
    await holdCredits(db, { userId, orderId, amount: 1_300 })
    const renewal = { userId, monthlyCredits: 1_000, transactionId: newId(), reason: 'test' }
    const marks = [{ orderId, marked: 300 }]
    expect(await renewCredits(db, renewal)).toEqual({ kept: 1_000, expired: 100, marks, granted: 1_000 })
    expect(await getPendingByOrder(db, userId)).toEqual({ [orderId]: { SUBSCRIPTION: 300 } })
    expect((await getAccountSums(db, userId)).SUBSCRIPTION).toEqual({ available: 1_000, held: 1_300 })
    await captureOrderHold(orderId, 0)
    expect(await getAccountSums(db, userId)).toEqual(toSums(2_000, 0))
    expect(await getPendingByOrder(db, userId)).toEqual({})
    const entry = { bucket: 'SUBSCRIPTION', heldAfter: 0, orderId, actor: 'test' }
    const reason = "Left over beyond one month's worth"
    expect((await listLedgerEntries(db, userId)).slice(-2)).toEqual([
      { ...entry, type: 'RELEASE', amount: 1_300, held: -1_300, balanceAfter: 2_300, reason: 'test' },
      { ...entry, type: 'EXPIRE', amount: -300, held: 0, balanceAfter: 2_000, reason },
    ])
  })

  test('takes nothing of what an order spends', async () => {
    const userId = await createTestAccount(db, { subscription: 1_400 })
    const orderId = newId()
    await holdCredits(db, { userId, orderId, amount: 1_300 })
    await renewCredits(db, { userId, monthlyCredits: 1_000, transactionId: newId(), reason: 'test' })
    await captureOrderHold(orderId, 1_300)
    expect(await getAccountSums(db, userId)).toEqual(toSums(1_000, 0))
    expect(await getPendingByOrder(db, userId)).toEqual({})
  })

  test("five times with all credits held leaves no more than two months' worth", async () => {
    const userId = await createTestAccount(db)
    const held: string[] = []
    for (let month = 0; month < 5; month++) {
      await renewCredits(db, { userId, monthlyCredits: 1_000, transactionId: newId(), reason: 'test' })
      const orderId = newId()
      await holdCredits(db, { userId, orderId, amount: (await getAccountSums(db, userId)).SUBSCRIPTION.available })
      held.push(orderId)
    }
    for (const orderId of held) await captureOrderHold(orderId, 0)
    expect(await getAccountSums(db, userId)).toEqual(toSums(2_000, 0))
  })
})

test('the end of a subscription expires its credits, held ones on release, and no others', async () => {
  const userId = await createTestAccount(db, { subscription: 1_400, onDemand: 70 })
  const orderId = newId()
  await holdCredits(db, { userId, orderId, amount: 100 })
  expect(await expireSubscriptionCredits(db, { userId, reason: 'The subscription ended' })).toBe(1_300)
  expect(await getAccountSums(db, userId)).toEqual({
    SUBSCRIPTION: { available: 0, held: 100 },
    ON_DEMAND: { available: 70, held: 0 },
  })
  expect(await expireSubscriptionCredits(db, { userId, reason: 'Once more' })).toBe(0)
  expect((await listLedgerEntries(db, userId)).filter(({ type }) => type === 'EXPIRE')).toHaveLength(1)
  await captureOrderHold(orderId, 40)
  expect(await getAccountSums(db, userId)).toEqual(toSums(0, 70))
})

describe('a refund claws back', () => {
  const paid = async (spent: number) => {
    const userId = await createTestAccount(db, { onDemand: 10 })
    const transactionId = newId()
    await grantCredits(db, { userId, bucket: 'ON_DEMAND', amount: 500, type: 'PURCHASE', transactionId, ...cause })
    const orderId = newId()
    await holdCredits(db, { userId, orderId, amount: spent })
    const purchase = { userId, transactionId, bucket: 'ON_DEMAND', amount: 500, ...cause } as const
    return { purchase, orderId }
  }

  test('what the payment granted, and no more', async () => {
    const { purchase } = await paid(0)
    expect(await clawBackCredits(db, purchase)).toBe(500)
    expect(await getAccountSums(db, purchase.userId)).toEqual(toSums(0, 10))
    expect(await getTransactionId(purchase.userId)).toEqual([null, purchase.transactionId, purchase.transactionId])
  })

  test('the rest of it when some was spent', async () => {
    const { purchase, orderId } = await paid(150)
    await captureOrderHold(orderId, 150)
    expect(await clawBackCredits(db, purchase)).toBe(360)
    expect(await getAccountSums(db, purchase.userId)).toEqual(toSums(0, 0))
  })

  test('held credits of it on release, in an entry that says so', async () => {
    const { purchase, orderId } = await paid(500)
    expect(await clawBackCredits(db, purchase)).toBe(10)
    expect((await getAccountSums(db, purchase.userId)).ON_DEMAND).toEqual({ available: 0, held: 500 })
    await captureOrderHold(orderId, 200)
    expect(await getAccountSums(db, purchase.userId)).toEqual(toSums(0, 0))
    const none = { bucket: 'ON_DEMAND', amount: 0, held: 0, balanceAfter: 0, heldAfter: 0, orderId, actor: 'test' }
    expect((await listLedgerEntries(db, purchase.userId)).slice(-2)).toEqual([
      { ...none, type: 'REFUND', amount: -300, reason: 'test' },
      { ...none, type: 'MARK', reason: 'Already spent by the order' },
    ])
    expect(await getPendingByOrder(db, purchase.userId)).toEqual({})
  })

  test('from several orders no more in total than was granted, oldest first', async () => {
    const userId = await createTestAccount(db, { onDemand: 400 })
    const transactionId = newId()
    const purchase = { userId, bucket: 'ON_DEMAND', amount: 500, transactionId, ...cause } as const
    await grantCredits(db, { ...purchase, type: 'PURCHASE' })
    const orderIds = [newId(), newId(), newId()] as const
    for (const orderId of orderIds) await holdCredits(db, { userId, orderId, amount: 300 })
    await clawBackCredits(db, purchase)
    const [first, second] = orderIds
    expect(await getPendingByOrder(db, userId)).toEqual({ [first]: { ON_DEMAND: 300 }, [second]: { ON_DEMAND: 200 } })
    for (const orderId of orderIds) await captureOrderHold(orderId, 0)
    expect(await getAccountSums(db, userId)).toEqual(toSums(0, 400))
  })

  test('nothing immediately when all of it is held, in an entry that names the payment and the order', async () => {
    const { purchase, orderId } = await paid(510)
    expect(await clawBackCredits(db, purchase)).toBe(0)
    const mark = await db
      .selectFrom('creditEntries')
      .selectAll()
      .where('type', '=', 'MARK')
      .where('orderId', '=', orderId)
    const { transactionId } = purchase
    const said = { marked: 500, amount: 0, held: 0, balanceAfter: 0, heldAfter: 510, transactionId, reason: 'test' }
    expect(await mark.execute()).toMatchObject([said])
  })
})

describe('a balance alert', () => {
  beforeEach(() => pool.query('delete from graphile_worker._private_jobs'))

  const jobs = async () => {
    const { rows } = await pool.query(
      `select task.identifier as name, job.payload from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id`,
    )
    return rows
  }
  const spend = (userId: string, amount: number) =>
    db.transaction().execute((trx) => holdCredits(trx, { userId, orderId: newId(), amount }))

  test('is queued once both buckets together fall below the threshold', async () => {
    const userId = await createTestAccount(db, { subscription: 60, onDemand: 60 })
    await setBalanceAlert(db, userId, 100)
    await spend(userId, 20)
    expect(await jobs()).toEqual([])
    await spend(userId, 1)
    expect(await jobs()).toEqual([{ name: topUpJob, payload: { userId } }])
  })

  test('is queued at every further decrease, with at most one job waiting', async () => {
    const userId = await createTestAccount(db, { onDemand: 120 })
    await setBalanceAlert(db, userId, 100)
    for (let at = 0; at < 3; at++) await spend(userId, 30)
    expect(await jobs()).toHaveLength(1)
    await pool.query('delete from graphile_worker._private_jobs')
    await spend(userId, 1)
    expect(await jobs()).toHaveLength(1)
  })

  test('is not queued when the balance rises, the alert is off, or the change is rolled back', async () => {
    const userId = await createTestAccount(db, { onDemand: 120 })
    await setBalanceAlert(db, userId, 1_000)
    await grantCredits(db, { userId, bucket: 'ON_DEMAND', amount: 5, ...cause })
    expect(await jobs()).toEqual([])
    const failing = db.transaction().execute(async (trx) => {
      await holdCredits(trx, { userId, orderId: newId(), amount: 5 })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await jobs()).toEqual([])
    await setBalanceAlert(db, userId, null)
    await spend(userId, 5)
    expect(await jobs()).toEqual([])
  })

  test('is not queued for credits that are released and removed at once', async () => {
    const userId = await createTestAccount(db, { subscription: 120 })
    const orderId = newId()
    await holdCredits(db, { userId, orderId, amount: 120 })
    await expireSubscriptionCredits(db, { userId, ...cause })
    await setBalanceAlert(db, userId, 100)
    await captureOrderHold(orderId, 0)
    expect(await jobs()).toEqual([])
  })

  test('is not queued when held credits are captured', async () => {
    const userId = await createTestAccount(db, { onDemand: 120 })
    const orderId = newId()
    await holdCredits(db, { userId, orderId, amount: 100 })
    await setBalanceAlert(db, userId, 100)
    await captureHold(db, { orderId, capture: 100, at: new Date(), ...cause })
    expect(await jobs()).toEqual([])
  })
})
