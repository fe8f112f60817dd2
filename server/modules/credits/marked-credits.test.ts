import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { testDatabase } from '../../test/database.ts'
import { adjustCredits, grantCredits } from './grant-credits.ts'
import { holdCredits, settleHold } from './holds.ts'
import { account, adjuster, entriesOf, sumsInAccount, sumsOf } from './ledger.fixture.ts'
import { lapseSubscriptionCredits, renewCredits } from './subscription-credits.ts'
import { takeBackCredits } from './take-back-credits.ts'

const { db, close } = await testDatabase()
afterAll(close)

const cause = { reason: 'test', actor: 'test' }
const settle = (orderId: string, capture: number) => settleHold(db, { orderId, capture, at: new Date(), ...cause })

async function held(userId: string, amount: number): Promise<string> {
  const orderId = newId()
  await holdCredits(db, { userId, orderId, amount })
  return orderId
}

async function bought(userId: string, amount: number): Promise<string> {
  const transactionId = newId()
  await grantCredits(db, { userId, bucket: 'ON_DEMAND', amount, type: 'PURCHASE', transactionId, ...cause })
  return transactionId
}

const refund = (userId: string, transactionId: string) =>
  takeBackCredits(db, { userId, transactionId, bucket: 'ON_DEMAND', ...cause })

const adjust = (userId: string, amount: number) =>
  adjustCredits(adjuster(db), { userId, bucket: 'ON_DEMAND', amount, reason: 'test' })

/** What the entries say went back of a payment. */
const wentBack = async (transactionId: string) =>
  (
    await db
      .selectFrom('creditEntries')
      .select(['type', 'amount'])
      .where('transactionId', '=', transactionId)
      .where('type', 'in', ['REFUND', 'EXPIRE'])
      .orderBy('id')
      .execute()
  ).map(({ type, amount }) => `${type} ${amount}`)

describe('what lapsed while one order held it is never taken of another', () => {
  test('after a renewal, where the first order spent all of it', async () => {
    const userId = await account(db, { subscription: 2_000 })
    const old = await held(userId, 2_000)
    await renewCredits(db, { userId, monthlyCredits: 1_000, transactionId: newId(), reason: 'December' })
    const later = await held(userId, 1_000)
    await settle(old, 2_000)
    await settle(later, 0)
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(1_000, 0))
  })

  test('after the end of a subscription and the beginning of another', async () => {
    const userId = await account(db, { subscription: 1_000 })
    const old = await held(userId, 1_000)
    await lapseSubscriptionCredits(db, { userId, reason: 'It ended' })
    await grantCredits(db, { userId, bucket: 'SUBSCRIPTION', amount: 1_000, ...cause })
    const later = await held(userId, 1_000)
    await settle(later, 0)
    await settle(old, 600)
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(1_000, 0))
  })

  test('after a refund, where another pack was bought since', async () => {
    const userId = await account(db)
    const first = await bought(userId, 500)
    const old = await held(userId, 500)
    await refund(userId, first)
    await bought(userId, 500)
    const later = await held(userId, 500)
    await settle(old, 500)
    await settle(later, 0)
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(0, 500))
  })
})

describe('a refund takes back', () => {
  test('nothing of another pack, where its own was spent', async () => {
    const userId = await account(db)
    const first = await bought(userId, 500)
    await settle(await held(userId, 500), 500)
    const second = await bought(userId, 500)
    expect(await refund(userId, first)).toBe(0)
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(0, 500))
    expect(await refund(userId, second)).toBe(500)
  })

  test('what is left of a pack, older credits being spent first', async () => {
    const userId = await account(db, { onDemand: 100 })
    const first = await bought(userId, 500)
    const second = await bought(userId, 500)
    await settle(await held(userId, 250), 250)
    expect(await refund(userId, first)).toBe(350)
    expect(await refund(userId, first)).toBe(0)
    expect(await refund(userId, second)).toBe(500)
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(0, 0))
  })

  test('in entries that name its payment, also what an order held, and they add up to what went back', async () => {
    const userId = await account(db)
    const transactionId = await bought(userId, 500)
    const orderId = await held(userId, 400)
    expect(await refund(userId, transactionId)).toBe(100)
    await settle(orderId, 150)
    expect(await wentBack(transactionId)).toEqual(['REFUND -100', 'REFUND -250'])
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(0, 0))
  })

  test('credits of a subscription as a refund too, not as a lapse', async () => {
    const userId = await account(db)
    const transactionId = newId()
    await renewCredits(db, { userId, monthlyCredits: 1_000, transactionId, reason: 'Invoice 1' })
    const orderId = await held(userId, 1_000)
    await takeBackCredits(db, { userId, transactionId, bucket: 'SUBSCRIPTION', ...cause })
    await settle(orderId, 0)
    expect(await wentBack(transactionId)).toEqual(['REFUND -1000'])
    expect((await entriesOf(db, userId)).at(-1)).toMatchObject({ type: 'REFUND', orderId, reason: 'test' })
  })
})

describe('an adjustment and the one that undoes it are as though neither had been made: a refund takes back', () => {
  test('all of a pack, whichever of the two came first', async () => {
    for (const amount of [-500, 300]) {
      const userId = await account(db, { onDemand: 100 })
      const pack = await bought(userId, 500)
      await adjust(userId, amount)
      await adjust(userId, -amount)
      expect(await refund(userId, pack)).toBe(500)
      expect(await sumsInAccount(db, userId)).toEqual(sumsOf(0, 100))
    }
  })

  test('what is left of a pack, older credits being spent first, which were away when it was bought', async () => {
    const userId = await account(db, { onDemand: 500 })
    await adjust(userId, -500)
    const pack = await bought(userId, 500)
    await settle(await held(userId, 400), 400)
    await adjust(userId, 500)
    expect(await refund(userId, pack)).toBe(500)
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(0, 100))
  })

  test('all of a pack, where what is taken by mistake had been given by an adjustment before the pack', async () => {
    const userId = await account(db)
    await adjust(userId, 100)
    const pack = await bought(userId, 500)
    await settle(await held(userId, 100), 100)
    await adjust(userId, -100)
    await adjust(userId, 100)
    expect(await refund(userId, pack)).toBe(500)
  })

  test('nothing of what an adjustment gave beyond what another had taken', async () => {
    const userId = await account(db)
    const pack = await bought(userId, 500)
    await adjust(userId, -200)
    await adjust(userId, 300)
    await settle(await held(userId, 450), 450)
    expect(await refund(userId, pack)).toBe(50)
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(0, 100))
  })

  test('what is left of a pack, which may be more than it gave, with what an adjustment took and another undoes', async () => {
    const userId = await account(db, { onDemand: 250 })
    const pack = await bought(userId, 500)
    await adjust(userId, -250)
    expect(await refund(userId, pack)).toBe(500)
    await adjust(userId, 250)
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(0, 250))
  })
})
