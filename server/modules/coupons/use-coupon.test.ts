import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { barrier } from '../../test/barrier.ts'
import { movableClock } from '../../test/clock.ts'
import { testDatabase } from '../../test/database.ts'
import { rounds } from '../../test/rounds.ts'
import { insertCoupon, updateCoupon } from './coupons.queries.ts'
import { redeemCoupon, releaseCoupon, upsertReservation } from './redemptions.queries.ts'
import { priceWithCoupon, reserveCoupon } from './use-coupon.ts'

const { app, close } = await testDatabase()
afterAll(close)
const { db } = app
let clock = movableClock()
let ctx = { db, clock }
beforeEach(() => {
  clock = movableClock()
  ctx = { db, clock }
})

const hour = 3_600_000

async function person(): Promise<string> {
  const id = newId()
  const who = { email: `${id}@example.com`, firstName: 'Cora', lastName: 'Saver', phone: '615-555-0160' }
  const row = { ...who, id, role: 'CONSUMER_USER', passwordHash: 'opens nothing' }
  await db.insertInto('users').values(row).execute()
  return id
}

type Terms = Partial<Omit<Parameters<typeof insertCoupon>[1], 'id' | 'code'>>

/** 20% off anything, once for each user, unless said. */
async function coupon(terms: Terms = {}) {
  const id = newId()
  const code = `C-${id.slice(-12)}`.toUpperCase()
  const usual = { kind: 'PERCENT', value: 20, appliesTo: 'ANY', createdAt: clock.now() }
  await insertCoupon(db, { ...usual, ...terms, id, code })
  return { id, code }
}

const asked = (userId: string, code: string) => ({
  ...{ userId, code, purchase: 'PACK' as const, list: 3500 },
  purchaseId: newId(),
  until: new Date(clock.now().getTime() + hour),
})
const reserve = async (userId: string, code: string) => {
  const purchase = asked(userId, code)
  await reserveCoupon(ctx, purchase)
  return purchase
}
const refusal = (message: string) => ({
  code: 'UNPROCESSABLE',
  message,
  extra: { issues: [{ path: 'couponCode', message }] },
})

const usesOf = (couponId: string) =>
  db
    .selectFrom('couponRedemptions')
    .select(['status', 'discount', 'credits', 'redeemedAt'])
    .where('couponId', '=', couponId)
    .orderBy('createdAt')
    .execute()

const countWon = (results: PromiseSettledResult<unknown>[]) =>
  results.filter((one) => one.status === 'fulfilled').length
const reasons = (results: PromiseSettledResult<unknown>[]) => [
  ...new Set(results.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []))),
]

/** As `reserveCoupon` by each at once, but for the lock. */
async function reserveWithoutLock(couponId: string, purchases: ReturnType<typeof asked>[]) {
  const allHavePriced = barrier(purchases.length)
  const reserveOne = (purchase: ReturnType<typeof asked>) =>
    inTransaction(ctx, async (inside) => {
      const { userId, purchaseId, until } = purchase
      const { discount, bonusCredits } = await priceWithCoupon(inside, purchase)
      await allHavePriced()
      await upsertReservation(inside.db, {
        ...{ id: newId(), couponId, userId, purchaseId, purchase: 'PACK', status: 'RESERVED', discount },
        ...{ credits: bonusCredits, reservedUntil: until, createdAt: clock.now() },
      })
    })
  await Promise.all(purchases.map(reserveOne))
}

describe('of many at once', () => {
  test('one gets the last use of a coupon', async () => {
    for (let round = 0; round < rounds(1, 50); round++) {
      const { id, code } = await coupon({ maxRedemptions: 3 })
      const [first, second, ...others] = await Promise.all(Array.from({ length: 102 }, person))
      await redeemCoupon(db, (await reserve(first ?? '', code)).purchaseId, clock.now())
      const { purchaseId } = await reserve(second ?? '', code)
      const attempts = Promise.allSettled(others.map((userId) => reserve(userId, code)))
      // Whoever counts meanwhile finds it reserved or redeemed, and never neither.
      await redeemCoupon(db, purchaseId, clock.now())
      const results = await attempts
      expect(results).toHaveLength(100)
      expect(countWon(results)).toBe(1)
      expect(reasons(results)).toEqual(['This coupon has been used up.'])
      expect(await usesOf(id)).toHaveLength(3)
    }
  })

  test('more than one would, without the lock', async () => {
    const { id, code } = await coupon({ maxRedemptions: 1 })
    const [one, other] = [await person(), await person()]
    await reserveWithoutLock(id, [asked(one, code), asked(other, code)])
    expect(await usesOf(id)).toHaveLength(2)
  })

  test('a user gets as many as are meant for each', async () => {
    const { id, code } = await coupon({ perUserLimit: 2 })
    const [userId, other] = await Promise.all([person(), person()])
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => reserve(userId, code)))
    expect(countWon(results)).toBe(2)
    expect(reasons(results)).toEqual(['This coupon is in use for another purchase of yours that is not finished.'])
    await reserve(other, code)
    expect(await usesOf(id)).toHaveLength(3)
  })

  test('a user would get more, without the lock', async () => {
    const { id, code } = await coupon()
    const userId = await person()
    await reserveWithoutLock(id, [asked(userId, code), asked(userId, code)])
    expect(await usesOf(id)).toHaveLength(2)
  })
})

describe('a reservation', () => {
  test('gives what was said, and is undone with the purchase that it was made in', async () => {
    const { id, code } = await coupon({ kind: 'CREDITS', value: 500 })
    const purchase = asked(await person(), ` ${code.toLowerCase()} `)
    const given = { discount: 0, bonusCredits: 500, coupon: { code, says: '500 bonus credits' } }
    expect(await priceWithCoupon(ctx, purchase)).toEqual(given)
    const failing = inTransaction(ctx, async (inside) => {
      expect(await reserveCoupon(inside, purchase)).toEqual(given)
      throw new Error('the purchase fails')
    })
    await expect(failing).rejects.toThrow('the purchase fails')
    expect(await usesOf(id)).toEqual([])
    expect(await reserveCoupon(ctx, purchase)).toEqual(given)
    expect(await usesOf(id)).toMatchObject([{ status: 'RESERVED', discount: 0, credits: 500 }])
  })

  test('that has run out, or was given back, leaves its place to others', async () => {
    const { code } = await coupon({ maxRedemptions: 1 })
    const [a, b, c] = await Promise.all([person(), person(), person()])
    await reserve(a, code)
    await expect(reserve(b, code)).rejects.toMatchObject(refusal('This coupon has been used up.'))
    clock.advance(hour)
    const second = await reserve(b, code)
    await expect(reserve(c, code)).rejects.toMatchObject(refusal('This coupon has been used up.'))
    await releaseCoupon(db, second.purchaseId)
    await reserve(c, code)
  })

  test('asked for again by its purchase is still one, and lasts as long as was asked last', async () => {
    const { id, code } = await coupon({ maxRedemptions: 1 })
    const purchase = await reserve(await person(), code)
    const until = new Date(clock.now().getTime() + 3 * hour)
    await Promise.all([1, 2, 3].map(() => reserveCoupon(ctx, { ...purchase, until })))
    expect(await usesOf(id)).toHaveLength(1)
    clock.advance(2 * hour)
    await expect(reserve(await person(), code)).rejects.toMatchObject(refusal('This coupon has been used up.'))
  })

  test('given back can be made again by the same purchase, if nobody else has it by then', async () => {
    const { id, code } = await coupon({ maxRedemptions: 1 })
    const purchase = await reserve(await person(), code)
    await releaseCoupon(db, purchase.purchaseId)
    await reserveCoupon(ctx, purchase)
    await releaseCoupon(db, purchase.purchaseId)
    await reserve(await person(), code)
    await expect(reserveCoupon(ctx, purchase)).rejects.toMatchObject(refusal('This coupon has been used up.'))
    expect((await usesOf(id)).map(({ status }) => status)).toEqual(['RELEASED', 'RESERVED'])
  })

  test('outlives whatever is done to its coupon', async () => {
    const { id, code } = await coupon()
    const purchase = await reserve(await person(), code)
    await updateCoupon(db, id, { archivedAt: clock.now() })
    await redeemCoupon(db, purchase.purchaseId, clock.now())
    expect(await usesOf(id)).toMatchObject([{ status: 'REDEEMED', discount: 700 }])
    await expect(reserve(await person(), code)).rejects.toMatchObject(refusal('There is no such coupon.'))
  })
})

describe('a redemption', () => {
  test('counts once, however often it is told, and cannot be given back', async () => {
    const { id, code } = await coupon()
    const userId = await person()
    const { purchaseId } = await reserve(userId, code)
    const at = clock.now()
    await Promise.all(Array.from({ length: 10 }, () => redeemCoupon(db, purchaseId, at)))
    await redeemCoupon(db, purchaseId, new Date(at.getTime() + hour))
    await releaseCoupon(db, purchaseId)
    expect(await usesOf(id)).toEqual([{ status: 'REDEEMED', discount: 700, credits: 0, redeemedAt: at }])
    await expect(reserve(userId, code)).rejects.toMatchObject(refusal('You have already used this coupon.'))
    clock.advance(1000 * hour)
    await expect(reserve(userId, code)).rejects.toMatchObject(refusal('You have already used this coupon.'))
  })

  test('is recorded after its reservation was given back too, since it was paid for at that price', async () => {
    const { id, code } = await coupon({ maxRedemptions: 1 })
    const late = await reserve(await person(), code)
    await releaseCoupon(db, late.purchaseId)
    const other = await reserve(await person(), code)
    for (const { purchaseId } of [late, other]) await redeemCoupon(db, purchaseId, clock.now())
    expect((await usesOf(id)).map(({ status }) => status)).toEqual(['REDEEMED', 'REDEEMED'])
  })

  test('counts before it is in the tally, in it, and not for the purchase that asks again', async () => {
    const { id, code } = await coupon({ maxRedemptions: 2, perUserLimit: 3 })
    const userId = await person()
    const [first, second] = [await reserve(userId, code), await reserve(userId, code)]
    const tallied = () =>
      db.selectFrom('coupons').select('redemptionCount').where('id', '=', id).executeTakeFirstOrThrow()
    const usedUp = async () => {
      await expect(reserve(userId, code)).rejects.toMatchObject(refusal('This coupon has been used up.'))
      await expect(priceWithCoupon(ctx, { ...asked(userId, code) })).rejects.toThrow('used up')
    }
    for (const { purchaseId } of [first, second]) await redeemCoupon(db, purchaseId, clock.now())
    expect(await tallied()).toEqual({ redemptionCount: 0 })
    await usedUp()
    for (const again of [first, second, first]) await reserveCoupon(ctx, again)
    expect(await tallied()).toEqual({ redemptionCount: 2 })
    await usedUp()
    expect((await usesOf(id)).map(({ status }) => status)).toEqual(['REDEEMED', 'REDEEMED'])
  })

  test('of a purchase without a coupon is nothing', async () => {
    const count = () => db.selectFrom('couponRedemptions').selectAll().execute()
    const before = await count()
    await redeemCoupon(db, newId(), clock.now())
    await releaseCoupon(db, newId())
    expect(await count()).toEqual(before)
  })
})

test('an unknown code, one that is stopped and one that is archived cannot be told apart', async () => {
  const [stopped, archived] = [await coupon({ isActive: false }), await coupon({ archivedAt: clock.now() })]
  const userId = await person()
  for (const code of ['NEVER-WAS', '', stopped.code, archived.code]) {
    await expect(priceWithCoupon(ctx, asked(userId, code))).rejects.toMatchObject(refusal('There is no such coupon.'))
    await expect(reserve(userId, code)).rejects.toMatchObject(refusal('There is no such coupon.'))
  }
})
