import { auditLog } from '@dooryard/contract/admin/audit-log'
import type { EndpointRequest } from '@dooryard/contract/api/endpoint'
import { adminCreditSettings, type CreditSetting, creditSettings } from '@dooryard/contract/billing/credits'
import type { NewOrder } from '@dooryard/contract/orders/new-order'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { enterpriseUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = await testPortal({ demoRows: 1_000 })
afterAll(portal.close)

const admin = await user(portal, { role: 'SUPER_ADMIN' })
const owner = await enterpriseUser(portal, { onDemandCredits: 10_000 })

const mailReady = {
  key: 'MAIL_READY',
  name: 'Mail Ready',
  description: 'Owner names and mailing addresses, one row per property',
  creditRequired: 1,
  minCampaignVolume: 50,
  isActive: true,
} as const

const listSettings = async () => (await admin.as.call(adminCreditSettings.list)).body
const findSetting = async (key: CreditSetting['key']) => (await listSettings()).find((setting) => setting.key === key)
const getSettingId = async (key: CreditSetting['key'] = 'MAIL_READY') => (await findSetting(key))?.id ?? ''

const create = (body: EndpointRequest<typeof adminCreditSettings.create>['body']) =>
  admin.as.call(adminCreditSettings.create, { body })
const change = async (body: object, id?: string) =>
  admin.as.call(adminCreditSettings.change, { params: { id: id ?? (await getSettingId()) }, body })
const remove = async (id?: string) =>
  admin.as.call(adminCreditSettings.remove, { params: { id: id ?? (await getSettingId()) } })

const placeOrder = (draft: Partial<NewOrder> = {}) =>
  owner.as.call(orders.place, {
    params: { campaignId: owner.campaign.id },
    body: { orderName: 'First mailing', quantity: 60, ...draft },
  })

const getLatestAuditEntry = async () => (await admin.as.call(auditLog.list)).body.items[0]

afterEach(async () => {
  await portal.db.deleteFrom('creditSettings').where('key', '=', 'MAIL_READY').execute()
  await portal.db.insertInto('creditSettings').values(mailReady).execute()
})

describe('an administrator', () => {
  test('gets the current terms and changes nothing when another administrator has changed them meanwhile', async () => {
    const { creditRequired, minCampaignVolume, isActive } = mailReady
    const expected = { creditRequired, minCampaignVolume, isActive }
    expect(await change({ creditRequired: 9, expected })).toMatchObject({ status: 200 })
    expect(await change({ creditRequired: 2, expected })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: expect.stringContaining('a lead costs 9 credits now') },
    })
    expect(await findSetting('MAIL_READY')).toMatchObject({ creditRequired: 9 })
  })

  test('changes the price of a lead for new orders, while placed orders keep theirs', async () => {
    const { body: before } = await placeOrder()
    expect(before).toMatchObject({ creditRequired: 1, totalPrice: 60 })
    const { status, body } = await change({ creditRequired: 3, minCampaignVolume: 60 })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { ...mailReady, creditRequired: 3, minCampaignVolume: 60 },
    })
    expect((await placeOrder()).body).toMatchObject({ creditRequired: 3, totalPrice: 180 })
    expect(await placeOrder({ quantity: 59 })).toMatchObject({ status: 422 })
    const { id: orderId } = before
    const kept = await owner.as.call(orders.get, { params: { campaignId: owner.campaign.id, orderId } })
    expect(kept.body).toMatchObject({ creditRequired: 1, totalPrice: 60 })
  })

  test('finds the old and new values of a change in the audit log', async () => {
    await change({ name: 'Mail Ready', creditRequired: 2, description: null })
    expect(await getLatestAuditEntry()).toMatchObject({
      action: 'credit_setting.changed',
      actor: { id: admin.id },
      object: { type: 'credit_setting', id: await getSettingId() },
      before: { creditRequired: 1, description: mailReady.description },
      after: { creditRequired: 2, description: null },
    })
    expect((await getLatestAuditEntry())?.before).not.toHaveProperty('name')
    expect(await findSetting('MAIL_READY')).not.toHaveProperty('description')
  })

  test('who changes nothing writes no audit entry', async () => {
    const before = await getLatestAuditEntry()
    expect(await change({ creditRequired: 1 })).toMatchObject({ status: 200, body: mailReady })
    expect(await change({})).toMatchObject({ status: 200, body: mailReady })
    expect(await getLatestAuditEntry()).toEqual(before)
  })

  test('removes a campaign type: new orders are rejected, placed ones stay, and it can be added again', async () => {
    const { body: placed } = await placeOrder()
    const id = await getSettingId()
    expect((await remove()).status).toBe(204)
    expect(await getLatestAuditEntry()).toMatchObject({
      action: 'credit_setting.deleted',
      object: { id },
      before: mailReady,
    })
    expect(await placeOrder()).toMatchObject({
      status: 422,
      body: { code: 'UNPROCESSABLE', message: 'Mail Ready orders are not available at present.' },
    })
    const params = { campaignId: owner.campaign.id, orderId: placed.id }
    expect((await owner.as.call(orders.get, { params })).body).toMatchObject({ creditRequired: 1, creditsHeld: 60 })
    expect((await owner.as.call(creditSettings.list)).body.map(({ key }) => key)).toEqual(['CALL_READY'])
    expect(await owner.as.call(creditSettings.get, { params: { id } })).toMatchObject({ status: 404 })
    for (const gone of [await remove(id), await change({ creditRequired: 2 }, id)])
      expect(gone).toMatchObject({ status: 404, body: { message: 'This credit setting was not found.' } })

    const created = await create({ key: 'MAIL_READY', name: 'Mail again', creditRequired: 2, minCampaignVolume: 0 })
    expect(created).toMatchObject({ status: 201, body: { name: 'Mail again', isActive: true } })
    expect(await getLatestAuditEntry()).toMatchObject({
      action: 'credit_setting.created',
      object: { id: created.body.id },
      after: { name: 'Mail again', creditRequired: 2 },
    })
    expect((await placeOrder()).body).toMatchObject({ creditRequired: 2, totalPrice: 120 })
  })

  test('cannot add a campaign type twice', async () => {
    const draft = { key: 'MAIL_READY', name: 'Once more', creditRequired: 9, minCampaignVolume: 0 } as const
    expect(await create(draft)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: 'Mail Ready already has a credit setting. Change that one instead.' },
    })
    expect(await findSetting('MAIL_READY')).toMatchObject(mailReady)
    await remove()
    const statuses = (await Promise.all([create(draft), create(draft), create(draft)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 409, 409])
  })

  test('deactivates a type: it stays listed, and its orders are rejected', async () => {
    await change({ isActive: false })
    expect(await placeOrder()).toMatchObject({
      status: 422,
      body: { message: 'Mail Ready orders are not available at present.' },
    })
    expect((await owner.as.call(creditSettings.list)).body.map(({ key }) => key)).toContain('MAIL_READY')
  })

  test('prepares an inactive type and activates it later, or creates it active', async () => {
    const id = await getSettingId('CALL_READY')
    expect(await change({ creditRequired: 4 }, id)).toMatchObject({ status: 200, body: { isActive: false } })
    expect(await change({ isActive: true }, id)).toMatchObject({ status: 200, body: { isActive: true } })
    expect(await findSetting('CALL_READY')).toMatchObject({ isActive: true, creditRequired: 4 })

    await remove(id)
    const draft = { key: 'CALL_READY', name: 'Call Ready', creditRequired: 3, minCampaignVolume: 50 } as const
    expect(await create({ ...draft, isActive: false })).toMatchObject({ status: 201, body: { isActive: false } })
    await remove(await getSettingId('CALL_READY'))
    expect(await create({ ...draft, isActive: true })).toMatchObject({ status: 201, body: { isActive: true } })
  })

  test.each([
    [{ name: '' }, 'Name is required'],
    [{ name: 'x'.repeat(101) }, 'Name must be less than 100 characters'],
    [{ description: 'x'.repeat(256) }, 'Description must be less than 255 characters'],
    [{ creditRequired: -1 }, 'Credit required must be 0 or greater'],
    [{ minCampaignVolume: -1 }, 'Minimum campaign volume must be 0 or greater'],
    // An order accepts no more leads than that.
    [{ minCampaignVolume: 100_001 }, 'Minimum campaign volume must be 100,000 or less'],
  ])('gets an error for %j: %s', async (body, message) => {
    expect(await change(body)).toMatchObject({ status: 400, body: { issues: [{ message }] } })
    expect(await findSetting('MAIL_READY')).toMatchObject(mailReady)
  })
})

test('an order at a price of zero holds nothing', async () => {
  await change({ creditRequired: 0 })
  expect((await placeOrder()).body).toMatchObject({ creditRequired: 0, totalPrice: 0, creditsHeld: 0 })
})
