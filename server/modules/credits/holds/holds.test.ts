import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { createTestAccount, getAccountSums, sumLedgerEntries, toSums } from '../ledger/ledger.fixture.ts'
import { closeHold, findAccount, postEntries } from '../ledger/ledger.queries.ts'
import { captureHold, holdCredits } from './holds.ts'

const { db, close } = await testDatabase()
afterAll(close)

const placeHold = (userId: string, orderId: string, amount: number) =>
  db.transaction().execute((trx) => holdCredits(trx, { userId, orderId, amount }))

const captureOrderHold = (orderId: string, capture: number) =>
  db
    .transaction()
    .execute((trx) => captureHold(trx, { orderId, capture, reason: 'test', actor: 'test', at: new Date() }))

const credits = fc.nat({ max: 10_000 })

/** Runs `round` sequentially. */
async function repeat(times: number, round: (index: number) => Promise<void>) {
  for (let index = 0; index < times; index++) await round(index)
}

describe('200 holds at once against a balance that covers 14', () => {
  const amount = 50
  const insufficient = Object.assign(new Error('too little'), { code: 'INSUFFICIENT_CREDITS' })
  const outcomes = (results: PromiseSettledResult<void>[]) =>
    Object.groupBy(results, (result) => (result.status === 'fulfilled' ? 'held' : result.reason.code))

  test('accept exactly 14 and reject the rest, never below zero', { timeout: 300_000 }, () =>
    repeat(scaleForTorture(1, 20), async (round) => {
      const subscription = ((round + 1) * 137) % 700
      const userId = await createTestAccount(db, { subscription, onDemand: 14 * amount - subscription + 49 })
      const tries = Array.from({ length: 200 }, () => placeHold(userId, newId(), amount))
      const { held, INSUFFICIENT_CREDITS: refused } = outcomes(await Promise.allSettled(tries))
      expect([held?.length, refused?.length]).toEqual([14, 186])
      const sums = await getAccountSums(db, userId)
      expect(sums.SUBSCRIPTION).toEqual({ available: 0, held: subscription })
      expect(sums.ON_DEMAND).toEqual({ available: 49, held: 700 - subscription })
      expect(await sumLedgerEntries(db, userId)).toEqual(sums)
    }),
  )

  test('overdraw the balance if it is read without its lock, so this test would notice', async () => {
    const userId = await createTestAccount(db, { onDemand: 14 * amount })
    const careless = () =>
      db.transaction().execute(async (trx) => {
        const unlocked = await findAccount(trx, userId)
        if (!unlocked || unlocked.onDemandAvailable < amount) throw insufficient
        await postEntries(trx, unlocked, [{ type: 'HOLD', bucket: 'ON_DEMAND', amount: -amount, held: amount }], {
          actor: 'test',
        })
      })
    const { held } = outcomes(await Promise.allSettled(Array.from({ length: 200 }, careless)))
    expect(held?.length).toBeGreaterThan(14)
    await expect(sumLedgerEntries(db, userId)).rejects.toThrow('an entry says')
  })
})

describe('a hold', () => {
  test('above the balance returns what is missing and holds nothing', async () => {
    const userId = await createTestAccount(db, { subscription: 10, onDemand: 20 })
    const orderId = newId()
    await expect(placeHold(userId, orderId, 31)).rejects.toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      message: 'This order needs 31 credits and you have 30.',
      extra: { needed: 31, available: 30 },
    })
    expect(await getAccountSums(db, userId)).toEqual(toSums(10, 20))
    await expect(captureOrderHold(orderId, 0)).rejects.toThrow(`order ${orderId} has no hold`)
  })

  test('leaves nothing behind when its transaction fails later', async () => {
    const userId = await createTestAccount(db, { subscription: 10 })
    const failing = db.transaction().execute(async (trx) => {
      await holdCredits(trx, { userId, orderId: newId(), amount: 5 })
      throw new Error('the order could not be saved')
    })
    await expect(failing).rejects.toThrow('the order could not be saved')
    expect(await getAccountSums(db, userId)).toEqual(toSums(10, 0))
    expect(await sumLedgerEntries(db, userId)).toEqual(toSums(10, 0))
  })

  test('exists once per order', async () => {
    const userId = await createTestAccount(db, { onDemand: 10 })
    const orderId = newId()
    await placeHold(userId, orderId, 4)
    await expect(placeHold(userId, orderId, 4)).rejects.toThrow('duplicate key')
    expect((await getAccountSums(db, userId)).ON_DEMAND).toEqual({ available: 6, held: 4 })
  })

  test('returns exactly what was taken from each bucket when released', { timeout: 300_000 }, () =>
    fc.assert(
      fc.asyncProperty(credits, credits, fc.double({ min: 0, max: 1, noNaN: true }), async (first, second, share) => {
        const userId = await createTestAccount(db, { subscription: first, onDemand: second })
        const orderId = newId()
        await placeHold(userId, orderId, Math.floor((first + second) * share))
        expect(await captureOrderHold(orderId, 0)).toBe(true)
        expect(await getAccountSums(db, userId)).toEqual(toSums(first, second))
        expect(await sumLedgerEntries(db, userId)).toEqual(toSums(first, second))
      }),
      { numRuns: scaleForTorture(30, 1000) },
    ),
  )

  test('spends subscription credits first when captured in part, and releases the rest', async () => {
    const userId = await createTestAccount(db, { subscription: 60, onDemand: 100 })
    const orderId = newId()
    await placeHold(userId, orderId, 100)
    expect(await captureOrderHold(orderId, 70)).toBe(true)
    expect(await getAccountSums(db, userId)).toEqual(toSums(0, 90))
  })

  test('of zero credits is settled like any other', async () => {
    const userId = await createTestAccount(db)
    const orderId = newId()
    await placeHold(userId, orderId, 0)
    expect(await captureOrderHold(orderId, 0)).toBe(true)
    expect(await captureOrderHold(orderId, 0)).toBe(false)
  })

  test('cannot be captured beyond its amount, and stays open then', async () => {
    const userId = await createTestAccount(db, { onDemand: 10 })
    const orderId = newId()
    await placeHold(userId, orderId, 5)
    await expect(captureOrderHold(orderId, 6)).rejects.toThrow('cannot capture 6 of 5 credits held')
    expect(await captureOrderHold(orderId, 5)).toBe(true)
    expect(await getAccountSums(db, userId)).toEqual(toSums(0, 5))
  })
})

describe('a capture and a release that race for one hold', () => {
  type Settle = (orderId: string, capture: number) => Promise<boolean>

  /**
   * Races two settlements of a hold of ten credits. Returns the captured amount, or that not exactly one of them won.
   */
  async function race(userId: string, [first, second]: [number, number], settleIt: Settle) {
    const orderId = newId()
    await placeHold(userId, orderId, 10)
    const { available, held } = (await getAccountSums(db, userId)).SUBSCRIPTION
    const settled = await Promise.all([first, second].map((capture) => settleIt(orderId, capture)))
    const captured = settled[0] ? first : second
    const after = (await getAccountSums(db, userId)).SUBSCRIPTION
    const isRight = after.available === available + 10 - captured && after.held === held - 10
    return settled[0] !== settled[1] && isRight ? captured : 'both won'
  }

  test('have exactly one winner', { timeout: 300_000 }, async () => {
    const userId = await createTestAccount(db, { subscription: 1_000_000 })
    const captures: (number | string)[] = []
    await repeat(scaleForTorture(30, 500), async (round) => {
      captures.push(await race(userId, round % 2 === 0 ? [10, 0] : [0, 10], captureOrderHold))
    })
    // A race that always has the same winner would prove little.
    expect(new Set(captures)).toEqual(new Set([10, 0]))
    expect(await sumLedgerEntries(db, userId)).toEqual(await getAccountSums(db, userId))
  })

  test('both win if the hold is read without a lock, so this test would notice', async () => {
    const userId = await createTestAccount(db, { subscription: 100 })
    const readers: (() => void)[] = []
    const bothHaveRead = () =>
      new Promise<void>((resolve) => {
        readers.push(resolve)
        if (readers.length === 2) for (const go of readers) go()
      })
    const careless: Settle = (orderId, capture) =>
      db.transaction().execute(async (trx) => {
        const unlocked = await findAccount(trx, userId)
        const open = await trx.selectFrom('creditHolds').selectAll().where('orderId', '=', orderId).executeTakeFirst()
        await bothHaveRead()
        if (!unlocked || !open || open.settledAt) return false
        const kind =
          capture > 0 ? ({ type: 'CAPTURE', amount: 0 } as const) : ({ type: 'RELEASE', amount: 10 } as const)
        await postEntries(trx, unlocked, [{ ...kind, bucket: 'SUBSCRIPTION', held: -10 }], { actor: 'test', orderId })
        await closeHold(trx, open.id, capture, 10 - capture, new Date())
        return true
      })
    expect(await race(userId, [10, 0], careless)).toBe('both won')
    await expect(sumLedgerEntries(db, userId)).rejects.toThrow('an entry says')
  })
})
