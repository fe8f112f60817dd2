import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { movableClock } from '../../test/clock.ts'
import { testDatabase } from '../../test/database.ts'
import { insertCoupon } from './coupons.queries.ts'
import { releaseCoupon } from './redemptions.queries.ts'
import { priceWithCoupon, reserveCoupon } from './use-coupon.ts'

const { app, db, close } = await testDatabase()
afterAll(close)
const clock = movableClock()
const userId = newId()
const uses = 2_000

const row = { kind: 'PERCENT', value: 20, appliesTo: 'ANY', createdAt: clock.now() }
const limited = { ...row, id: newId(), code: 'LIMITED', maxRedemptions: uses + 1, perUserLimit: 2 }
const unlimited = { ...row, id: newId(), code: 'UNLIMITED' }

beforeAll(async () => {
  const who = { firstName: 'Cora', lastName: 'Saver', phone: '615-555-0160' }
  const others = Array.from({ length: 100 }, () => newId())
  const buyers = [userId, ...others].map((id) => ({ ...who, id, email: `${id}@example.com` }))
  const rows = buyers.map((buyer) => ({ ...buyer, role: 'CONSUMER_USER', passwordHash: 'opens nothing' }))
  await db.insertInto('users').values(rows).execute()
  for (const coupon of [limited, unlimited]) await insertCoupon(db, coupon)
  // As a rule those of one coupon are few, and lie scattered among those of all.
  await sql`insert into coupon_redemptions
    select gen_random_uuid(), case when n % 11 = 0 then ${limited.id}::uuid else ${unlimited.id}::uuid end,
      (${others}::uuid[])[1 + n % 100], gen_random_uuid(), 'PACK', 'REDEEMED', 700, 0, now(), now(), now()
    from generate_series(1, ${sql.lit(11 * uses)}) n`.execute(db)
  await sql`vacuum analyze coupon_redemptions`.execute(db)
})

/** How many rows of redemptions are read, beside what indexes say, to price a purchase. */
const rowsRead = (code: string) =>
  inTransaction({ db: app.db, clock }, async (ctx) => {
    const before = await readSoFar(ctx.db)
    await priceWithCoupon(ctx, { userId, code, purchase: 'PACK', list: 3500, replaces: [newId()] })
    return (await readSoFar(ctx.db)) - before
  })

async function readSoFar(inside: Db): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_xact_user_tables where relname = 'coupon_redemptions'`.execute(inside)
  return rows[0]?.read ?? Number.NaN
}

test('the uses of others are counted only where there is a limit to them', async () => {
  expect(await rowsRead(unlimited.code)).toBe(0)
})

test('what was redeemed is counted once for all, by whoever uses the coupon next', async () => {
  const purchaseId = newId()
  const until = new Date(clock.now().getTime() + 3_600_000)
  const asked = { userId, code: limited.code, purchase: 'PACK', list: 3500 } as const
  await reserveCoupon({ db: app.db, clock }, { ...asked, purchaseId, until })
  const left = sql<{ uses: number }>`select count(*)::int as uses from coupon_redemptions
    where coupon_id = ${limited.id} and status = 'REDEEMED' and not is_counted`
  expect((await left.execute(db)).rows).toEqual([{ uses: 0 }])
  await expect(priceWithCoupon({ db: app.db, clock }, asked)).rejects.toThrow('This coupon has been used up.')
  await releaseCoupon(app.db, purchaseId)
  expect(await priceWithCoupon({ db: app.db, clock }, asked)).toMatchObject({ discount: 700 })
})

test('the limit is where it was set', async () => {
  const price = (code: string) => priceWithCoupon({ db: app.db, clock }, { userId, code, purchase: 'PACK', list: 3500 })
  await app.db.updateTable('coupons').set({ maxRedemptions: uses }).where('id', '=', limited.id).execute()
  await expect(price(limited.code)).rejects.toThrow('This coupon has been used up.')
  await app.db.updateTable('coupons').set({ maxRedemptions: null }).where('id', '=', limited.id).execute()
  expect(await price(limited.code)).toMatchObject({ discount: 700 })
  await app.db
    .updateTable('coupons')
    .set({ maxRedemptions: uses + 1 })
    .where('id', '=', limited.id)
    .execute()
})
