import { coupons } from '@dooryard/contract/coupons'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { selectPayments } from '../billing/index.ts'
import { coupon, redeem } from './coupons.fixture.ts'
import { selectRedemptions } from './coupons.queries.ts'
import { redeemCoupon, reserveCoupon } from './index.ts'

const portal = await testPortal()
afterAll(portal.close)

const admin = await user(portal, { role: 'SUPER_ADMIN' })

describe('the list', () => {
  test('has the newest first, by state and by a part of the code, and its pages never overlap', async () => {
    const mark = newId().slice(-8).toUpperCase()
    const all = []
    for (let n = 0; n < 5; n++) all.push(await coupon(admin, { code: `${mark}-${n}` }))
    // Made at one moment, as by an import.
    const ids = all.map(({ id }) => id)
    await portal.db.updateTable('coupons').set({ createdAt: new Date() }).where('id', 'in', ids).execute()
    await admin.as.call(coupons.activate, { params: { id: ids[0] ?? '' }, body: { isActive: false } })
    await admin.as.call(coupons.archive, { params: { id: ids[1] ?? '' } })
    const listed = async (query: object) => {
      const search = ` ${mark.toLowerCase()}-`
      return (await admin.as.call(coupons.list, { query: { search, ...query } })).body
    }
    const codes = async (query: object) => (await listed(query)).items.map(({ code }) => code.slice(-1)).join('')
    expect(await codes({})).toBe('4320')
    expect(await codes({ state: 'ACTIVE' })).toBe('432')
    expect(await codes({ state: 'INACTIVE' })).toBe('0')
    expect(await codes({ state: 'ARCHIVED' })).toBe('1')
    expect([await codes({ limit: 3 }), await codes({ limit: 3, page: 2 })]).toEqual(['432', '0'])
    expect(await listed({ limit: 3 })).toMatchObject({ totalCount: 4, totalPages: 2, nextPage: 2 })
    expect((await admin.as.call(coupons.list, { query: { search: `${mark}%` } })).body.totalCount).toBe(0)
  })
})

describe('an affiliate', () => {
  test('sees the coupons that are theirs, and who redeemed them not', async () => {
    const [me, other] = await Promise.all([1, 2].map(() => user(portal, { role: 'AFFILIATE_USER' })))
    if (!me || !other) throw new Error('no affiliates')
    const mine = await coupon(admin, { affiliateUserId: me.id })
    const theirs = await coupon(admin, { affiliateUserId: other.id })
    const ofNobody = await coupon(admin)
    for (const { code } of [mine, theirs, ofNobody]) await redeem(portal, code, await user(portal))
    expect((await me.as.call(coupons.list)).body).toMatchObject({
      totalCount: 1,
      items: [{ id: mine.id, redemptions: 1 }],
    })
    expect((await me.as.call(coupons.get, { params: mine })).status).toBe(200)
    const { body } = await me.as.call(coupons.redemptions, { params: mine })
    expect(body.items).toEqual([
      {
        ...{ id: expect.any(String), redeemedAt: expect.any(String), purchase: 'PACK', discount: 700, credits: 0 },
      },
    ])
    for (const { id } of [theirs, ofNobody])
      for (const call of [coupons.get, coupons.redemptions])
        expect(await me.as.call(call, { params: { id } })).toMatchObject({ status: 404 })
    await admin.as.call(coupons.change, { params: mine, body: { affiliateUserId: other.id } })
    expect((await me.as.call(coupons.list)).body.totalCount).toBe(0)
    expect((await me.as.call(coupons.get, { params: mine })).status).toBe(404)
  })

  test('sees what was redeemed with those that are stopped or archived as well', async () => {
    const me = await user(portal, { role: 'AFFILIATE_USER' })
    const [working, stopped, archived] = [
      await coupon(admin, { affiliateUserId: me.id }),
      await coupon(admin, { affiliateUserId: me.id }),
      await coupon(admin, { affiliateUserId: me.id }),
    ]
    await redeem(portal, archived.code, await user(portal))
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

  test('that has closed their account leaves the coupon to those who have its code, and no address', async () => {
    const gone = await user(portal, { role: 'AFFILIATE_USER' })
    const { id, code } = await coupon(admin, { affiliateUserId: gone.id })
    await portal.db.updateTable('users').set({ closedAt: new Date() }).where('id', '=', gone.id).execute()
    await redeem(portal, code, await user(portal))
    const { body } = await admin.as.call(coupons.get, { params: { id } })
    expect(body).toMatchObject({ redemptions: 1, affiliateUserId: gone.id })
    expect(body.affiliateEmail).toBeUndefined()
  })
})

test('whoever redeemed a coupon and has closed their account is not named any more', async () => {
  const buyer = await user(portal)
  const { id, code } = await coupon(admin)
  await redeem(portal, code, buyer)
  await portal.db.updateTable('users').set({ closedAt: new Date() }).where('id', '=', buyer.id).execute()
  const { body } = await admin.as.call(coupons.redemptions, { params: { id } })
  expect(body.items.map(({ userEmail }) => userEmail)).toEqual([undefined])
})

test('a coupon says how many uses are kept for purchases under way, until they are paid or run out', async () => {
  const { id, code } = await coupon(admin, { maxRedemptions: 3 })
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
  await expect(reserve()).rejects.toThrow('This coupon has been used up.')
  await redeemCoupon(portal.db, paid, portal.clock.now())
  expect(await shown()).toMatchObject({ redemptions: 1, reserved: 2 })
  portal.clock.advance(61_000)
  expect(await shown()).toMatchObject({ redemptions: 1, reserved: 0 })
  const { items } = (await admin.as.call(coupons.list, { query: { search: code } })).body
  expect(items).toMatchObject([{ id, redemptions: 1, reserved: 0 }])
})

test('redemptions are listed newest first, and purchases under way are not', async () => {
  const { id, code } = await coupon(admin, { perUserLimit: 5 })
  const buyer = await user(portal)
  for (let n = 0; n < 3; n++) {
    portal.clock.advance(1000)
    await redeem(portal, code, buyer)
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

test('a page of redemptions looks for the refunds of its own rows alone, however many come before', async () => {
  const { id, code } = await coupon(admin, { perUserLimit: 5 })
  const buyer = await user(portal)
  for (let n = 0; n < 5; n++) await redeem(portal, code, buyer)
  const scans = async (db: Db) => {
    const { rows } = await sql<{ scans: number }>`
      select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans
      from pg_stat_xact_user_tables where relname = 'payment_transactions'`.execute(db)
    return rows[0]?.scans ?? 0
  }
  const looks = (offset: number) =>
    portal.db.transaction().execute(async (db) => {
      const before = await scans(db)
      expect(await selectRedemptions(db, id, { selectPayments, limit: 1, offset })).toHaveLength(1)
      return (await scans(db)) - before
    })
  const first = await looks(0)
  expect(first).toBeGreaterThan(0)
  expect(await looks(4)).toBe(first)
})
