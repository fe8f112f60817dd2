import { auditLog } from '@dooryard/contract/audit-log'
import { adminCreditSettings, type CreditSetting, creditSettings } from '@dooryard/contract/credits'
import type { Call } from '@dooryard/contract/endpoint'
import type { NewOrder } from '@dooryard/contract/new-order'
import { orders } from '@dooryard/contract/orders'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { enterpriseUser, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'

const portal = await testPortal()
afterAll(portal.close)

const admin = await user(portal, { role: 'SUPER_ADMIN' })
const owner = await enterpriseUser(portal, { onDemandCredits: 10_000 })

const mailReady = {
  key: 'MAIL_READY',
  name: 'Mail Ready',
  description: 'Owner names and mailing addresses, one row a property',
  creditRequired: 1,
  minCampaignVolume: 50,
  isActive: true,
} as const

const listed = async () => (await admin.as.call(adminCreditSettings.list)).body
const settingOf = async (key: CreditSetting['key']) => (await listed()).find((setting) => setting.key === key)
const idOf = async (key: CreditSetting['key'] = 'MAIL_READY') => (await settingOf(key))?.id ?? ''

const create = (body: Call<typeof adminCreditSettings.create>['body']) =>
  admin.as.call(adminCreditSettings.create, { body })
const change = async (body: object, id?: string) =>
  admin.as.call(adminCreditSettings.change, { params: { id: id ?? (await idOf()) }, body })
const remove = async (id?: string) =>
  admin.as.call(adminCreditSettings.remove, { params: { id: id ?? (await idOf()) } })

const place = (draft: Partial<NewOrder> = {}) =>
  owner.as.call(orders.place, {
    params: { campaignId: owner.campaign.id },
    body: { orderName: 'First mailing', quantity: 60, ...draft },
  })

const newestAudit = async () => (await admin.as.call(auditLog.list)).body.items[0]

afterEach(async () => {
  await portal.db.deleteFrom('creditSettings').where('key', '=', 'MAIL_READY').execute()
  await portal.db.insertInto('creditSettings').values(mailReady).execute()
})

describe('an administrator', () => {
  test('who changes what somebody else has changed meanwhile is told what it is now, and changes nothing', async () => {
    const { creditRequired, minCampaignVolume, isActive } = mailReady
    const expected = { creditRequired, minCampaignVolume, isActive }
    expect(await change({ creditRequired: 9, expected })).toMatchObject({ status: 200 })
    expect(await change({ creditRequired: 2, expected })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: expect.stringContaining('a lead costs 9 credits now') },
    })
    expect(await settingOf('MAIL_READY')).toMatchObject({ creditRequired: 9 })
  })

  test('changes what a lead costs from then on, and orders placed keep their price', async () => {
    const { body: before } = await place()
    expect(before).toMatchObject({ creditRequired: 1, totalPrice: 60 })
    const { status, body } = await change({ creditRequired: 3, minCampaignVolume: 60 })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { ...mailReady, creditRequired: 3, minCampaignVolume: 60 },
    })
    expect((await place()).body).toMatchObject({ creditRequired: 3, totalPrice: 180 })
    expect(await place({ quantity: 59 })).toMatchObject({ status: 422 })
    const { id: orderId } = before
    const kept = await owner.as.call(orders.get, { params: { campaignId: owner.campaign.id, orderId } })
    expect(kept.body).toMatchObject({ creditRequired: 1, totalPrice: 60 })
  })

  test('sees in the audit log what was changed, from what to what', async () => {
    await change({ name: 'Mail Ready', creditRequired: 2, description: null })
    expect(await newestAudit()).toMatchObject({
      action: 'credit_setting.changed',
      actor: { id: admin.id },
      object: { type: 'credit_setting', id: await idOf() },
      before: { creditRequired: 1, description: mailReady.description },
      after: { creditRequired: 2, description: null },
    })
    expect((await newestAudit())?.before).not.toHaveProperty('name')
    expect(await settingOf('MAIL_READY')).not.toHaveProperty('description')
  })

  test('who changes nothing leaves no trace', async () => {
    const before = await newestAudit()
    expect(await change({ creditRequired: 1 })).toMatchObject({ status: 200, body: mailReady })
    expect(await change({})).toMatchObject({ status: 200, body: mailReady })
    expect(await newestAudit()).toEqual(before)
  })

  test('takes a campaign type off: new orders are refused, placed ones stay, and it can be put on offer again', async () => {
    const { body: placed } = await place()
    const id = await idOf()
    expect((await remove()).status).toBe(204)
    expect(await newestAudit()).toMatchObject({ action: 'credit_setting.deleted', object: { id }, before: mailReady })
    expect(await place()).toMatchObject({
      status: 422,
      body: { code: 'UNPROCESSABLE', message: 'Mail Ready orders are not on offer at present.' },
    })
    const params = { campaignId: owner.campaign.id, orderId: placed.id }
    expect((await owner.as.call(orders.get, { params })).body).toMatchObject({ creditRequired: 1, creditsHeld: 60 })
    expect((await owner.as.call(creditSettings.list)).body.map(({ key }) => key)).toEqual(['CALL_READY'])
    expect(await owner.as.call(creditSettings.get, { params: { id } })).toMatchObject({ status: 404 })
    for (const gone of [await remove(id), await change({ creditRequired: 2 }, id)])
      expect(gone).toMatchObject({ status: 404, body: { message: 'This credit setting was not found.' } })

    const created = await create({ key: 'MAIL_READY', name: 'Mail again', creditRequired: 2, minCampaignVolume: 0 })
    expect(created).toMatchObject({ status: 201, body: { name: 'Mail again', isActive: true } })
    expect(await newestAudit()).toMatchObject({
      action: 'credit_setting.created',
      object: { id: created.body.id },
      after: { name: 'Mail again', creditRequired: 2 },
    })
    expect((await place()).body).toMatchObject({ creditRequired: 2, totalPrice: 120 })
  })

  test('cannot put on offer twice what is on offer', async () => {
    const draft = { key: 'MAIL_READY', name: 'Once more', creditRequired: 9, minCampaignVolume: 0 } as const
    expect(await create(draft)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: 'Mail Ready has a credit setting already. Change that one instead.' },
    })
    expect(await settingOf('MAIL_READY')).toMatchObject(mailReady)
    await remove()
    const statuses = (await Promise.all([create(draft), create(draft), create(draft)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 409, 409])
  })

  test('makes a type inactive: it stays listed, and orders of it are refused', async () => {
    await change({ isActive: false })
    expect(await place()).toMatchObject({
      status: 422,
      body: { message: 'Mail Ready orders are not on offer at present.' },
    })
    expect((await owner.as.call(creditSettings.list)).body.map(({ key }) => key)).toContain('MAIL_READY')
  })

  test('prepares a type before it is on offer, and puts it on offer, by a change or from the start', async () => {
    const id = await idOf('CALL_READY')
    expect(await change({ creditRequired: 4 }, id)).toMatchObject({ status: 200, body: { isActive: false } })
    expect(await change({ isActive: true }, id)).toMatchObject({ status: 200, body: { isActive: true } })
    expect(await settingOf('CALL_READY')).toMatchObject({ isActive: true, creditRequired: 4 })

    await remove(id)
    const draft = { key: 'CALL_READY', name: 'Call Ready', creditRequired: 3, minCampaignVolume: 50 } as const
    expect(await create({ ...draft, isActive: false })).toMatchObject({ status: 201, body: { isActive: false } })
    await remove(await idOf('CALL_READY'))
    expect(await create({ ...draft, isActive: true })).toMatchObject({ status: 201, body: { isActive: true } })
  })

  test.each([
    [{ name: '' }, 'Name is required'],
    [{ name: 'x'.repeat(101) }, 'Name must be less than 100 characters'],
    [{ description: 'x'.repeat(256) }, 'Description must be less than 255 characters'],
    [{ creditRequired: -1 }, 'Credit required must be 0 or greater'],
    [{ minCampaignVolume: -1 }, 'Minimum campaign volume must be 0 or greater'],
    // An order takes no more leads than that.
    [{ minCampaignVolume: 100_001 }, 'Minimum campaign volume must be 100,000 or less'],
  ])('is told of %j: %s', async (body, message) => {
    expect(await change(body)).toMatchObject({ status: 400, body: { issues: [{ message }] } })
    expect(await settingOf('MAIL_READY')).toMatchObject(mailReady)
  })
})

test('an order at a price of nothing holds nothing', async () => {
  await change({ creditRequired: 0 })
  expect((await place()).body).toMatchObject({ creditRequired: 0, totalPrice: 0, creditsHeld: 0 })
})
