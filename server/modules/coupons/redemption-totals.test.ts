import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/util/ids.ts'
import { createMovableClock } from '../../test/clock.ts'
import { testDatabase } from '../../test/stores/database.ts'
import { insertCoupon } from './coupons.queries.ts'
import { releaseCoupon } from './redemptions.queries.ts'
import { priceWithCoupon, reserveCoupon } from './reserve-coupon.ts'

const { app, db, close } = await testDatabase()
afterAll(close)
const clock = createMovableClock()
const userId = newId()
const uses = 2_000

const couponRow = { kind: 'PERCENT', value: 20, appliesTo: 'ANY', createdAt: clock.now() }
const limitedCoupon = { ...couponRow, id: newId(), code: 'LIMITED', maxRedemptions: uses + 1, perUserLimit: 2 }
const unlimitedCoupon = { ...couponRow, id: newId(), code: 'UNLIMITED' }

beforeAll(async () => {
  const who = { firstName: 'Cora', lastName: 'Saver', phone: '615-555-0160' }
  const others = Array.from({ length: 100 }, () => newId())
  const buyers = [userId, ...others].map((id) => ({ ...who, id, email: `${id}@example.com` }))
  const rows = buyers.map((buyer) => ({ ...buyer, role: 'CONSUMER_USER', passwordHash: 'opens nothing' }))
  await db.insertInto('users').values(rows).execute()
  for (const coupon of [limitedCoupon, unlimitedCoupon]) await insertCoupon(db, coupon)
  // Usually a coupon has few redemptions, scattered among those of all coupons.
  await sql`insert into coupon_redemptions
    select gen_random_uuid(), case when n % 11 = 0 then ${limitedCoupon.id}::uuid else ${unlimitedCoupon.id}::uuid end,
      (${others}::uuid[])[1 + n % 100], gen_random_uuid(), 'PACK', 'REDEEMED', 700, 0, now(), now(), now()
    from generate_series(1, ${sql.lit(11 * uses)}) n`.execute(db)
  await sql`vacuum analyze coupon_redemptions`.execute(db)
})

/** Counts the redemption rows that pricing a purchase reads, index reads excluded. */
const countRowsRead = (code: string) =>
  inTransaction({ db: app.db, clock }, async (ctx) => {
    const before = await getRowsRead(ctx.db)
    await priceWithCoupon(ctx, { userId, code, purchase: 'PACK', list: 3500, replaces: [newId()] })
    return (await getRowsRead(ctx.db)) - before
  })

async function getRowsRead(tx: Db): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_xact_user_tables where relname = 'coupon_redemptions'`.execute(tx)
  return rows[0]?.read ?? Number.NaN
}

test('uses by other users are counted only if the coupon has a limit', async () => {
  expect(await countRowsRead(unlimitedCoupon.code)).toBe(0)
})

test('redemptions are added to the total once, by the next use of the coupon', async () => {
  const purchaseId = newId()
  const until = new Date(clock.now().getTime() + 3_600_000)
  const asked = { userId, code: limitedCoupon.code, purchase: 'PACK', list: 3500 } as const
  await reserveCoupon({ db: app.db, clock }, { ...asked, purchaseId, until })
  const left = sql<{ uses: number }>`select count(*)::int as uses from coupon_redemptions
    where coupon_id = ${limitedCoupon.id} and status = 'REDEEMED' and not is_counted`
  expect((await left.execute(db)).rows).toEqual([{ uses: 0 }])
  await expect(priceWithCoupon({ db: app.db, clock }, asked)).rejects.toThrow('This coupon has reached its limit.')
  await releaseCoupon(app.db, purchaseId)
  expect(await priceWithCoupon({ db: app.db, clock }, asked)).toMatchObject({ discount: 700 })
})

test('the limit applies exactly', async () => {
  const price = (code: string) => priceWithCoupon({ db: app.db, clock }, { userId, code, purchase: 'PACK', list: 3500 })
  await app.db.updateTable('coupons').set({ maxRedemptions: uses }).where('id', '=', limitedCoupon.id).execute()
  await expect(price(limitedCoupon.code)).rejects.toThrow('This coupon has reached its limit.')
  await app.db.updateTable('coupons').set({ maxRedemptions: null }).where('id', '=', limitedCoupon.id).execute()
  expect(await price(limitedCoupon.code)).toMatchObject({ discount: 700 })
  await app.db
    .updateTable('coupons')
    .set({ maxRedemptions: uses + 1 })
    .where('id', '=', limitedCoupon.id)
    .execute()
})
