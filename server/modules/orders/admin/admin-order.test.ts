import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAsUser, enterpriseUser, type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { readReply } from '../../../test/requests.ts'
import { createApiClient } from '../../api-keys/api-keys.fixture.ts'
import {
  enableCallReady,
  fulfilTestOrder,
  placeCampaignOrder,
  placeConsumerOrder,
} from '../call-ready/call-orders.fixture.ts'
import { requireReadableOrder } from '../read/get-order.ts'
import { createAdminActions, findFulfilJob, placeQueuedOrder } from './admin-orders.fixture.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
  await enableCallReady(portal)
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

const placeTestOrder = async ({ as, campaign }: Awaited<ReturnType<typeof enterpriseUser>>) => {
  const params = { campaignId: campaign.id }
  return (await as.call(orders.place, { params, body: { orderName: 'First mailing', quantity: 60 } })).body.id
}

test("an administrator sees what the order's owner sees, plus the owner and the state of its job", async () => {
  const { owner, id, now } = await placeQueuedOrder(portal)
  const order = await createAdminActions(admin).get(id)
  expect(order).toMatchObject(await now())
  expect(order).toMatchObject({
    user: { id: owner.id, email: owner.email, role: 'CONSUMER_USER', isActive: true },
    failures: 0,
    job: { attempts: 0, maxAttempts: 25, isRunning: false },
    mayRetry: true,
    mayFail: true,
  })
  expect(order.job).not.toHaveProperty('lastError')
  await fulfilTestOrder(portal, id)
  const done = await createAdminActions(admin).get(id)
  expect(done).toMatchObject({ internalStatus: 'READY', mayRetry: false, mayFail: false })
  // A job may still be in the queue, but there is nothing left for it to do.
  expect(await findFulfilJob(portal, id)).toBeDefined()
  expect(done.job).toBeUndefined()
})

test('the error of the last try and a running job are shown', async () => {
  const { id } = await placeQueuedOrder(portal)
  await portal.pool.query(
    `update graphile_worker._private_jobs set attempts = 2, last_error = 'the store is away', locked_at = now(),
       locked_by = 'somebody' where key = $1`,
    [`order:${id}`],
  )
  await portal.db.updateTable('orders').set({ attemptFailures: 2 }).where('id', '=', id).execute()
  const job = { attempts: 2, isRunning: true, lastError: 'the store is away' }
  expect(await createAdminActions(admin).get(id)).toMatchObject({ failures: 2, job, mayRetry: false, mayFail: true })
})

test('an order is found only in its own campaign, and one without a campaign in none', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 200 })
  const orderId = await placeTestOrder(owner)
  const other = await enterpriseUser(portal)
  const ofConsumer = await placeQueuedOrder(portal)
  const at = async (campaignId: string, id: string) => {
    const reply = await admin.as.call(adminOrders.getOfCampaign, { params: { campaignId, orderId: id } })
    return [reply.status, reply.body.id]
  }
  expect(await at(owner.campaign.id, orderId)).toEqual([200, orderId])
  expect(await at(other.campaign.id, orderId)).toEqual([404, undefined])
  expect(await at(owner.campaign.id, ofConsumer.id)).toEqual([404, undefined])
  expect((await createAdminActions(admin).get(ofConsumer.id)).id).toBe(ofConsumer.id)
  const reply = await admin.as.call(adminOrders.get, { params: { id: owner.id } })
  expect(reply).toMatchObject({ status: 404, body: { message: 'This order was not found.' } })
})

test('the API key that placed an order is named', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 200 })
  const { as, issued } = await createApiClient(portal, owner)
  const body = { campaignId: owner.campaign.id, orderName: 'By a program', quantity: 60 }
  const { body: order } = await as.call(enterprise.place, { body })
  expect((await createAdminActions(admin).get(order.id)).placedWithKey).toEqual({ id: issued.id, name: issued.name })
  expect((await createAdminActions(admin).get(await placeTestOrder(owner))).placedWithKey).toBeUndefined()
})

test("an administrator sees the same leads as the order's owner", async () => {
  const { owner, params, id } = await placeConsumerOrder(portal)
  const query = { limit: 50 }
  const theirs = (await owner.as.call(privateOrders.leads, { params, query })).body
  expect(theirs.items).toHaveLength(50)
  expect((await admin.as.call(adminOrders.leads, { params: { id }, query })).body).toEqual(theirs)
})

test('a download by an administrator is audited, and one by the owner is not', async () => {
  const { owner, params, id } = await placeCampaignOrder(portal)
  expect((await owner.as.call(orders.download, { params })).status).toBe(200)
  const acting = await actAsUser(portal, admin, owner.id)
  expect((await acting.as.call(orders.download, { params })).status).toBe(200)
  expect(await createAdminActions(admin).listAuditEntries(id)).toEqual([])
  const { status, body } = await admin.as.call(adminOrders.download, { params: { id } })
  expect(status).toBe(200)
  const file = await readReply<string>(await fetch(portal.url + body.url))
  expect(file.body.trimEnd().split('\r\n')).toHaveLength(51)
  await admin.as.call(adminOrders.download, { params: { id }, query: { version: 1 } })
  const entry = {
    action: 'order.downloaded',
    by: admin.id,
    before: undefined,
    after: { version: 1, user: owner.id },
    reason: undefined,
  }
  expect(await createAdminActions(admin).listAuditEntries(id)).toEqual([entry, entry])
})

test('a refused download is not audited, and neither is a certificate', async () => {
  const waiting = await placeQueuedOrder(portal)
  expect(await admin.as.call(adminOrders.download, { params: { id: waiting.id } })).toMatchObject({ status: 409 })
  expect(await createAdminActions(admin).listAuditEntries(waiting.id)).toEqual([])
  const { id } = await placeConsumerOrder(portal)
  const { status, body } = await admin.as.call(adminOrders.certificate, { params: { id } })
  expect(status).toBe(200)
  expect((await readReply<string>(await fetch(portal.url + body.url))).body).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(await createAdminActions(admin).listAuditEntries(id)).toEqual([])
})

test('the status of any order is streamed to an administrator, now and on each change', async () => {
  const { owner, id, params } = await placeQueuedOrder(portal)
  const stream = await admin.as.watch(adminOrders.watchStatus, { params: { id }, query: {} })
  expect(await stream.next()).toMatchObject({ internalStatus: 'QUEUED' })
  await owner.as.call(privateOrders.change, { params, body: { cancel: true } })
  expect(await stream.next()).toMatchObject({ internalStatus: 'CANCELLED', userFacingStatus: 'FAILED' })
  stream.close()
})

const adminEndpoints: AnyEndpoint[] = [
  adminOrders.get,
  adminOrders.leads,
  adminOrders.download,
  adminOrders.certificate,
  adminOrders.retry,
  adminOrders.fail,
  adminOrders.getOfCampaign,
]
const ownerEndpoints: AnyEndpoint[] = [orders.get, orders.leads, orders.download, orders.certificate]

test("only administrators reach another user's order, through admin or owner endpoints", async () => {
  const { id, params: theirs } = await placeCampaignOrder(portal)
  const thief = await enterpriseUser(portal)
  const body = { reason: 'To have a look' }
  for (const endpoint of adminEndpoints) {
    const input = { params: { ...theirs, id }, ...(endpoint.body && { body }) }
    expect((await thief.as.call(endpoint, input)).status).toBe(403)
    // An administrator who impersonates a user has only that user's access.
    const acting = await actAsUser(portal, admin, thief.id)
    expect((await acting.as.call(endpoint, input)).status).toBe(403)
  }
  for (const endpoint of ownerEndpoints) {
    expect((await thief.as.call(endpoint, { params: theirs })).status).toBe(404)
    // Administrators have their own paths.
    expect((await admin.as.call(endpoint, { params: theirs })).status).toBe(403)
  }
  for (const endpoint of [enterprise.get, enterprise.leads, enterprise.download, enterprise.certificate]) {
    const { as } = await createApiClient(portal, thief)
    expect((await as.call(endpoint as AnyEndpoint, { params: { id } })).status).toBe(404)
  }
  await expect(thief.as.watch(orders.watchStatus, { params: theirs, query: {} })).rejects.toMatchObject({ status: 404 })
  await expect(thief.as.watch(adminOrders.watchStatus, { params: { id }, query: {} })).rejects.toMatchObject({
    status: 403,
  })
})

test('a route that reads any order finds none unless the caller is an administrator', async () => {
  const { owner, id } = await placeQueuedOrder(portal)
  const rowFor = (role: TestUser['role']) =>
    requireReadableOrder({ db: portal.db, actor: { userId: owner.id, role, sessionId: '' } }, { adminOrderId: id })
  await expect(rowFor('CONSUMER_USER')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(rowFor('ENTERPRISE_USER')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await rowFor('SUPER_ADMIN')).id).toBe(id)
})
