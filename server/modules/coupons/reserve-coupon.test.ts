import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/util/ids.ts'
import { createBarrier } from '../../test/barrier.ts'
import { createMovableClock } from '../../test/clock.ts'
import { testDatabase } from '../../test/stores/database.ts'
import { scaleForTorture } from '../../test/torture.ts'
import { insertCoupon, updateCoupon } from './coupons.queries.ts'
import { redeemCoupon, releaseCoupon, upsertReservation } from './redemptions.queries.ts'
import { priceWithCoupon, reserveCoupon } from './reserve-coupon.ts'

const { app, close } = await testDatabase()
afterAll(close)
const { db } = app
let clock = createMovableClock()
let ctx = { db, clock }
beforeEach(() => {
  clock = createMovableClock()
  ctx = { db, clock }
})

const hour = 3_600_000

async function createPerson(): Promise<string> {
  const id = newId()
  const who = { email: `${id}@example.com`, firstName: 'Cora', lastName: 'Saver', phone: '615-555-0160' }
  const row = { ...who, id, role: 'CONSUMER_USER', passwordHash: 'opens nothing' }
  await db.insertInto('users').values(row).execute()
  return id
}

type CouponColumns = Partial<Omit<Parameters<typeof insertCoupon>[1], 'id' | 'code'>>

/** 20% off any purchase and one use per user by default. */
async function createCoupon(terms: CouponColumns = {}) {
  const id = newId()
  const code = `C-${id.slice(-12)}`.toUpperCase()
  const usual = { kind: 'PERCENT', value: 20, appliesTo: 'ANY', createdAt: clock.now() }
  await insertCoupon(db, { ...usual, ...terms, id, code })
  return { id, code }
}

const buildPurchase = (userId: string, code: string) => ({
  ...{ userId, code, purchase: 'PACK' as const, list: 3500 },
  purchaseId: newId(),
  until: new Date(clock.now().getTime() + hour),
})
const reserveAs = async (userId: string, code: string) => {
  const purchase = buildPurchase(userId, code)
  await reserveCoupon(ctx, purchase)
  return purchase
}
const buildRefusal = (message: string) => ({
  code: 'UNPROCESSABLE',
  message,
  extra: { issues: [{ path: 'couponCode', message }] },
})

const listUses = (couponId: string) =>
  db
    .selectFrom('couponRedemptions')
    .select(['status', 'discount', 'credits', 'redeemedAt'])
    .where('couponId', '=', couponId)
    .orderBy('createdAt')
    .execute()

const countFulfilled = (results: PromiseSettledResult<unknown>[]) =>
  results.filter((one) => one.status === 'fulfilled').length
const listReasons = (results: PromiseSettledResult<unknown>[]) => [
  ...new Set(results.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []))),
]

/** Does what `reserveCoupon` does, concurrently for each purchase, but without the lock. */
async function reserveWithoutLock(couponId: string, purchases: ReturnType<typeof buildPurchase>[]) {
  const pricedByAll = createBarrier(purchases.length)
  const reserveOne = (purchase: ReturnType<typeof buildPurchase>) =>
    inTransaction(ctx, async (tx) => {
      const { userId, purchaseId, until } = purchase
      const { discount, bonusCredits } = await priceWithCoupon(tx, purchase)
      await pricedByAll()
      await upsertReservation(tx.db, {
        ...{ id: newId(), couponId, userId, purchaseId, purchase: 'PACK', status: 'RESERVED', discount },
        ...{ credits: bonusCredits, reservedUntil: until, createdAt: clock.now() },
      })
    })
  await Promise.all(purchases.map(reserveOne))
}

describe('of many concurrent purchases', () => {
  test('one gets the last use of a coupon', async () => {
    for (let round = 0; round < scaleForTorture(1, 50); round++) {
      const { id, code } = await createCoupon({ maxRedemptions: 3 })
      const [first, second, ...others] = await Promise.all(Array.from({ length: 102 }, createPerson))
      await redeemCoupon(db, (await reserveAs(first ?? '', code)).purchaseId, clock.now())
      const { purchaseId } = await reserveAs(second ?? '', code)
      const attempts = Promise.allSettled(others.map((userId) => reserveAs(userId, code)))
      // A concurrent count sees it as reserved or redeemed, never as neither.
      await redeemCoupon(db, purchaseId, clock.now())
      const results = await attempts
      expect(results).toHaveLength(100)
      expect(countFulfilled(results)).toBe(1)
      expect(listReasons(results)).toEqual(['This coupon has reached its limit.'])
      expect(await listUses(id)).toHaveLength(3)
    }
  })

  test('more than one would get it without the lock', async () => {
    const { id, code } = await createCoupon({ maxRedemptions: 1 })
    const [one, other] = [await createPerson(), await createPerson()]
    await reserveWithoutLock(id, [buildPurchase(one, code), buildPurchase(other, code)])
    expect(await listUses(id)).toHaveLength(2)
  })

  test('a user gets as many uses as the limit per user', async () => {
    const { id, code } = await createCoupon({ perUserLimit: 2 })
    const [userId, other] = await Promise.all([createPerson(), createPerson()])
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => reserveAs(userId, code)))
    expect(countFulfilled(results)).toBe(2)
    expect(listReasons(results)).toEqual(['You are using this coupon in another unfinished purchase.'])
    await reserveAs(other, code)
    expect(await listUses(id)).toHaveLength(3)
  })

  test('a user would get more without the lock', async () => {
    const { id, code } = await createCoupon()
    const userId = await createPerson()
    await reserveWithoutLock(id, [buildPurchase(userId, code), buildPurchase(userId, code)])
    expect(await listUses(id)).toHaveLength(2)
  })
})

describe('a reservation', () => {
  test('gives the quoted benefit, and is rolled back with its purchase', async () => {
    const { id, code } = await createCoupon({ kind: 'CREDITS', value: 500 })
    const purchase = buildPurchase(await createPerson(), ` ${code.toLowerCase()} `)
    const benefit = { discount: 0, bonusCredits: 500, coupon: { code, says: '500 bonus credits' } }
    expect(await priceWithCoupon(ctx, purchase)).toEqual(benefit)
    const failing = inTransaction(ctx, async (tx) => {
      expect(await reserveCoupon(tx, purchase)).toEqual(benefit)
      throw new Error('the purchase fails')
    })
    await expect(failing).rejects.toThrow('the purchase fails')
    expect(await listUses(id)).toEqual([])
    expect(await reserveCoupon(ctx, purchase)).toEqual(benefit)
    expect(await listUses(id)).toMatchObject([{ status: 'RESERVED', discount: 0, credits: 500 }])
  })

  test('that has expired or was released frees its use', async () => {
    const { code } = await createCoupon({ maxRedemptions: 1 })
    const [a, b, c] = await Promise.all([createPerson(), createPerson(), createPerson()])
    await reserveAs(a, code)
    await expect(reserveAs(b, code)).rejects.toMatchObject(buildRefusal('This coupon has reached its limit.'))
    clock.advance(hour)
    const second = await reserveAs(b, code)
    await expect(reserveAs(c, code)).rejects.toMatchObject(buildRefusal('This coupon has reached its limit.'))
    await releaseCoupon(db, second.purchaseId)
    await reserveAs(c, code)
  })

  test('repeated by its purchase stays one, with the latest expiry', async () => {
    const { id, code } = await createCoupon({ maxRedemptions: 1 })
    const purchase = await reserveAs(await createPerson(), code)
    const until = new Date(clock.now().getTime() + 3 * hour)
    await Promise.all([1, 2, 3].map(() => reserveCoupon(ctx, { ...purchase, until })))
    expect(await listUses(id)).toHaveLength(1)
    clock.advance(2 * hour)
    await expect(reserveAs(await createPerson(), code)).rejects.toMatchObject(
      buildRefusal('This coupon has reached its limit.'),
    )
  })

  test('that was released can be made again by the same purchase, if its use is still free', async () => {
    const { id, code } = await createCoupon({ maxRedemptions: 1 })
    const purchase = await reserveAs(await createPerson(), code)
    await releaseCoupon(db, purchase.purchaseId)
    await reserveCoupon(ctx, purchase)
    await releaseCoupon(db, purchase.purchaseId)
    await reserveAs(await createPerson(), code)
    await expect(reserveCoupon(ctx, purchase)).rejects.toMatchObject(buildRefusal('This coupon has reached its limit.'))
    expect((await listUses(id)).map(({ status }) => status)).toEqual(['RELEASED', 'RESERVED'])
  })

  test('outlives any change to its coupon', async () => {
    const { id, code } = await createCoupon()
    const purchase = await reserveAs(await createPerson(), code)
    await updateCoupon(db, id, { archivedAt: clock.now() })
    await redeemCoupon(db, purchase.purchaseId, clock.now())
    expect(await listUses(id)).toMatchObject([{ status: 'REDEEMED', discount: 700 }])
    await expect(reserveAs(await createPerson(), code)).rejects.toMatchObject(
      buildRefusal('This coupon code is invalid.'),
    )
  })
})

describe('a redemption', () => {
  test('counts once, however often it is recorded, and cannot be released', async () => {
    const { id, code } = await createCoupon()
    const userId = await createPerson()
    const { purchaseId } = await reserveAs(userId, code)
    const at = clock.now()
    await Promise.all(Array.from({ length: 10 }, () => redeemCoupon(db, purchaseId, at)))
    await redeemCoupon(db, purchaseId, new Date(at.getTime() + hour))
    await releaseCoupon(db, purchaseId)
    expect(await listUses(id)).toEqual([{ status: 'REDEEMED', discount: 700, credits: 0, redeemedAt: at }])
    await expect(reserveAs(userId, code)).rejects.toMatchObject(buildRefusal('You have already used this coupon.'))
    clock.advance(1000 * hour)
    await expect(reserveAs(userId, code)).rejects.toMatchObject(buildRefusal('You have already used this coupon.'))
  })

  test('is recorded even after its reservation was released, since it was paid for at that price', async () => {
    const { id, code } = await createCoupon({ maxRedemptions: 1 })
    const late = await reserveAs(await createPerson(), code)
    await releaseCoupon(db, late.purchaseId)
    const other = await reserveAs(await createPerson(), code)
    for (const { purchaseId } of [late, other]) await redeemCoupon(db, purchaseId, clock.now())
    expect((await listUses(id)).map(({ status }) => status)).toEqual(['REDEEMED', 'REDEEMED'])
  })

  test('counts before and after it is added to the total, and not for the purchase that asks again', async () => {
    const { id, code } = await createCoupon({ maxRedemptions: 2, perUserLimit: 3 })
    const userId = await createPerson()
    const [first, second] = [await reserveAs(userId, code), await reserveAs(userId, code)]
    const counted = () =>
      db.selectFrom('coupons').select('redemptionCount').where('id', '=', id).executeTakeFirstOrThrow()
    const usedUp = async () => {
      await expect(reserveAs(userId, code)).rejects.toMatchObject(buildRefusal('This coupon has reached its limit.'))
      await expect(priceWithCoupon(ctx, { ...buildPurchase(userId, code) })).rejects.toThrow('has reached its limit')
    }
    for (const { purchaseId } of [first, second]) await redeemCoupon(db, purchaseId, clock.now())
    expect(await counted()).toEqual({ redemptionCount: 0 })
    await usedUp()
    for (const again of [first, second, first]) await reserveCoupon(ctx, again)
    expect(await counted()).toEqual({ redemptionCount: 2 })
    await usedUp()
    expect((await listUses(id)).map(({ status }) => status)).toEqual(['REDEEMED', 'REDEEMED'])
  })

  test('of a purchase without a coupon does nothing', async () => {
    const count = () => db.selectFrom('couponRedemptions').selectAll().execute()
    const before = await count()
    await redeemCoupon(db, newId(), clock.now())
    await releaseCoupon(db, newId())
    expect(await count()).toEqual(before)
  })
})

test('an unknown, a deactivated and an archived code get the same answer', async () => {
  const [stopped, archived] = [await createCoupon({ isActive: false }), await createCoupon({ archivedAt: clock.now() })]
  const userId = await createPerson()
  for (const code of ['NEVER-WAS', '', stopped.code, archived.code]) {
    await expect(priceWithCoupon(ctx, buildPurchase(userId, code))).rejects.toMatchObject(
      buildRefusal('This coupon code is invalid.'),
    )
    await expect(reserveAs(userId, code)).rejects.toMatchObject(buildRefusal('This coupon code is invalid.'))
  }
})
