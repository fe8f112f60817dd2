import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import { clawBackCredits } from '../grants/claw-back-credits.ts'
import { adjustCredits, grantCredits } from '../grants/grant-credits.ts'
import { expireSubscriptionCredits, renewCredits } from '../grants/subscription-credits.ts'
import {
  createAdjuster,
  createTestAccount,
  getAccountSums,
  listLedgerEntries,
  toSums,
} from '../ledger/ledger.fixture.ts'
import { captureHold, holdCredits } from './holds.ts'

const { db, close } = await testDatabase()
afterAll(close)

const cause = { reason: 'test', actor: 'test' }
const captureOrderHold = (orderId: string, capture: number) =>
  captureHold(db, { orderId, capture, at: new Date(), ...cause })

async function placeHold(userId: string, amount: number): Promise<string> {
  const orderId = newId()
  await holdCredits(db, { userId, orderId, amount })
  return orderId
}

async function buyPack(userId: string, amount: number): Promise<string> {
  const transactionId = newId()
  await grantCredits(db, { userId, bucket: 'ON_DEMAND', amount, type: 'PURCHASE', transactionId, ...cause })
  return transactionId
}

const refund = (userId: string, transactionId: string) =>
  clawBackCredits(db, { userId, transactionId, bucket: 'ON_DEMAND', ...cause })

const adjust = (userId: string, amount: number) =>
  adjustCredits(createAdjuster(db), { userId, bucket: 'ON_DEMAND', amount, reason: 'test' })

/** The entries that clawed back credits of a payment. */
const listClawedBack = async (transactionId: string) =>
  (
    await db
      .selectFrom('creditEntries')
      .select(['type', 'amount'])
      .where('transactionId', '=', transactionId)
      .where('type', 'in', ['REFUND', 'EXPIRE'])
      .orderBy('id')
      .execute()
  ).map(({ type, amount }) => `${type} ${amount}`)

describe('credits that expired while one order held them are not taken from another', () => {
  test('after a renewal, when the first order spent all of it', async () => {
    const userId = await createTestAccount(db, { subscription: 2_000 })
    const old = await placeHold(userId, 2_000)
    await renewCredits(db, { userId, monthlyCredits: 1_000, transactionId: newId(), reason: 'December' })
    const later = await placeHold(userId, 1_000)
    await captureOrderHold(old, 2_000)
    await captureOrderHold(later, 0)
    expect(await getAccountSums(db, userId)).toEqual(toSums(1_000, 0))
  })

  test('after the end of a subscription and the start of another', async () => {
    const userId = await createTestAccount(db, { subscription: 1_000 })
    const old = await placeHold(userId, 1_000)
    await expireSubscriptionCredits(db, { userId, reason: 'It ended' })
    await grantCredits(db, { userId, bucket: 'SUBSCRIPTION', amount: 1_000, ...cause })
    const later = await placeHold(userId, 1_000)
    await captureOrderHold(later, 0)
    await captureOrderHold(old, 600)
    expect(await getAccountSums(db, userId)).toEqual(toSums(1_000, 0))
  })

  test('after a refund, when another pack was bought since', async () => {
    const userId = await createTestAccount(db)
    const first = await buyPack(userId, 500)
    const old = await placeHold(userId, 500)
    await refund(userId, first)
    await buyPack(userId, 500)
    const later = await placeHold(userId, 500)
    await captureOrderHold(old, 500)
    await captureOrderHold(later, 0)
    expect(await getAccountSums(db, userId)).toEqual(toSums(0, 500))
  })
})

describe('a refund claws back', () => {
  test('nothing from another pack when its own is spent', async () => {
    const userId = await createTestAccount(db)
    const first = await buyPack(userId, 500)
    await captureOrderHold(await placeHold(userId, 500), 500)
    const second = await buyPack(userId, 500)
    expect(await refund(userId, first)).toBe(0)
    expect(await getAccountSums(db, userId)).toEqual(toSums(0, 500))
    expect(await refund(userId, second)).toBe(500)
  })

  test('the rest of a pack, since older credits are spent first', async () => {
    const userId = await createTestAccount(db, { onDemand: 100 })
    const first = await buyPack(userId, 500)
    const second = await buyPack(userId, 500)
    await captureOrderHold(await placeHold(userId, 250), 250)
    expect(await refund(userId, first)).toBe(350)
    expect(await refund(userId, first)).toBe(0)
    expect(await refund(userId, second)).toBe(500)
    expect(await getAccountSums(db, userId)).toEqual(toSums(0, 0))
  })

  test('held credits too, in entries that name its payment and add up to the refund', async () => {
    const userId = await createTestAccount(db)
    const transactionId = await buyPack(userId, 500)
    const orderId = await placeHold(userId, 400)
    expect(await refund(userId, transactionId)).toBe(100)
    await captureOrderHold(orderId, 150)
    expect(await listClawedBack(transactionId)).toEqual(['REFUND -100', 'REFUND -250'])
    expect(await getAccountSums(db, userId)).toEqual(toSums(0, 0))
  })

  test('subscription credits as a refund, not as an expiry', async () => {
    const userId = await createTestAccount(db)
    const transactionId = newId()
    await renewCredits(db, { userId, monthlyCredits: 1_000, transactionId, reason: 'Invoice 1' })
    const orderId = await placeHold(userId, 1_000)
    await clawBackCredits(db, { userId, transactionId, bucket: 'SUBSCRIPTION', ...cause })
    await captureOrderHold(orderId, 0)
    expect(await listClawedBack(transactionId)).toEqual(['REFUND -1000'])
    expect((await listLedgerEntries(db, userId)).at(-1)).toMatchObject({ type: 'REFUND', orderId, reason: 'test' })
  })
})

describe('an adjustment and its reversal cancel out: a refund claws back', () => {
  test('all of a pack, whichever of the two came first', async () => {
    for (const amount of [-500, 300]) {
      const userId = await createTestAccount(db, { onDemand: 100 })
      const pack = await buyPack(userId, 500)
      await adjust(userId, amount)
      await adjust(userId, -amount)
      expect(await refund(userId, pack)).toBe(500)
      expect(await getAccountSums(db, userId)).toEqual(toSums(0, 100))
    }
  })

  test('the rest of a pack, since older credits are spent first, even if they were missing when it was bought', async () => {
    const userId = await createTestAccount(db, { onDemand: 500 })
    await adjust(userId, -500)
    const pack = await buyPack(userId, 500)
    await captureOrderHold(await placeHold(userId, 400), 400)
    await adjust(userId, 500)
    expect(await refund(userId, pack)).toBe(500)
    expect(await getAccountSums(db, userId)).toEqual(toSums(0, 100))
  })

  test('all of a pack, when a mistaken deduction takes what an adjustment granted before the pack', async () => {
    const userId = await createTestAccount(db)
    await adjust(userId, 100)
    const pack = await buyPack(userId, 500)
    await captureOrderHold(await placeHold(userId, 100), 100)
    await adjust(userId, -100)
    await adjust(userId, 100)
    expect(await refund(userId, pack)).toBe(500)
  })

  test('nothing that an adjustment granted beyond an earlier deduction', async () => {
    const userId = await createTestAccount(db)
    const pack = await buyPack(userId, 500)
    await adjust(userId, -200)
    await adjust(userId, 300)
    await captureOrderHold(await placeHold(userId, 450), 450)
    expect(await refund(userId, pack)).toBe(50)
    expect(await getAccountSums(db, userId)).toEqual(toSums(0, 100))
  })

  test('the rest of a pack, which may exceed its grant, with a deduction that another adjustment reverses', async () => {
    const userId = await createTestAccount(db, { onDemand: 250 })
    const pack = await buyPack(userId, 500)
    await adjust(userId, -250)
    expect(await refund(userId, pack)).toBe(500)
    await adjust(userId, 250)
    expect(await getAccountSums(db, userId)).toEqual(toSums(0, 250))
  })
})
