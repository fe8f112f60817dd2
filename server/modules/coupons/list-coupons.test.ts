import { coupons } from '@dooryard/contract/billing/coupons'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/util/ids.ts'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { selectPayments } from '../billing/index.ts'
import { createCouponAs, redeemCouponAs } from './coupons.fixture.ts'
import { selectRedemptions } from './coupons.queries.ts'
import { redeemCoupon, reserveCoupon } from './index.ts'

const portal = await testPortal()
afterAll(portal.close)

const admin = await user(portal, { role: 'SUPER_ADMIN' })

describe('the list', () => {
  test('is sorted newest first, filtered by state and part of the code, and its pages never overlap', async () => {
    const lastCode = newId().slice(-8).toUpperCase()
    const all = []
    for (let n = 0; n < 5; n++) all.push(await createCouponAs(admin, { code: `${lastCode}-${n}` }))
    // All have the same creation time, as after an import.
    const ids = all.map(({ id }) => id)
    await portal.db.updateTable('coupons').set({ createdAt: new Date() }).where('id', 'in', ids).execute()
    await admin.as.call(coupons.activate, { params: { id: ids[0] ?? '' }, body: { isActive: false } })
    await admin.as.call(coupons.archive, { params: { id: ids[1] ?? '' } })
    const listed = async (query: object) => {
      const search = ` ${lastCode.toLowerCase()}-`
      return (await admin.as.call(coupons.list, { query: { search, ...query } })).body
    }
    const codes = async (query: object) => (await listed(query)).items.map(({ code }) => code.slice(-1)).join('')
    expect(await codes({})).toBe('4320')
    expect(await codes({ state: 'ACTIVE' })).toBe('432')
    expect(await codes({ state: 'INACTIVE' })).toBe('0')
    expect(await codes({ state: 'ARCHIVED' })).toBe('1')
    expect([await codes({ limit: 3 }), await codes({ limit: 3, page: 2 })]).toEqual(['432', '0'])
    expect(await listed({ limit: 3 })).toMatchObject({ totalCount: 4, totalPages: 2, nextPage: 2 })
    expect((await admin.as.call(coupons.list, { query: { search: `${lastCode}%` } })).body.totalCount).toBe(0)
  })
})

describe('an affiliate', () => {
  test('sees only their own coupons, and not who redeemed them', async () => {
    const [me, other] = await Promise.all([1, 2].map(() => user(portal, { role: 'AFFILIATE_USER' })))
    if (!me || !other) throw new Error('no affiliates')
    const mine = await createCouponAs(admin, { affiliateUserId: me.id })
    const theirs = await createCouponAs(admin, { affiliateUserId: other.id })
    const unassigned = await createCouponAs(admin)
    for (const { code } of [mine, theirs, unassigned]) await redeemCouponAs(portal, code, await user(portal))
    expect((await me.as.call(coupons.list)).body).toMatchObject({
      totalCount: 1,
      items: [{ id: mine.id, redemptions: 1 }],
    })
    const query = { affiliateUserId: other.id }
    expect((await me.as.call(coupons.list, { query })).body.items).toMatchObject([{ id: mine.id }])
    expect((await admin.as.call(coupons.list, { query })).body.items).toMatchObject([{ id: theirs.id }])
    expect((await me.as.call(coupons.get, { params: mine })).status).toBe(200)
    const { body } = await me.as.call(coupons.redemptions, { params: mine })
    expect(body.items).toEqual([
      {
        ...{ id: expect.any(String), redeemedAt: expect.any(String), purchase: 'PACK', discount: 700, credits: 0 },
      },
    ])
    for (const { id } of [theirs, unassigned])
      for (const call of [coupons.get, coupons.redemptions])
        expect(await me.as.call(call, { params: { id } })).toMatchObject({ status: 404 })
    await admin.as.call(coupons.change, { params: mine, body: { affiliateUserId: other.id } })
    expect((await me.as.call(coupons.list)).body.totalCount).toBe(0)
    expect((await me.as.call(coupons.get, { params: mine })).status).toBe(404)
  })

  test('also sees redemptions of deactivated and archived coupons', async () => {
    const me = await user(portal, { role: 'AFFILIATE_USER' })
    const [working, stopped, archived] = [
      await createCouponAs(admin, { affiliateUserId: me.id }),
      await createCouponAs(admin, { affiliateUserId: me.id }),
      await createCouponAs(admin, { affiliateUserId: me.id }),
    ]
    await redeemCouponAs(portal, archived.code, await user(portal))
    await admin.as.call(coupons.activate, { params: stopped, body: { isActive: false } })
    await admin.as.call(coupons.archive, { params: archived })
    const { body } = await me.as.call(coupons.list)
    expect(body).toMatchObject({
      totalCount: 3,
      items: [
        { id: archived.id, archivedAt: expect.any(String), redemptions: 1 },
        { id: stopped.id, isActive: false },
        { id: working.id, isActive: true },
      ],
    })
    const listed = async (state: 'ACTIVE' | 'INACTIVE' | 'ARCHIVED') =>
      (await me.as.call(coupons.list, { query: { state } })).body.items.map(({ id }) => id)
    expect(await listed('ACTIVE')).toEqual([working.id])
    expect(await listed('INACTIVE')).toEqual([stopped.id])
    expect(await listed('ARCHIVED')).toEqual([archived.id])
  })

  test('with a closed account leaves the coupon valid, and their address disappears', async () => {
    const gone = await user(portal, { role: 'AFFILIATE_USER' })
    const { id, code } = await createCouponAs(admin, { affiliateUserId: gone.id })
    await portal.db.updateTable('users').set({ closedAt: new Date() }).where('id', '=', gone.id).execute()
    await redeemCouponAs(portal, code, await user(portal))
    const { body } = await admin.as.call(coupons.get, { params: { id } })
    expect(body).toMatchObject({ redemptions: 1, affiliateUserId: gone.id })
    expect(body.affiliateEmail).toBeUndefined()
  })
})

test('a user who redeemed a coupon and closed their account is no longer named', async () => {
  const buyer = await user(portal)
  const { id, code } = await createCouponAs(admin)
  await redeemCouponAs(portal, code, buyer)
  await portal.db.updateTable('users').set({ closedAt: new Date() }).where('id', '=', buyer.id).execute()
  const { body } = await admin.as.call(coupons.redemptions, { params: { id } })
  expect(body.items.map(({ userEmail }) => userEmail)).toEqual([undefined])
})

test('a coupon shows the uses reserved for pending purchases, until they are paid or expire', async () => {
  const { id, code } = await createCouponAs(admin, { maxRedemptions: 3 })
  const until = new Date(portal.clock.now().getTime() + 60_000)
  const reserve = async () => {
    const { id: userId } = await user(portal)
    const purchaseId = newId()
    await reserveCoupon(portal.services, { userId, code, purchase: 'PACK', list: 3500, purchaseId, until })
    return purchaseId
  }
  const [paid] = [await reserve(), await reserve(), await reserve()]
  const shown = async () => (await admin.as.call(coupons.get, { params: { id } })).body
  expect(await shown()).toMatchObject({ redemptions: 0, reserved: 3, maxRedemptions: 3 })
  await expect(reserve()).rejects.toThrow('This coupon has reached its limit.')
  await redeemCoupon(portal.db, paid, portal.clock.now())
  expect(await shown()).toMatchObject({ redemptions: 1, reserved: 2 })
  portal.clock.advance(61_000)
  expect(await shown()).toMatchObject({ redemptions: 1, reserved: 0 })
  const { items } = (await admin.as.call(coupons.list, { query: { search: code } })).body
  expect(items).toMatchObject([{ id, redemptions: 1, reserved: 0 }])
})

test('redemptions are listed newest first, without pending purchases', async () => {
  const { id, code } = await createCouponAs(admin, { perUserLimit: 5 })
  const buyer = await user(portal)
  for (let n = 0; n < 3; n++) {
    portal.clock.advance(1000)
    await redeemCouponAs(portal, code, buyer)
  }
  const until = new Date(portal.clock.now().getTime() + 3_600_000)
  const purchase = { userId: buyer.id, code, purchase: 'SUBSCRIPTION' as const, list: 4900, purchaseId: newId(), until }
  await reserveCoupon(portal.services, purchase)
  const page = async (number: number) =>
    (await admin.as.call(coupons.redemptions, { params: { id }, query: { limit: 2, page: number } })).body
  const [first, second] = [await page(1), await page(2)]
  expect(first).toMatchObject({ totalCount: 3, totalPages: 2 })
  const times = [...first.items, ...second.items].map(({ redeemedAt }) => redeemedAt)
  expect(times).toHaveLength(3)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('a page of redemptions reads the refunds of its own rows only, however many come before', async () => {
  const { id, code } = await createCouponAs(admin, { perUserLimit: 5 })
  const buyer = await user(portal)
  for (let n = 0; n < 5; n++) await redeemCouponAs(portal, code, buyer)
  const scans = async (db: Db) => {
    const { rows } = await sql<{ scans: number }>`
      select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans
      from pg_stat_xact_user_tables where relname = 'payment_transactions'`.execute(db)
    return rows[0]?.scans ?? 0
  }
  const listFrom = (offset: number) =>
    portal.db.transaction().execute(async (db) => {
      const before = await scans(db)
      expect(await selectRedemptions(db, id, { selectPayments, limit: 1, offset })).toHaveLength(1)
      return (await scans(db)) - before
    })
  const first = await listFrom(0)
  expect(first).toBeGreaterThan(0)
  expect(await listFrom(4)).toBe(first)
})
