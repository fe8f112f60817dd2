import { enterpriseSuppressionLists } from '@dooryard/contract/data/suppression-lists'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { webhookEventTypes } from '@dooryard/contract/integrations/webhook-events'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { afterAll, describe, expect, test } from 'vitest'
import { enterpriseUser } from '../../../../test/factories.ts'
import { testPortal } from '../../../../test/portal.ts'
import { subscribeToEvents } from '../../../webhooks/events/events.fixture.ts'
import { createTestWebhook } from '../../../webhooks/webhooks.fixture.ts'
import {
  completeTestOrder,
  createTester,
  criteria,
  draft,
  newCampaign,
  readFileOfLink,
  snapshotAccount,
} from './test-mode.fixture.ts'

// No worker: each test advances its orders itself.
const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)

describe('a test key', () => {
  test('orders generated leads through the calls of a live key, and spends nothing', async () => {
    const tester = await createTester(portal)
    const { owner, testKey, as } = tester
    expect(testKey.issued).toMatchObject({ isTest: true, prefix: expect.stringMatching(/^dyk_test_\w{4}$/) })
    const before = await snapshotAccount(portal, owner.id)
    await subscribeToEvents(portal, owner.id)
    const { placed, params, detail } = await completeTestOrder(tester)
    const free = { isTest: true, creditsHeld: 0, creditsCaptured: 0, creditsReleased: 0, totalPrice: 0 }
    expect(placed).toMatchObject({
      ...free,
      internalStatus: 'QUEUED',
      creditRequired: 1,
      deliveredQuantity: 0,
      criteria,
    })
    expect(detail).toMatchObject({ ...free, userFacingStatus: 'COMPLETED', deliveredQuantity: 60, fileVersion: 1 })
    expect(detail.history.map(({ to }) => to)).toEqual(['QUEUED', 'SELECTING', 'ASSEMBLING', 'READY'])
    const leads = (await as.call(enterprise.leads, { params, query: { limit: 100 } })).body
    expect(leads.totalCount).toBe(60)
    expect(new Set(leads.items.map(({ propertyId }) => propertyId)).size).toBe(60)
    expect(leads.items.every(({ isTest, state, zip }) => isTest && state === 'TN' && zip?.startsWith('000'))).toBe(true)
    const link = (await as.call(enterprise.download, { params })).body
    const [header, ...lines] = (await readFileOfLink(portal, link.url)).trim().split('\r\n')
    expect(header).toContain('Owner Name')
    expect(lines).toHaveLength(60)
    expect(lines[0]).toContain(leads.items[0]?.ownerName)
    const listed = (await as.call(enterprise.list, { query: { status: 'COMPLETED', campaignType: 'MAIL_READY' } })).body
    const { criteria: _criteria, history: _history, files: _files, notices: _notices, ...summary } = detail
    expect(listed).toMatchObject({ totalCount: 1, items: [summary] })
    expect(await snapshotAccount(portal, owner.id)).toEqual(before)
    const events = await portal.db
      .selectFrom('webhookEvents')
      .select(['type', 'body'])
      .where('userId', '=', owner.id)
      .orderBy('id')
      .execute()
    const changed = Array(3).fill('order.status_changed')
    expect(events.map(({ type }) => type)).toEqual(['order.created', ...changed, 'order.completed'])
    for (const { body } of events)
      expect(JSON.parse(body)).toMatchObject({ isTest: true, data: { order: { isTest: true } } })
    expect(webhookEventTypes.values).toEqual(expect.arrayContaining(events.map(({ type }) => type)))
  })

  test('sends no events to a webhook that did not ask for test events', async () => {
    const tester = await createTester(portal)
    const { id } = await createTestWebhook(tester.owner)
    const listEvents = () =>
      portal.db.selectFrom('webhookEvents').select('type').where('userId', '=', tester.owner.id).execute()
    await completeTestOrder(tester)
    expect(await listEvents()).toEqual([])
    const asked = await tester.owner.as.call(webhooks.change, { params: { id }, body: { sendsTestEvents: true } })
    expect(asked.body).toMatchObject({ sendsTestEvents: true, events: ['order.completed', 'order.failed'] })
    await completeTestOrder(tester)
    expect(await listEvents()).toEqual([{ type: 'order.completed' }])
  })

  test('gets the same leads for the same criteria, and at most 1,000', async () => {
    const tester = await createTester(portal)
    const [one, other] = [await completeTestOrder(tester), await completeTestOrder(tester, { quantity: 1_500 })]
    const list = async ({ params }: typeof one) => (await tester.as.call(enterprise.leads, { params })).body
    const [few, many] = [await list(one), await list(other)]
    expect(few.items).toEqual(many.items)
    expect(many.totalCount).toBe(1_000)
    expect(other.detail).toMatchObject({ quantity: 1_500, note: 'A test order delivers at most 1,000 leads.' })
    // Test orders of one campaign name share its id, which later orders can use.
    expect(other.placed.campaignId).toBe(one.placed.campaignId)
    const again = await tester.as.call(enterprise.place, { body: { campaignId: one.placed.campaignId, ...draft } })
    expect(again).toMatchObject({ status: 201, body: { campaignName: 'Owners of Tennessee' } })
  })

  test('counts what a live key counts', async () => {
    const { as, live } = await createTester(portal)
    const call = { body: { campaignType: 'MAIL_READY' as const, criteria } }
    expect((await as.call(enterprise.count, call)).body).toEqual((await live.call(enterprise.count, call)).body)
  })

  test('is refused as a live key is, for all but the balance', async () => {
    const { as, owner } = await createTester(portal)
    const place = (order: object) => as.call(enterprise.place, { body: { ...newCampaign(), ...draft, ...order } })
    expect(await place({ quantity: 1 })).toMatchObject({ status: 422 })
    expect(await place({ criteria: {} })).toMatchObject({ status: 422 })
    expect(await place({ creditRequired: 9 })).toMatchObject({ status: 409 })
    expect(await place({ campaign: undefined, campaignId: (await enterpriseUser(portal)).campaign.id })).toMatchObject({
      status: 404,
    })
    const mine = { campaign: undefined, campaignId: owner.campaign.id }
    expect(await place(mine)).toMatchObject({ status: 201, body: { campaignName: owner.campaign.name } })
  })

  test('can cancel an order that has not begun, rename one, and make one fail by its name', async () => {
    const tester = await createTester(portal)
    const placed = await tester.as.call(enterprise.place, { body: { ...newCampaign(), ...draft } })
    const params = { id: placed.body.id }
    const cancelled = await tester.as.call(enterprise.change, { params, body: { orderName: 'Never', cancel: true } })
    expect(cancelled).toMatchObject({ status: 200, body: { orderName: 'Never', internalStatus: 'CANCELLED' } })
    const failed = await completeTestOrder(tester, { orderName: 'Fail' })
    expect(failed.detail).toMatchObject({ userFacingStatus: 'FAILED', failureReason: expect.stringContaining('name') })
    expect(await tester.as.call(enterprise.download, { params: failed.params })).toMatchObject({ status: 409 })
    const body = { cancel: true as const }
    expect(await tester.as.call(enterprise.change, { params: failed.params, body })).toMatchObject({ status: 409 })
  })

  test('changes no suppression list', async () => {
    const { as } = await createTester(portal)
    expect((await as.call(enterpriseSuppressionLists.list)).status).toBe(200)
    const params = { id: '0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b1' }
    expect(await as.call(enterpriseSuppressionLists.remove, { params })).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('live API key') },
    })
  })
})
