import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { creditHistory } from '@dooryard/contract/billing/credit-history'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterpriseUser, type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import {
  enableCallReady,
  fulfilTestOrder,
  importTestRegistry,
  placeConsumerOrder,
} from '../call-ready/call-orders.fixture.ts'
import { createAdminActions, fetchBalance, placeQueuedOrder } from './admin-orders.fixture.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

async function placeFailedOrder(credits = {}) {
  const order = await placeQueuedOrder(portal, credits)
  expect((await createAdminActions(admin).fail(order.id)).status).toBe(200)
  return order
}

test('an order that fails while an administrator decides to retry it is not placed again by that', async () => {
  const { id, owner } = await placeFailedOrder()
  const body = { reason: 'It takes too long', expected: 'UNDER_WAY' as const }
  const reply = await admin.as.call(adminOrders.retry, { params: { id }, body })
  expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('changed in the meantime') } })
  expect((await owner.as.call(privateOrders.list)).body.totalCount).toBe(1)
})

test('a failed order is placed again for its owner and delivered like any other', async () => {
  const failed = await placeFailedOrder({ onDemandCredits: 40, subscriptionCredits: 30 })
  const { owner } = failed
  const { status, body: again } = await createAdminActions(admin).retry(failed.id, 'The roll is back')
  expect(status).toBe(200)
  const was = await failed.now()
  const { orderName, campaignType, quantity, creditRequired, criteria, columns } = was
  expect(again).toMatchObject({ orderName, campaignType, quantity, creditRequired, criteria, columns })
  expect(again).toMatchObject({ internalStatus: 'QUEUED', creditsHeld: 60, retryOf: failed.id, user: { id: owner.id } })
  expect(again.id).not.toBe(failed.id)
  expect(again.placedWithKey).toBeUndefined()
  expect(was).toMatchObject({ internalStatus: 'FAILED', creditsReleased: 60 })
  expect(await createAdminActions(admin).get(failed.id)).toMatchObject({ retriedAs: again.id, mayRetry: false })
  expect(await fetchBalance(owner)).toEqual({
    subscriptionCredits: 0,
    subscriptionCreditsHeld: 30,
    onDemandCredits: 10,
  })
  await fulfilTestOrder(portal, again.id)
  const { body: theirs } = await owner.as.call(privateOrders.get, { params: { id: again.id } })
  expect(theirs).toMatchObject({ userFacingStatus: 'COMPLETED', deliveredQuantity: 60, creditsCaptured: 60 })
})

test("its hold is in the owner's history with the reason and the administrator as actor", async () => {
  const failed = await placeFailedOrder()
  const { body: again } = await createAdminActions(admin).retry(failed.id, 'The roll is back')
  const query = { orderId: again.id }
  const { body: theirs } = await failed.owner.as.call(creditHistory.list, { query })
  const reason = 'Held when your failed order was placed again for you: The roll is back'
  expect(theirs.items).toMatchObject([{ type: 'HOLD', bucket: 'ON_DEMAND', amount: -60, reason }])
  const { rows } = await portal.pool.query('select distinct actor from credit_entries where order_id = $1', [again.id])
  expect(rows).toEqual([{ actor: admin.id }])
  const { body: all } = await admin.as.call(adminBilling.creditTransactions, { query: { userId: failed.owner.id } })
  expect(all.items[0]).toMatchObject({ orderId: again.id, reason })
  expect((await createAdminActions(admin).listAuditEntries(failed.id))[0]).toEqual({
    action: 'order.placed_again',
    by: admin.id,
    before: { internalStatus: 'FAILED' },
    after: { placedAgainAs: again.id, creditsHeld: 60, user: failed.owner.id },
    reason: 'The roll is back',
  })
  expect(await createAdminActions(admin).listAuditEntries(again.id)).toMatchObject([
    { action: 'order.placed_again', after: { retryOf: failed.id, user: failed.owner.id } },
  ])
})

test('it keeps its price, terms and campaign, whatever has changed since', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 200 })
  const params = { campaignId: owner.campaign.id }
  const body = { orderName: 'Mailing', quantity: 60, columns: ['OWNER' as const, 'MAILING' as const] }
  const { body: order } = await owner.as.call(orders.place, { params, body })
  await createAdminActions(admin).fail(order.id)
  const excluded = { excludedCriteria: '[{"location":{"states":["TX"]}}]' }
  await portal.db.updateTable('orders').set(excluded).where('id', '=', order.id).execute()
  await owner.as.call(campaigns.change, { params, body: { status: 'ARCHIVED' } })
  const setting = portal.db.updateTable('creditSettings').where('key', '=', 'MAIL_READY')
  await setting.set({ creditRequired: 9, minCampaignVolume: 500, isActive: false }).execute()
  const { status, body: again } = await createAdminActions(admin).retry(order.id)
  await setting.set({ creditRequired: 1, minCampaignVolume: 50, isActive: true }).execute()
  expect(status).toBe(200)
  expect(again).toMatchObject({ campaignId: owner.campaign.id, creditsHeld: 60, columns: ['OWNER', 'MAILING'] })
  const terms = portal.db.selectFrom('orders').select(['criteria', 'excludedCriteria', 'columns', 'creditRequired'])
  const [first, second] = await Promise.all(
    [order.id, again.id].map((id) => terms.where('id', '=', id).executeTakeFirstOrThrow()),
  )
  expect(second).toEqual(first)
})

test("the owner's webhooks are notified", async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 200 })
  const draft = { url: 'https://hooks.example.com/', events: ['order.created' as const] }
  const { body: webhook } = await owner.as.call(webhooks.create, { body: draft })
  const params = { campaignId: owner.campaign.id }
  const { body: order } = await owner.as.call(orders.place, { params, body: { orderName: 'Mailing', quantity: 60 } })
  await createAdminActions(admin).fail(order.id)
  const { body: again } = await createAdminActions(admin).retry(order.id)
  const { body: log } = await owner.as.call(webhooks.log, { params: { id: webhook.id } })
  const orderIds = log.items.map(({ requestBody }) => JSON.parse(requestBody ?? '').data.order.id)
  expect(orderIds.toSorted()).toEqual([order.id, again.id].toSorted())
})

test('a failed order is placed again once, even by many concurrent requests', async () => {
  const { id, owner } = await placeFailedOrder({ onDemandCredits: 1_000 })
  const replies = await Promise.all(Array.from({ length: 10 }, () => createAdminActions(admin).retry(id)))
  const placed = replies.filter(({ status }) => status === 200)
  expect(placed).toHaveLength(1)
  const message = `This order was placed again already, as ${placed[0]?.body.id}.`
  const refused = replies.filter(({ status }) => status === 409)
  expect(refused.map(({ body }) => 'message' in body && body.message)).toEqual(Array(9).fill(message))
  expect(await fetchBalance(owner)).toMatchObject({ onDemandCredits: 940 })
  expect((await owner.as.call(privateOrders.list)).body.totalCount).toBe(2)
})

test('with one Idempotency-Key it is placed once, and both responses are the same', async () => {
  const { id } = await placeFailedOrder({ onDemandCredits: 1_000 })
  const once = { 'idempotency-key': 'again-1' }
  const [first, second] = [
    await createAdminActions(admin).retry(id, 'Once is enough', once),
    await createAdminActions(admin).retry(id, 'Once is enough', once),
  ]
  expect(first?.status).toBe(200)
  expect(second).toMatchObject({ status: 200, body: { id: first?.body.id } })
  expect(await createAdminActions(admin).retry(id, 'Otherwise', once)).toMatchObject({ status: 409 })
})

test('when the owner lacks the credits, the error names the owner and nothing changes', async () => {
  const { id, owner } = await placeFailedOrder()
  const taken = { userId: owner.id, bucket: 'ON_DEMAND' as const, amount: -41, reason: 'To try it' }
  await admin.as.call(adminBilling.adjustCredits, { body: taken })
  expect(await createAdminActions(admin).retry(id)).toMatchObject({
    status: 402,
    body: {
      code: 'INSUFFICIENT_CREDITS',
      message: 'The order needs 60 credits and its owner has 59.',
      needed: 60,
      available: 59,
    },
  })
  expect(await fetchBalance(owner)).toMatchObject({ onDemandCredits: 59 })
  expect(await createAdminActions(admin).get(id)).toMatchObject({ mayRetry: true })
  expect((await owner.as.call(privateOrders.list)).body.totalCount).toBe(1)
})

test('nothing is placed for an owner who may no longer order it', async () => {
  const change = (id: string, facts: { isActive?: boolean; role?: string }) =>
    portal.db.updateTable('users').set(facts).where('id', '=', id).execute()
  const [deactivated, promoted] = [await placeFailedOrder(), await placeFailedOrder()]
  await change(deactivated.owner.id, { isActive: false })
  await change(promoted.owner.id, { role: 'ENTERPRISE_USER' })
  for (const [{ id }, message] of [
    [deactivated, 'The account of its owner is deactivated or closed.'],
    [promoted, 'The role of its owner has changed, so they can no longer place such an order.'],
  ] as const) {
    expect((await createAdminActions(admin).get(id)).mayRetry).toBe(false)
    expect(await createAdminActions(admin).retry(id)).toMatchObject({ status: 422, body: { message } })
    expect((await createAdminActions(admin).get(id)).retriedAs).toBeUndefined()
  }
})

test('cancelled and completed orders cannot be retried', async () => {
  const cancelled = await placeQueuedOrder(portal)
  await cancelled.owner.as.call(privateOrders.change, { params: cancelled.params, body: { cancel: true } })
  const done = await placeQueuedOrder(portal)
  await fulfilTestOrder(portal, done.id)
  for (const [{ id }, message] of [
    [cancelled, 'This order is cancelled by its owner. They can place it again themselves.'],
    [done, 'This order is completed, so there is nothing to try again.'],
  ] as const) {
    expect((await createAdminActions(admin).get(id)).mayRetry).toBe(false)
    expect(await createAdminActions(admin).retry(id)).toMatchObject({ status: 409, body: { message } })
  }
  expect(await createAdminActions(admin).retry(admin.id)).toMatchObject({ status: 404 })
})

test('a call-ready order is placed again only while its numbers can be checked, and its expiry counts from then on', async () => {
  await enableCallReady(portal)
  const { id, now } = await placeConsumerOrder(portal, { isDone: false })
  await createAdminActions(admin).fail(id)
  await portal.db.deleteFrom('dncListVersions').execute()
  expect(await createAdminActions(admin).retry(id)).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/no copy .* Please import a current one first\.$/) },
  })
  await importTestRegistry(portal, [])
  portal.clock.advance(60_000)
  const { body: again } = await createAdminActions(admin).retry(id)
  const later = Date.parse(again.expiresAt ?? '') - Date.parse((await now()).expiresAt ?? '')
  expect(later).toBeGreaterThanOrEqual(60_000)
})

test('a retried order can fail and be retried again', async () => {
  const { id } = await placeFailedOrder()
  const { body: second } = await createAdminActions(admin).retry(id)
  await createAdminActions(admin).fail(second.id)
  const { status, body: third } = await createAdminActions(admin).retry(second.id)
  expect(status).toBe(200)
  expect(third.retryOf).toBe(second.id)
})
