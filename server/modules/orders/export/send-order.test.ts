import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { orderSending } from '@dooryard/contract/orders/export/send-order'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, expect, test } from 'vitest'
import { enterpriseUser, signInWithPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createReceiver, waitUntilNothingDue } from '../../webhooks/deliver/receiver.fixture.ts'
import { hiddenLink, startDispatcher } from '../../webhooks/index.ts'
import { createTestWebhook } from '../../webhooks/webhooks.fixture.ts'
import { homesCriteria, placeTestOrder } from '../call-ready/calls.fixture.ts'
import { attachFileLink } from './send-order.ts'

// A portal without a worker keeps its queue; a test that sends starts a dispatcher.
const portal = await testPortal({ demoRows: 1_000 })
afterAll(portal.close)

const buyer = await enterpriseUser(portal, { onDemandCredits: 500, campaign: { criteria: homesCriteria } })

const send = (params: { campaignId: string; orderId: string }, webhookId: string, { as } = buyer) =>
  as.call(orderSending.send, { params, body: { webhookId } })

test('a completed order is sent to one webhook again, and stands in its log', async () => {
  const webhook = await createTestWebhook(buyer)
  const other = await createTestWebhook(buyer)
  const order = await placeTestOrder(portal, buyer)
  expect(await send(order.params, webhook.id)).toMatchObject({
    status: 409,
    body: { message: 'Only a completed order can be sent.' },
  })
  await order.run()
  const { status, body } = await send(order.params, webhook.id)
  expect(status).toBe(202)
  const { body: attempt } = await buyer.as.call(webhooks.attempt, {
    params: { id: webhook.id, attemptId: body.attemptId },
  })
  expect(attempt).toMatchObject({ eventType: 'order.completed', isManual: true, status: 'PENDING' })
  expect(JSON.parse(attempt.requestBody).data).toMatchObject({
    order: { id: order.orderId, deliveredQuantity: 50 },
    file: { url: 'hidden: each attempt sends a new link' },
  })
  const ofOther = await buyer.as.call(webhooks.log, { params: { id: other.id }, query: {} })
  expect(ofOther.body.items.filter(({ isManual }) => isManual)).toEqual([])
})

test("a disabled webhook, another user's webhook and another user's order are refused", async () => {
  const order = await placeTestOrder(portal, buyer)
  await order.run()
  const webhook = await createTestWebhook(buyer)
  const stranger = await user(portal)
  const ofStranger = await createTestWebhook(stranger)
  expect(await send(order.params, ofStranger.id)).toMatchObject({ status: 404 })
  expect(await send(order.params, ofStranger.id, { ...buyer, as: stranger.as })).toMatchObject({ status: 404 })
  await buyer.as.call(webhooks.change, { params: { id: webhook.id }, body: { isActive: false } })
  expect(await send(order.params, webhook.id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect((await buyer.as.call(orders.get, { params: order.params })).body.fileVersion).toBe(1)
})

test('each attempt gets a link to the newest file that works for an hour, which the log never shows', async () => {
  const receiver = await createReceiver()
  const { hub, outbound, services } = portal
  const completeBody = (body: string) => attachFileLink(services, body)
  const dispatcher = await startDispatcher(services, { hub, agent: outbound.agent, drainMs: 0, completeBody })
  try {
    const webhook = await createTestWebhook(buyer, { url: receiver.url })
    const order = await placeTestOrder(portal, buyer)
    // The event of the delivery itself has no file, even if a name is the text of a hidden link.
    await portal.db.updateTable('orders').set({ orderName: hiddenLink }).where('id', '=', order.orderId).execute()
    await order.run()
    const { body: sent } = await send(order.params, webhook.id)
    await waitUntilNothingDue(portal)
    portal.clock.advance(90 * 60_000)
    const { as } = await signInWithPassword(portal, buyer.email)
    const params = { id: webhook.id }
    expect((await as.call(webhooks.redeliver, { params, body: { attemptId: sent.attemptId } })).status).toBe(202)
    await waitUntilNothingDue(portal)
    await expect.poll(() => receiver.deliveries.filter(({ body }) => body.includes('"file"')).length).toBe(2)
    const [first, again] = receiver.deliveries.flatMap(({ body }) => JSON.parse(body).data.file ?? [])
    const download = ({ url }: { url: string }) => fetch(portal.url + new URL(url).pathname)
    expect((await download(first)).status).toBe(403)
    expect((await (await download(again)).text()).trim().split('\r\n')).toHaveLength(51)
    const minutes = (Date.parse(again.expiresAt) - portal.clock.now().getTime()) / 60_000
    expect(Math.round(minutes)).toBe(60)
    const { body: log } = await as.call(webhooks.log, { params, query: {} })
    const { body: attempt } = await as.call(webhooks.attempt, { params: { ...params, attemptId: sent.attemptId } })
    expect(JSON.stringify([log, attempt])).not.toContain('/v1/files/')
    const stored = await portal.db.selectFrom('webhookEvents').select('body').execute()
    expect(JSON.stringify(stored)).not.toContain('/v1/files/')
  } finally {
    portal.clock.advance(-90 * 60_000)
    await dispatcher.stop()
    await receiver.close()
  }
})
