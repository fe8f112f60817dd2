import { adminOrders } from '@dooryard/contract/admin-orders'
import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import { enterprise } from '@dooryard/contract/enterprise'
import { orders, privateOrders } from '@dooryard/contract/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actingAs, enterpriseUser, type TestUser, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { replyOf } from '../../test/requests.ts'
import { program } from '../api-keys/keys.fixture.ts'
import { acts, jobOf, queuedOrder } from './admin-orders.fixture.ts'
import { campaignsOrder, consumersOrder, fulfil, offerCalls } from './call-orders.fixture.ts'
import { readableOrderRow } from './own-order.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
  await offerCalls(portal)
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

const place = async ({ as, campaign }: Awaited<ReturnType<typeof enterpriseUser>>) => {
  const params = { campaignId: campaign.id }
  return (await as.call(orders.place, { params, body: { orderName: 'First mailing', quantity: 60 } })).body.id
}

test('an administrator sees what the owner of an order sees, whose it is, and what its job is at', async () => {
  const { owner, id, now } = await queuedOrder(portal)
  const order = await acts(admin).get(id)
  expect(order).toMatchObject(await now())
  expect(order).toMatchObject({
    user: { id: owner.id, email: owner.email, role: 'CONSUMER_USER', isActive: true },
    failures: 0,
    job: { attempts: 0, maxAttempts: 25, isRunning: false },
    mayRetry: true,
    mayFail: true,
  })
  expect(order.job).not.toHaveProperty('lastError')
  await fulfil(portal, id)
  const done = await acts(admin).get(id)
  expect(done).toMatchObject({ internalStatus: 'READY', mayRetry: false, mayFail: false })
  // Whatever of it is still in the queue, there is nothing to be done.
  expect(await jobOf(portal, id)).toBeDefined()
  expect(done.job).toBeUndefined()
})

test('what a try has failed by is said, and that somebody is at work', async () => {
  const { id } = await queuedOrder(portal)
  await portal.pool.query(
    `update graphile_worker._private_jobs set attempts = 2, last_error = 'the store is away', locked_at = now(),
       locked_by = 'somebody' where key = $1`,
    [`order:${id}`],
  )
  await portal.db.updateTable('orders').set({ attemptFailures: 2 }).where('id', '=', id).execute()
  const job = { attempts: 2, isRunning: true, lastError: 'the store is away' }
  expect(await acts(admin).get(id)).toMatchObject({ failures: 2, job, mayRetry: false, mayFail: true })
})

test('an order is found in its own campaign only, and one of none in none', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 200 })
  const orderId = await place(owner)
  const other = await enterpriseUser(portal)
  const ofConsumer = await queuedOrder(portal)
  const at = async (campaignId: string, id: string) => {
    const reply = await admin.as.call(adminOrders.getOfCampaign, { params: { campaignId, orderId: id } })
    return [reply.status, reply.body.id]
  }
  expect(await at(owner.campaign.id, orderId)).toEqual([200, orderId])
  expect(await at(other.campaign.id, orderId)).toEqual([404, undefined])
  expect(await at(owner.campaign.id, ofConsumer.id)).toEqual([404, undefined])
  expect((await acts(admin).get(ofConsumer.id)).id).toBe(ofConsumer.id)
  const reply = await admin.as.call(adminOrders.get, { params: { id: owner.id } })
  expect(reply).toMatchObject({ status: 404, body: { message: 'This order was not found.' } })
})

test('the key that an order was placed with is named', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 200 })
  const { as, issued } = await program(portal, owner)
  const body = { campaignId: owner.campaign.id, orderName: 'By a program', quantity: 60 }
  const { body: order } = await as.call(enterprise.place, { body })
  expect((await acts(admin).get(order.id)).placedWithKey).toEqual({ id: issued.id, name: issued.name })
  expect((await acts(admin).get(await place(owner))).placedWithKey).toBeUndefined()
})

test("the leads of anybody's order are those that its owner sees", async () => {
  const { owner, params, id } = await consumersOrder(portal)
  const query = { limit: 50 }
  const theirs = (await owner.as.call(privateOrders.leads, { params, query })).body
  expect(theirs.items).toHaveLength(50)
  expect((await admin.as.call(adminOrders.leads, { params: { id }, query })).body).toEqual(theirs)
})

test("that an administrator downloads somebody's order is in the audit log, and that its owner does is not", async () => {
  const { owner, params, id } = await campaignsOrder(portal)
  expect((await owner.as.call(orders.download, { params })).status).toBe(200)
  const acting = await actingAs(portal, admin, owner.id)
  expect((await acting.as.call(orders.download, { params })).status).toBe(200)
  expect(await acts(admin).logOf(id)).toEqual([])
  const { status, body } = await admin.as.call(adminOrders.download, { params: { id } })
  expect(status).toBe(200)
  const file = await replyOf<string>(await fetch(portal.url + body.url))
  expect(file.body.trimEnd().split('\r\n')).toHaveLength(51)
  await admin.as.call(adminOrders.download, { params: { id }, query: { version: 1 } })
  const entry = {
    action: 'order.downloaded',
    by: admin.id,
    before: undefined,
    after: { version: 1, user: owner.id },
    reason: undefined,
  }
  expect(await acts(admin).logOf(id)).toEqual([entry, entry])
})

test('a download that is refused is in no log, and the certificate needs no entry', async () => {
  const waiting = await queuedOrder(portal)
  expect(await admin.as.call(adminOrders.download, { params: { id: waiting.id } })).toMatchObject({ status: 409 })
  expect(await acts(admin).logOf(waiting.id)).toEqual([])
  const { id } = await consumersOrder(portal)
  const { status, body } = await admin.as.call(adminOrders.certificate, { params: { id } })
  expect(status).toBe(200)
  expect((await replyOf<string>(await fetch(portal.url + body.url))).body).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(await acts(admin).logOf(id)).toEqual([])
})

test("the status of anybody's order is shown now and when it changes", async () => {
  const { owner, id, params } = await queuedOrder(portal)
  const stream = await admin.as.watch(adminOrders.watchStatus, { params: { id }, query: {} })
  expect(await stream.next()).toMatchObject({ internalStatus: 'QUEUED' })
  await owner.as.call(privateOrders.change, { params, body: { cancel: true } })
  expect(await stream.next()).toMatchObject({ internalStatus: 'CANCELLED', userFacingStatus: 'FAILED' })
  stream.close()
})

const ofAdministrators: AnyEndpoint[] = [
  adminOrders.get,
  adminOrders.leads,
  adminOrders.download,
  adminOrders.certificate,
  adminOrders.retry,
  adminOrders.fail,
  adminOrders.getOfCampaign,
]
const ofOwners: AnyEndpoint[] = [orders.get, orders.leads, orders.download, orders.certificate]

test("no one but an administrator reaches another's order, by the calls of administrators or by those of owners", async () => {
  const { id, params: theirs } = await campaignsOrder(portal)
  const thief = await enterpriseUser(portal)
  const body = { reason: 'To have a look' }
  for (const endpoint of ofAdministrators) {
    const given = { params: { ...theirs, id }, ...(endpoint.body && { body }) }
    expect((await thief.as.call(endpoint, given)).status).toBe(403)
    // Nor an administrator who acts as somebody: they are that somebody then.
    const acting = await actingAs(portal, admin, thief.id)
    expect((await acting.as.call(endpoint, given)).status).toBe(403)
  }
  for (const endpoint of ofOwners) {
    expect((await thief.as.call(endpoint, { params: theirs })).status).toBe(404)
    // Administrators have paths of their own.
    expect((await admin.as.call(endpoint, { params: theirs })).status).toBe(403)
  }
  for (const endpoint of [enterprise.get, enterprise.leads, enterprise.download, enterprise.certificate]) {
    const { as } = await program(portal, thief)
    expect((await as.call(endpoint as AnyEndpoint, { params: { id } })).status).toBe(404)
  }
  await expect(thief.as.watch(orders.watchStatus, { params: theirs, query: {} })).rejects.toMatchObject({ status: 404 })
  await expect(thief.as.watch(adminOrders.watchStatus, { params: { id }, query: {} })).rejects.toMatchObject({
    status: 403,
  })
})

test("a route that asks for anybody's order finds none for whoever is no administrator", async () => {
  const { owner, id } = await queuedOrder(portal)
  const rowFor = (role: TestUser['role']) =>
    readableOrderRow({ db: portal.db, actor: { userId: owner.id, role, sessionId: '' } }, { adminOrderId: id })
  await expect(rowFor('CONSUMER_USER')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(rowFor('ENTERPRISE_USER')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await rowFor('SUPER_ADMIN')).id).toBe(id)
})
