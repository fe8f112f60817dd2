import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { testDatabase } from '../../test/database.ts'
import { rounds } from '../../test/rounds.ts'
import { holdCredits, settleHold } from './holds.ts'
import { account, sumsInAccount, sumsOf, sumsOfEntries } from './ledger.fixture.ts'
import { closeHold, findAccount, move } from './ledger.queries.ts'

const { db, close } = await testDatabase()
afterAll(close)

const hold = (userId: string, orderId: string, amount: number) =>
  db.transaction().execute((trx) => holdCredits(trx, { userId, orderId, amount }))

const settle = (orderId: string, capture: number) =>
  db
    .transaction()
    .execute((trx) => settleHold(trx, { orderId, capture, reason: 'test', actor: 'test', at: new Date() }))

const credits = fc.nat({ max: 10_000 })

/** Repeats `round` one after another. */
async function repeat(times: number, round: (index: number) => Promise<void>) {
  for (let index = 0; index < times; index++) await round(index)
}

describe('200 holds at once against a balance that covers 14', () => {
  const amount = 50
  const insufficient = Object.assign(new Error('too little'), { code: 'INSUFFICIENT_CREDITS' })
  const outcomes = (results: PromiseSettledResult<void>[]) =>
    Object.groupBy(results, (result) => (result.status === 'fulfilled' ? 'held' : result.reason.code))

  test('take exactly 14 and refuse the rest, with nothing below zero', { timeout: 300_000 }, () =>
    repeat(rounds(1, 20), async (round) => {
      const subscription = ((round + 1) * 137) % 700
      const userId = await account(db, { subscription, onDemand: 14 * amount - subscription + 49 })
      const tries = Array.from({ length: 200 }, () => hold(userId, newId(), amount))
      const { held, INSUFFICIENT_CREDITS: refused } = outcomes(await Promise.allSettled(tries))
      expect([held?.length, refused?.length]).toEqual([14, 186])
      const sums = await sumsInAccount(db, userId)
      expect(sums.SUBSCRIPTION).toEqual({ available: 0, held: subscription })
      expect(sums.ON_DEMAND).toEqual({ available: 49, held: 700 - subscription })
      expect(await sumsOfEntries(db, userId)).toEqual(sums)
    }),
  )

  test('are overdrawn by a hold that reads the balance without its lock, so this test would see one', async () => {
    const userId = await account(db, { onDemand: 14 * amount })
    const careless = () =>
      db.transaction().execute(async (trx) => {
        const unlocked = await findAccount(trx, userId)
        if (!unlocked || unlocked.onDemandAvailable < amount) throw insufficient
        await move(trx, unlocked, [{ type: 'HOLD', bucket: 'ON_DEMAND', amount: -amount, held: amount }], {
          actor: 'test',
        })
      })
    const { held } = outcomes(await Promise.allSettled(Array.from({ length: 200 }, careless)))
    expect(held?.length).toBeGreaterThan(14)
    await expect(sumsOfEntries(db, userId)).rejects.toThrow('an entry says')
  })
})

describe('a hold', () => {
  test('that the balance cannot meet says what is missing and holds nothing', async () => {
    const userId = await account(db, { subscription: 10, onDemand: 20 })
    const orderId = newId()
    await expect(hold(userId, orderId, 31)).rejects.toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      message: 'This order needs 31 credits and you have 30.',
      extra: { needed: 31, available: 30 },
    })
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(10, 20))
    await expect(settle(orderId, 0)).rejects.toThrow(`order ${orderId} has no hold`)
  })

  test('leaves nothing when the transaction it is part of fails after it', async () => {
    const userId = await account(db, { subscription: 10 })
    const failing = db.transaction().execute(async (trx) => {
      await holdCredits(trx, { userId, orderId: newId(), amount: 5 })
      throw new Error('the order could not be saved')
    })
    await expect(failing).rejects.toThrow('the order could not be saved')
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(10, 0))
    expect(await sumsOfEntries(db, userId)).toEqual(sumsOf(10, 0))
  })

  test('exists once for an order', async () => {
    const userId = await account(db, { onDemand: 10 })
    const orderId = newId()
    await hold(userId, orderId, 4)
    await expect(hold(userId, orderId, 4)).rejects.toThrow('duplicate key')
    expect((await sumsInAccount(db, userId)).ON_DEMAND).toEqual({ available: 6, held: 4 })
  })

  test('released gives each bucket exactly what was taken from it', { timeout: 300_000 }, () =>
    fc.assert(
      fc.asyncProperty(credits, credits, fc.double({ min: 0, max: 1, noNaN: true }), async (first, second, share) => {
        const userId = await account(db, { subscription: first, onDemand: second })
        const orderId = newId()
        await hold(userId, orderId, Math.floor((first + second) * share))
        expect(await settle(orderId, 0)).toBe(true)
        expect(await sumsInAccount(db, userId)).toEqual(sumsOf(first, second))
        expect(await sumsOfEntries(db, userId)).toEqual(sumsOf(first, second))
      }),
      { numRuns: rounds(30, 1000) },
    ),
  )

  test('captured in part spends subscription credits first and gives the rest back', async () => {
    const userId = await account(db, { subscription: 60, onDemand: 100 })
    const orderId = newId()
    await hold(userId, orderId, 100)
    expect(await settle(orderId, 70)).toBe(true)
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(0, 90))
  })

  test('of nothing is settled like any other', async () => {
    const userId = await account(db)
    const orderId = newId()
    await hold(userId, orderId, 0)
    expect(await settle(orderId, 0)).toBe(true)
    expect(await settle(orderId, 0)).toBe(false)
  })

  test('cannot be captured beyond what it holds, and stays open then', async () => {
    const userId = await account(db, { onDemand: 10 })
    const orderId = newId()
    await hold(userId, orderId, 5)
    await expect(settle(orderId, 6)).rejects.toThrow('cannot capture 6 of 5 credits held')
    expect(await settle(orderId, 5)).toBe(true)
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(0, 5))
  })
})

describe('of a capture and a release that race for one hold', () => {
  type Settle = (orderId: string, capture: number) => Promise<boolean>

  /** Lets the two race for a hold of ten; tells what was captured, or that not exactly one of them won. */
  async function race(userId: string, [first, second]: [number, number], settleIt: Settle) {
    const orderId = newId()
    await hold(userId, orderId, 10)
    const { available, held } = (await sumsInAccount(db, userId)).SUBSCRIPTION
    const settled = await Promise.all([first, second].map((capture) => settleIt(orderId, capture)))
    const captured = settled[0] ? first : second
    const after = (await sumsInAccount(db, userId)).SUBSCRIPTION
    const isRight = after.available === available + 10 - captured && after.held === held - 10
    return settled[0] !== settled[1] && isRight ? captured : 'both won'
  }

  test('exactly one wins', { timeout: 300_000 }, async () => {
    const userId = await account(db, { subscription: 1_000_000 })
    const captures: (number | string)[] = []
    await repeat(rounds(30, 500), async (round) => {
      captures.push(await race(userId, round % 2 === 0 ? [10, 0] : [0, 10], settle))
    })
    // A race that only ever one kind wins would prove little.
    expect(new Set(captures)).toEqual(new Set([10, 0]))
    expect(await sumsOfEntries(db, userId)).toEqual(await sumsInAccount(db, userId))
  })

  test('both win where the hold is read without a lock, so this test would see it', async () => {
    const userId = await account(db, { subscription: 100 })
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
        await move(trx, unlocked, [{ ...kind, bucket: 'SUBSCRIPTION', held: -10 }], { actor: 'test', orderId })
        await closeHold(trx, open.id, capture, 10 - capture, new Date())
        return true
      })
    expect(await race(userId, [10, 0], careless)).toBe('both won')
    await expect(sumsOfEntries(db, userId)).rejects.toThrow('an entry says')
  })
})
