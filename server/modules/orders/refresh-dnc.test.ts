import { createHash } from 'node:crypto'
import { account } from '@dooryard/contract/account'
import { auditLog } from '@dooryard/contract/audit-log'
import { orders, privateOrders } from '@dooryard/contract/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { somebodyWaits } from '../../test/database.ts'
import { actingAs, signedIn, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { campaignsOrder, consumersOrder, offerCalls, registryOf } from './call-orders.fixture.ts'
import { takeFence } from './order-task.ts'
import { lockOrder } from './orders.queries.ts'
import { rescueRefreshes, runRefreshDnc } from './refresh-dnc.job.ts'

const day = 86_400_000

// No worker: each test takes the worker's place.
let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
  await offerCalls(portal)
})
afterAll(() => portal.close())

type Order = Awaited<ReturnType<typeof consumersOrder>>

const ask = ({ owner, params }: Order) => owner.as.call(privateOrders.refreshDnc, { params })
const run = (orderId: string, services: Services = portal.services) => runRefreshDnc(services)({ orderId })

const phonesOf = async ({ owner, params }: Order) => {
  const { body } = await owner.as.call(privateOrders.leads, { params, query: { limit: 100 } })
  return body.items.map(({ contacts = [] }) => contacts.filter(({ type }) => type === 'PHONE'))
}

const jobsOf = async (orderId: string) => {
  const { rows } = await portal.pool.query('select id from graphile_worker.jobs where key = $1', [`refresh:${orderId}`])
  return rows.length
}

const withFiles = (write: Services['files']['write']): Services => ({
  ...portal.services,
  files: { ...portal.services.files, write },
})
const diskFull = () => withFiles(() => Promise.reject(new Error('no space left')))

test('a check finds who has joined the registry since, and makes the next version of file and certificate for nothing', async () => {
  const order = await consumersOrder(portal)
  const before = await order.now()
  const [called = []] = await phonesOf(order)
  await registryOf(
    portal,
    called.map(({ value }) => value),
  )
  const asked = await ask(order)
  expect(asked).toMatchObject({ status: 202, body: { isRefreshing: true, fileVersion: 1 } })
  const { body: balance } = await order.owner.as.call(account.me)
  await run(order.id)
  const after = await order.now()
  expect(after).toMatchObject({ isRefreshing: false, fileVersion: 2, isExpired: false, userFacingStatus: 'COMPLETED' })
  expect(new Date(after.expiresAt ?? 0).getTime()).toBe(new Date(after.dncCheckedAt ?? 0).getTime() + 30 * day)
  expect(new Date(after.dncCheckedAt ?? 0) > new Date(before.dncCheckedAt ?? 0)).toBe(true)
  expect(after.files.map(({ version, callableLeads }) => [version, callableLeads])).toEqual([
    [2, expect.any(Number)],
    [1, 50],
  ])
  expect(after.files[0]?.callableLeads).toBeLessThan(50)
  expect(after.files[0]?.scrub?.byResult.map(({ result }) => result)).toContain('NATIONAL_DNC')
  expect(after.notices).toMatchObject([
    { type: 'DNC_REFRESHED', detail: expect.stringMatching(/of 50 can be called$/) },
  ])
  expect((await phonesOf(order))[0]?.map(({ scrub }) => scrub)).toEqual(called.map(() => 'NATIONAL_DNC'))
  expect((await order.owner.as.call(account.me)).body.balance).toEqual(balance.balance)
  const { body: link } = await order.owner.as.call(privateOrders.download, { params: order.params })
  const bytes = await (await fetch(portal.url + link.url)).bytes()
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(after.files[0]?.sha256)
  const firstLine = new TextDecoder().decode(bytes).split('\r\n')[1]
  expect(firstLine).toContain('National do-not-call')
  for (const { value } of called) expect(firstLine).not.toContain(value)
  // In the version before, who has joined since may still be called.
  const ofFirst = { params: order.params, query: { version: 1 } }
  expect(await order.owner.as.call(privateOrders.download, ofFirst)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Please download the newest version.') },
  })
  expect((await order.owner.as.call(privateOrders.certificate, ofFirst)).status).toBe(200)
  await registryOf(portal, [])
})

test('a second call while a check is under way joins it, and so do fifty at once', async () => {
  const order = await consumersOrder(portal)
  const replies = await Promise.all(Array.from({ length: 50 }, () => ask(order)))
  expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
  expect(await jobsOf(order.id)).toBe(1)
  await run(order.id)
  await run(order.id)
  expect((await order.now()).files).toHaveLength(2)
  // The control: after it is over, a call begins another.
  await ask(order)
  await run(order.id)
  expect((await order.now()).fileVersion).toBe(3)
})

test('a call waits for one that is being made, and then joins it', async () => {
  const order = await consumersOrder(portal)
  const { second } = await inTransaction(portal.services, async ({ db }) => {
    await lockOrder(db, order.id)
    const second = ask(order)
    await somebodyWaits(portal.db)
    await db.updateTable('orders').set({ refreshingSince: portal.clock.now() }).where('id', '=', order.id).execute()
    return { second }
  })
  expect(await second).toMatchObject({ status: 202, body: { isRefreshing: true } })
  expect(await jobsOf(order.id)).toBe(0)
})

test('only a completed order with numbers can be checked again, and only against something', async () => {
  const pending = await consumersOrder(portal, { isDone: false })
  expect(await ask(pending)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  const { owner } = pending
  const draft = { orderName: 'Mail', campaignType: 'MAIL_READY' as const, quantity: 50 }
  const criteria = { location: { states: ['TN'] } }
  const { body: mail } = await owner.as.call(privateOrders.place, { body: { ...draft, criteria } })
  expect(await owner.as.call(privateOrders.refreshDnc, { params: { id: mail.id } })).toMatchObject({
    status: 422,
    body: { message: 'This order has no phone numbers that could be checked.' },
  })
  const order = await consumersOrder(portal)
  await portal.db.deleteFrom('dncListVersions').execute()
  expect(await ask(order)).toMatchObject({ status: 422, body: { message: expect.stringContaining('no copy') } })
  expect((await order.now()).isRefreshing).toBe(false)
  await registryOf(portal, [])
  expect((await ask(order)).status).toBe(202)
})

test('a check that is cut off anywhere is done again, and makes one version', async () => {
  const order = await consumersOrder(portal)
  await ask(order)
  await expect(run(order.id, diskFull())).rejects.toThrow('no space left')
  const written = withFiles(async (key, content) => {
    await portal.services.files.write(key, content)
    throw new Error('killed after the file')
  })
  await expect(run(order.id, written)).rejects.toThrow('killed')
  expect(await order.now()).toMatchObject({ fileVersion: 1, isRefreshing: true })
  await run(order.id)
  const { fileVersion, files, notices } = await order.now()
  expect([fileVersion, files.length, notices.length]).toEqual([2, 2, 1])
})

test('a worker that was overtaken changes nothing', async () => {
  const order = await consumersOrder(portal)
  const before = await phonesOf(order)
  await registryOf(
    portal,
    before.flatMap((phones) => phones.map(({ value }) => value)),
  )
  await ask(order)
  const slow = withFiles(async (key, content) => {
    await portal.services.files.write(key, content)
    await takeFence(portal.services, order.id)
  })
  await expect(run(order.id, slow)).rejects.toThrow('taken over by another worker')
  expect(await order.now()).toMatchObject({ fileVersion: 1, isRefreshing: true, notices: [] })
  expect(await phonesOf(order)).toEqual(before)
  await registryOf(portal, [])
})

test('after five failures the old version and its results stand together, and the order says so; another call begins anew', async () => {
  const order = await consumersOrder(portal)
  const before = await phonesOf(order)
  const { dncCheckedAt, expiresAt } = await order.now()
  const [called = []] = before
  await registryOf(
    portal,
    called.map(({ value }) => value),
  )
  await ask(order)
  for (let attempt = 1; attempt <= 4; attempt++)
    await expect(run(order.id, diskFull())).rejects.toThrow('no space left')
  await run(order.id, diskFull())
  const given = await order.now()
  expect(given).toMatchObject({ fileVersion: 1, isRefreshing: false, userFacingStatus: 'COMPLETED' })
  expect(given).toMatchObject({ dncCheckedAt, expiresAt })
  expect(await phonesOf(order)).toEqual(before)
  expect(given.notices).toMatchObject([
    { type: 'DNC_REFRESH_FAILED', detail: expect.stringMatching(/^The numbers could not be checked again\./) },
  ])
  expect((await order.owner.as.call(privateOrders.download, { params: order.params })).status).toBe(200)
  await ask(order)
  await run(order.id)
  expect((await order.now()).notices.map(({ type }) => type)).toEqual(['DNC_REFRESHED', 'DNC_REFRESH_FAILED'])
  expect((await phonesOf(order))[0]?.map(({ scrub }) => scrub)).toEqual(called.map(() => 'NATIONAL_DNC'))
  await registryOf(portal, [])
})

test('a check whose job is lost gets a new one, and one whose job is spent is given up', async () => {
  const [lost, spent, waiting] = [
    await consumersOrder(portal),
    await consumersOrder(portal),
    await consumersOrder(portal),
  ]
  for (const order of [lost, spent, waiting]) await ask(order)
  await portal.pool.query('delete from graphile_worker._private_jobs where key = $1', [`refresh:${lost.id}`])
  await portal.pool.query('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [
    `refresh:${spent.id}`,
  ])
  await rescueRefreshes(portal.services)
  expect(await jobsOf(lost.id)).toBe(1)
  expect(await lost.now()).toMatchObject({ isRefreshing: true, notices: [] })
  expect(await spent.now()).toMatchObject({ isRefreshing: false, notices: [{ type: 'DNC_REFRESH_FAILED' }] })
  expect(await waiting.now()).toMatchObject({ isRefreshing: true })
})

test('whoever watches an order sees its check begin and end', async () => {
  const order = await consumersOrder(portal)
  const stream = await order.owner.as.watch(privateOrders.watchStatus, { params: order.params })
  expect(await stream.next()).toMatchObject({ fileVersion: 1, isRefreshing: false })
  await ask(order)
  expect(await stream.next()).toMatchObject({ fileVersion: 1, isRefreshing: true })
  await run(order.id)
  let event = await stream.next()
  while (event?.isRefreshing) event = await stream.next()
  expect(event).toMatchObject({ fileVersion: 2, isRefreshing: false, userFacingStatus: 'COMPLETED' })
  stream.close()
})

test('numbers too old are good again after a check, and the version before is not handed out any more', async () => {
  const order = await consumersOrder(portal)
  portal.clock.advance(31 * day)
  await registryOf(portal, [])
  const { as } = await signedIn(portal, order.owner.email)
  const download = (query = {}) => as.call(privateOrders.download, { params: order.params, query })
  expect((await download()).status).toBe(409)
  await as.call(privateOrders.refreshDnc, { params: order.params })
  await run(order.id)
  expect((await download()).status).toBe(200)
  expect(await download({ version: 1 })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Please download the newest version.') },
  })
  portal.clock.advance(-31 * day)
  await registryOf(portal, [])
})

test("what an administrator asks for as a user is in the audit log; somebody else's order is not found", async () => {
  const { owner, params, id } = await campaignsOrder(portal)
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const { as } = await actingAs(portal, admin, owner.id)
  expect((await as.call(orders.refreshDnc, { params })).status).toBe(202)
  const { body } = await admin.as.call(auditLog.list, { query: { action: 'impersonation.write' } })
  expect(body.items).toMatchObject([
    { object: { id: expect.stringMatching(/^GET .*\/refresh-dnc$/) }, after: { params: { orderId: id } } },
  ])
  const other = await campaignsOrder(portal)
  expect(await other.owner.as.call(orders.refreshDnc, { params })).toMatchObject({ status: 404 })
})
