import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { testDatabase } from '../../test/database.ts'
import { watchBalance } from './balance.ts'
import { grantCredits } from './grant-credits.ts'
import { holdCredits, settleHold } from './holds.ts'
import { account, entriesOf, marksIn, sumsInAccount, sumsOf } from './ledger.fixture.ts'
import { balanceBelowJob } from './ledger.queries.ts'
import { lapseSubscriptionCredits, renewCredits } from './subscription-credits.ts'
import { takeBackCredits } from './take-back-credits.ts'

const { db, pool, close } = await testDatabase()
afterAll(close)

const transactionOf = async (userId: string) =>
  (
    await db.selectFrom('creditEntries').select('transactionId').where('userId', '=', userId).orderBy('id').execute()
  ).map(({ transactionId }) => transactionId)

const cause = { reason: 'test', actor: 'test' }

const settle = (orderId: string, capture: number) => settleHold(db, { orderId, capture, at: new Date(), ...cause })

describe('a renewal', () => {
  test("lapses what is left beyond one month's worth, then gives the month's credits, both for its payment", async () => {
    const userId = await account(db, { subscription: 1_400, onDemand: 70 })
    const transactionId = newId()
    const renewal = { userId, monthlyCredits: 1_000, transactionId, reason: 'Starter, December' }
    expect(await renewCredits(db, renewal)).toEqual({ kept: 1_000, lapsed: 400, marks: [], granted: 1_000 })
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(2_000, 70))
    const entry = { bucket: 'SUBSCRIPTION', held: 0, heldAfter: 0, orderId: null, actor: 'system' }
    expect((await entriesOf(db, userId)).slice(2)).toEqual([
      { ...entry, type: 'EXPIRE', amount: -400, balanceAfter: 1_000, reason: "Left over beyond one month's worth" },
      { ...entry, type: 'GRANT', amount: 1_000, balanceAfter: 2_000, reason: 'Starter, December' },
    ])
    expect(await transactionOf(userId)).toEqual([null, null, transactionId, transactionId])
  })

  test('keeps what is held for orders, and what of it is too much lapses when it comes back', async () => {
    const userId = await account(db, { subscription: 1_400 })
    const orderId = newId()
    await holdCredits(db, { userId, orderId, amount: 1_300 })
    const renewal = { userId, monthlyCredits: 1_000, transactionId: newId(), reason: 'test' }
    const marks = [{ orderId, marked: 300 }]
    expect(await renewCredits(db, renewal)).toEqual({ kept: 1_000, lapsed: 100, marks, granted: 1_000 })
    expect(await marksIn(db, userId)).toEqual({ [orderId]: { SUBSCRIPTION: 300 } })
    expect((await sumsInAccount(db, userId)).SUBSCRIPTION).toEqual({ available: 1_000, held: 1_300 })
    await settle(orderId, 0)
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(2_000, 0))
    expect(await marksIn(db, userId)).toEqual({})
    const entry = { bucket: 'SUBSCRIPTION', heldAfter: 0, orderId, actor: 'test' }
    const reason = "Left over beyond one month's worth"
    expect((await entriesOf(db, userId)).slice(-2)).toEqual([
      { ...entry, type: 'RELEASE', amount: 1_300, held: -1_300, balanceAfter: 2_300, reason: 'test' },
      { ...entry, type: 'EXPIRE', amount: -300, held: 0, balanceAfter: 2_000, reason },
    ])
  })

  test('takes nothing back of what an order spends', async () => {
    const userId = await account(db, { subscription: 1_400 })
    const orderId = newId()
    await holdCredits(db, { userId, orderId, amount: 1_300 })
    await renewCredits(db, { userId, monthlyCredits: 1_000, transactionId: newId(), reason: 'test' })
    await settle(orderId, 1_300)
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(1_000, 0))
    expect(await marksIn(db, userId)).toEqual({})
  })

  test("five months of it with all credits held each time leave no more than two months' worth", async () => {
    const userId = await account(db)
    const held: string[] = []
    for (let month = 0; month < 5; month++) {
      await renewCredits(db, { userId, monthlyCredits: 1_000, transactionId: newId(), reason: 'test' })
      const orderId = newId()
      await holdCredits(db, { userId, orderId, amount: (await sumsInAccount(db, userId)).SUBSCRIPTION.available })
      held.push(orderId)
    }
    for (const orderId of held) await settle(orderId, 0)
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(2_000, 0))
  })
})

test('the end of a subscription lapses its credits, those that are held when they come back, and no others', async () => {
  const userId = await account(db, { subscription: 1_400, onDemand: 70 })
  const orderId = newId()
  await holdCredits(db, { userId, orderId, amount: 100 })
  expect(await lapseSubscriptionCredits(db, { userId, reason: 'The subscription ended' })).toBe(1_300)
  expect(await sumsInAccount(db, userId)).toEqual({
    SUBSCRIPTION: { available: 0, held: 100 },
    ON_DEMAND: { available: 70, held: 0 },
  })
  expect(await lapseSubscriptionCredits(db, { userId, reason: 'Once more' })).toBe(0)
  expect((await entriesOf(db, userId)).filter(({ type }) => type === 'EXPIRE')).toHaveLength(1)
  await settle(orderId, 40)
  expect(await sumsInAccount(db, userId)).toEqual(sumsOf(0, 70))
})

describe('a refund takes back', () => {
  const paid = async (spent: number) => {
    const userId = await account(db, { onDemand: 10 })
    const transactionId = newId()
    await grantCredits(db, { userId, bucket: 'ON_DEMAND', amount: 500, type: 'PURCHASE', transactionId, ...cause })
    const orderId = newId()
    await holdCredits(db, { userId, orderId, amount: spent })
    const purchase = { userId, transactionId, bucket: 'ON_DEMAND', amount: 500, ...cause } as const
    return { purchase, orderId }
  }

  test('what the payment gave, and no more', async () => {
    const { purchase } = await paid(0)
    expect(await takeBackCredits(db, purchase)).toBe(500)
    expect(await sumsInAccount(db, purchase.userId)).toEqual(sumsOf(0, 10))
    expect(await transactionOf(purchase.userId)).toEqual([null, purchase.transactionId, purchase.transactionId])
  })

  test('what is left of it where some was spent', async () => {
    const { purchase, orderId } = await paid(150)
    await settle(orderId, 150)
    expect(await takeBackCredits(db, purchase)).toBe(360)
    expect(await sumsInAccount(db, purchase.userId)).toEqual(sumsOf(0, 0))
  })

  test('what is held of it when it comes back, in an entry that says so', async () => {
    const { purchase, orderId } = await paid(500)
    expect(await takeBackCredits(db, purchase)).toBe(10)
    expect((await sumsInAccount(db, purchase.userId)).ON_DEMAND).toEqual({ available: 0, held: 500 })
    await settle(orderId, 200)
    expect(await sumsInAccount(db, purchase.userId)).toEqual(sumsOf(0, 0))
    const none = { bucket: 'ON_DEMAND', amount: 0, held: 0, balanceAfter: 0, heldAfter: 0, orderId, actor: 'test' }
    expect((await entriesOf(db, purchase.userId)).slice(-2)).toEqual([
      { ...none, type: 'REFUND', amount: -300, reason: 'test' },
      { ...none, type: 'MARK', reason: 'The order spent them before they could go' },
    ])
    expect(await marksIn(db, purchase.userId)).toEqual({})
  })

  test('from several orders no more in all than was given, of the oldest first', async () => {
    const userId = await account(db, { onDemand: 400 })
    const transactionId = newId()
    const purchase = { userId, bucket: 'ON_DEMAND', amount: 500, transactionId, ...cause } as const
    await grantCredits(db, { ...purchase, type: 'PURCHASE' })
    const orderIds = [newId(), newId(), newId()] as const
    for (const orderId of orderIds) await holdCredits(db, { userId, orderId, amount: 300 })
    await takeBackCredits(db, purchase)
    const [first, second] = orderIds
    expect(await marksIn(db, userId)).toEqual({ [first]: { ON_DEMAND: 300 }, [second]: { ON_DEMAND: 200 } })
    for (const orderId of orderIds) await settle(orderId, 0)
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(0, 400))
  })

  test('nothing at once where all of it is held, and says so in an entry that names the payment and the order', async () => {
    const { purchase, orderId } = await paid(510)
    expect(await takeBackCredits(db, purchase)).toBe(0)
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

describe('a watched balance', () => {
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

  test('is told of once both kinds together fall below what was asked for', async () => {
    const userId = await account(db, { subscription: 60, onDemand: 60 })
    await watchBalance(db, userId, 100)
    await spend(userId, 20)
    expect(await jobs()).toEqual([])
    await spend(userId, 1)
    expect(await jobs()).toEqual([{ name: balanceBelowJob, payload: { userId } }])
  })

  test('is told of at every change that lowers it further, with one job waiting at most', async () => {
    const userId = await account(db, { onDemand: 120 })
    await watchBalance(db, userId, 100)
    for (let at = 0; at < 3; at++) await spend(userId, 30)
    expect(await jobs()).toHaveLength(1)
    await pool.query('delete from graphile_worker._private_jobs')
    await spend(userId, 1)
    expect(await jobs()).toHaveLength(1)
  })

  test('is not told of where it rose, where nobody watches any more, or where nothing came of it', async () => {
    const userId = await account(db, { onDemand: 120 })
    await watchBalance(db, userId, 1_000)
    await grantCredits(db, { userId, bucket: 'ON_DEMAND', amount: 5, ...cause })
    expect(await jobs()).toEqual([])
    const failing = db.transaction().execute(async (trx) => {
      await holdCredits(trx, { userId, orderId: newId(), amount: 5 })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await jobs()).toEqual([])
    await watchBalance(db, userId, null)
    await spend(userId, 5)
    expect(await jobs()).toEqual([])
  })

  test('is not told of credits that come back and go at once', async () => {
    const userId = await account(db, { subscription: 120 })
    const orderId = newId()
    await holdCredits(db, { userId, orderId, amount: 120 })
    await lapseSubscriptionCredits(db, { userId, ...cause })
    await watchBalance(db, userId, 100)
    await settle(orderId, 0)
    expect(await jobs()).toEqual([])
  })

  test('does not hear of credits that are only spent from what was held', async () => {
    const userId = await account(db, { onDemand: 120 })
    const orderId = newId()
    await holdCredits(db, { userId, orderId, amount: 100 })
    await watchBalance(db, userId, 100)
    await settleHold(db, { orderId, capture: 100, at: new Date(), ...cause })
    expect(await jobs()).toEqual([])
  })
})
