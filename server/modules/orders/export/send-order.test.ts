import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { orderSending } from '@dooryard/contract/orders/export/send-order'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, expect, test } from 'vitest'
import { enterpriseUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createTestWebhook } from '../../webhooks/webhooks.fixture.ts'
import { homesCriteria, placeTestOrder } from '../call-ready/calls.fixture.ts'

// Nothing is sent here: a portal without a worker keeps its queue.
const portal = await testPortal({ demoRows: 1_000 })
afterAll(portal.close)

const buyer = await enterpriseUser(portal, { onDemandCredits: 500, campaign: { criteria: homesCriteria } })

const send = (params: { campaignId: string; orderId: string }, webhookId: string, { as } = buyer) =>
  as.call(orderSending.send, { params, body: { webhookId } })

test('a completed order is sent to one webhook again, with a link to its file, and stands in its log', async () => {
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
  const { data } = JSON.parse(attempt.requestBody)
  expect(data.order).toMatchObject({ id: order.orderId, deliveredQuantity: 50 })
  const { pathname } = new URL(data.file.url)
  const csv = await (await fetch(portal.url + pathname)).text()
  expect(csv.trim().split('\r\n')).toHaveLength(51)
  const hour = Date.parse(data.file.expiresAt) - portal.clock.now().getTime()
  expect(Math.round(hour / 60_000)).toBe(60)
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
