import { auditLog } from '@dooryard/contract/admin/audit-log'
import { minuteMs } from '@dooryard/contract/api/time'
import { coupons } from '@dooryard/contract/billing/coupons'
import { adminCreditSettings } from '@dooryard/contract/billing/credits'
import { adminCatalog } from '@dooryard/contract/billing/plans'
import { secondFactor } from '@dooryard/contract/identity/second-factor'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/util/ids.ts'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { setUpApp } from '../identity/second-factor/second-factor.fixture.ts'
import { buildCouponDraft, createCouponAs, redeemCouponAs } from './coupons.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const admin = await user(portal, { role: 'SUPER_ADMIN' })
const affiliate = await user(portal, { role: 'AFFILIATE_USER' })

const listAuditEntries = async (id: string) =>
  (await admin.as.call(auditLog.list, { query: { object: id } })).body.items.map(({ action, before, after }) => ({
    ...{ action, before, after },
  }))

describe('an administrator', () => {
  test('creates a coupon, which is then in the audit log', async () => {
    const draft = buildCouponDraft({ code: ' spring-26 ', startsAt: '2026-03-01T00:00:00+02:00', maxRedemptions: 500 })
    const { status, body } = await admin.as.call(coupons.create, { body: { ...draft, affiliateUserId: affiliate.id } })
    expect(status).toBe(201)
    expect(body).toEqual({
      ...{ id: expect.any(String), code: 'SPRING-26', kind: 'PERCENT', value: 20, appliesTo: 'ANY' },
      ...{ startsAt: '2026-02-28T22:00:00.000Z', maxRedemptions: 500, perUserLimit: 1, redemptions: 0, refunded: 0 },
      reserved: 0,
      ...{ isActive: true, affiliateUserId: affiliate.id, affiliateEmail: affiliate.email },
      createdAt: expect.any(String),
    })
    expect((await admin.as.call(coupons.get, { params: body })).body).toEqual(body)
    expect(await listAuditEntries(body.id)).toEqual([
      {
        action: 'coupon.created',
        before: undefined,
        after: expect.objectContaining({ name: 'SPRING-26', value: 20, maxRedemptions: 500 }),
      },
    ])
  })

  test('cannot use a code twice, even that of an archived coupon, or concurrently', async () => {
    const { id, code } = await createCouponAs(admin)
    const again = () => admin.as.call(coupons.create, { body: buildCouponDraft({ code: code.toLowerCase() }) })
    expect(await again()).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: `There is a coupon with the code ${code} already. Choose another one.` },
    })
    await admin.as.call(coupons.archive, { params: { id } })
    expect(await again()).toMatchObject({
      status: 409,
      body: {
        message: `The code ${code} belongs to an archived coupon. Choose another one.`,
        issues: [{ path: 'code' }],
      },
    })
    const body = buildCouponDraft()
    const replies = await Promise.all([1, 2, 3, 4].map(() => admin.as.call(coupons.create, { body })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  })

  test('may assign it only to an affiliate with an open account', async () => {
    const consumer = await user(portal, { role: 'CONSUMER_USER' })
    const refusal = {
      status: 422,
      body: { message: 'There is no such affiliate.', issues: [{ path: 'affiliateUserId' }] },
    }
    const { id } = await createCouponAs(admin)
    for (const affiliateUserId of [consumer.id, admin.id, newId()]) {
      expect(await admin.as.call(coupons.create, { body: buildCouponDraft({ affiliateUserId }) })).toMatchObject(
        refusal,
      )
      expect(await admin.as.call(coupons.change, { params: { id }, body: { affiliateUserId } })).toMatchObject(refusal)
    }
    const gone = await user(portal, { role: 'AFFILIATE_USER' })
    const theirs = await createCouponAs(admin, { affiliateUserId: gone.id })
    await portal.db.updateTable('users').set({ closedAt: new Date() }).where('id', '=', gone.id).execute()
    expect(await admin.as.call(coupons.create, { body: buildCouponDraft({ affiliateUserId: gone.id }) })).toMatchObject(
      refusal,
    )
    const change = { endsAt: '2099-01-01T00:00:00.000Z', affiliateUserId: gone.id }
    const { status, body } = await admin.as.call(coupons.change, { params: theirs, body: change })
    expect({ status, body }).toEqual({
      status: 200,
      body: { ...theirs, endsAt: change.endsAt, affiliateEmail: undefined },
    })
  })

  test('cannot create one with a year that could not be shown, and the list stays unchanged', async () => {
    const { id } = await createCouponAs(admin)
    for (const endsAt of ['9999-12-31T23:59:59-23:59', '0001-01-01T00:00:00+23:59']) {
      expect(await admin.as.call(coupons.create, { body: buildCouponDraft({ endsAt }) })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'endsAt', message: 'The year must be between 2000 and 9998' }] },
      })
      expect(await admin.as.call(coupons.change, { params: { id }, body: { endsAt } })).toMatchObject({ status: 400 })
    }
    expect((await admin.as.call(coupons.list)).status).toBe(200)
  })

  test('changes the fields that may change, and the log has the changes', async () => {
    const made = await createCouponAs(admin, { endsAt: '2026-06-01T00:00:00.000Z' })
    const body = { startsAt: '2026-05-01T00:00:00.000Z', endsAt: null, perUserLimit: 1, maxRedemptions: 7 }
    const reply = await admin.as.call(coupons.change, { params: made, body })
    const { endsAt: _, ...rest } = made
    expect(reply).toMatchObject({ status: 200 })
    expect(reply.body).toEqual({ ...rest, startsAt: body.startsAt, maxRedemptions: 7 })
    await admin.as.call(coupons.change, { params: made, body })
    await admin.as.call(coupons.change, { params: made, body: {} })
    expect((await listAuditEntries(made.id)).filter(({ action }) => action === 'coupon.changed')).toEqual([
      {
        action: 'coupon.changed',
        before: { startsAt: null, endsAt: '2026-06-01T00:00:00.000Z', maxRedemptions: null },
        after: { startsAt: body.startsAt, endsAt: null, maxRedemptions: 7 },
      },
    ])
  })

  test('cannot change the benefit of a coupon, nor deactivate it with a change', async () => {
    const { id } = await createCouponAs(admin)
    const facts = [{ value: 50 }, { kind: 'AMOUNT' }, { appliesTo: 'PACK' }, { code: 'OTHER' }, { isActive: false }]
    for (const change of facts)
      expect(await admin.as.call(coupons.change, { params: { id }, body: change as object })).toMatchObject({
        status: 400,
      })
  })

  test('cannot set the end before the start, whichever of the two changes', async () => {
    const { id } = await createCouponAs(admin, {
      startsAt: '2026-05-01T00:00:00.000Z',
      endsAt: '2026-06-01T00:00:00.000Z',
    })
    const change = (body: object) => admin.as.call(coupons.change, { params: { id }, body })
    const refusal = (path: string) => ({
      status: 422,
      body: {
        message: 'The end must be after the start',
        issues: [{ path, message: 'The end must be after the start' }],
      },
    })
    expect(await change({ endsAt: '2026-05-01T00:00:00.000Z' })).toMatchObject(refusal('endsAt'))
    expect(await change({ startsAt: '2026-06-01T00:00:00.000Z' })).toMatchObject(refusal('startsAt'))
    expect(await change({ startsAt: '2026-06-01T00:00:00.000Z', endsAt: null })).toMatchObject({ status: 200 })
  })

  test('deactivates a coupon and activates it again', async () => {
    const { id } = await createCouponAs(admin)
    const activate = (isActive?: boolean) =>
      admin.as.call(coupons.activate, { params: { id }, ...(isActive !== undefined && { body: { isActive } }) })
    expect((await activate(false)).body.isActive).toBe(false)
    expect((await activate(false)).body.isActive).toBe(false)
    expect((await activate()).body.isActive).toBe(true)
    expect(await listAuditEntries(id)).toMatchObject([
      { action: 'coupon.activated', before: { isActive: false }, after: { isActive: true } },
      { action: 'coupon.deactivated', before: { isActive: true }, after: { isActive: false } },
      { action: 'coupon.created' },
    ])
  })

  test('archives a coupon permanently: its redemptions stay, and it no longer works', async () => {
    const buyer = await user(portal)
    const { id, code } = await createCouponAs(admin)
    await redeemCouponAs(portal, code, buyer)
    for (let time = 0; time < 2; time++)
      expect(await admin.as.call(coupons.archive, { params: { id } })).toMatchObject({ status: 204 })
    const { body } = await admin.as.call(coupons.get, { params: { id } })
    expect(body).toMatchObject({ redemptions: 1, isActive: false, archivedAt: expect.any(String) })
    const kept = await admin.as.call(coupons.redemptions, { params: { id } })
    expect(kept.body).toMatchObject({ totalCount: 1, items: [{ discount: 700, userEmail: buyer.email }] })
    const reply = await admin.as.call(coupons.activate, { params: { id }, body: {} })
    expect(reply).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: 'This coupon is archived: it cannot be changed or work again.' },
    })
    expect((await admin.as.call(coupons.change, { params: { id }, body: { maxRedemptions: 9 } })).status).toBe(409)
    await expect(redeemCouponAs(portal, code, await user(portal))).rejects.toThrow('This coupon code is invalid.')
    expect(await listAuditEntries(id)).toMatchObject([
      { action: 'coupon.archived', before: { isArchived: false }, after: { isArchived: true } },
      { action: 'coupon.created' },
    ])
  })

  test('gets not found for an unknown coupon', async () => {
    const params = { id: newId() }
    for (const reply of [
      await admin.as.call(coupons.get, { params }),
      await admin.as.call(coupons.change, { params, body: {} }),
      await admin.as.call(coupons.archive, { params }),
      await admin.as.call(coupons.activate, { params, body: {} }),
      await admin.as.call(coupons.redemptions, { params }),
    ])
      expect(reply).toMatchObject({ status: 404, body: { message: 'This coupon was not found.' } })
  })
})

test('an administrator with a second factor proves it again to change coupons, prices and offers', async () => {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  const app = await setUpApp(portal, { as })
  const { id } = await createCouponAs({ as })
  const [setting] = (await as.call(adminCreditSettings.list)).body
  const [plan] = (await as.call(adminCatalog.listPlans)).body
  const [pack] = (await as.call(adminCatalog.listPacks)).body
  const changes = [
    () => as.call(coupons.create, { body: buildCouponDraft() }),
    () => as.call(coupons.change, { params: { id }, body: { perUserLimit: 2 } }),
    () => as.call(coupons.activate, { params: { id }, body: { isActive: false } }),
    () => as.call(adminCreditSettings.change, { params: { id: setting?.id ?? '' }, body: {} }),
    () => as.call(adminCatalog.changePlan, { params: { id: plan?.id ?? '' }, body: {} }),
    () => as.call(adminCatalog.changePack, { params: { id: pack?.id ?? '' }, body: {} }),
  ]
  portal.clock.advance(11 * minuteMs)
  for (const change of changes)
    expect(await change()).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } })
  // One without a second factor is not asked.
  expect((await admin.as.call(coupons.create, { body: buildCouponDraft() })).status).toBe(201)
  expect((await as.call(secondFactor.stepUp, { body: { method: 'TOTP', code: app.getCode() } })).status).toBe(204)
  for (const change of changes) expect((await change()).status).toBeLessThan(300)
})
