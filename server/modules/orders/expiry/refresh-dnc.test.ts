import { createHash } from 'node:crypto'
import { auditLog } from '@dooryard/contract/admin/audit-log'
import { dnc } from '@dooryard/contract/data/dnc'
import { account } from '@dooryard/contract/identity/account'
import { contactResultLog } from '@dooryard/contract/leads/contact-results'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { actAsUser, signInWithPassword, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { waitForLockContention } from '../../../test/stores/database.ts'
import {
  enableCallReady,
  importTestRegistry,
  placeCampaignOrder,
  placeConsumerOrder,
} from '../call-ready/call-orders.fixture.ts'
import { acquireFence } from '../fulfil/fenced-job.ts'
import { lockOrder } from '../orders.queries.ts'
import { expireOrders } from './expire-orders.ts'
import { recoverStuckRefreshes, runRefreshDnc } from './refresh-dnc.job.ts'

const day = 86_400_000

// No worker: each test runs the job itself.
let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
  await enableCallReady(portal)
})
afterAll(() => portal.close())

type ConsumerOrder = Awaited<ReturnType<typeof placeConsumerOrder>>

const requestRefresh = ({ owner, params }: ConsumerOrder) => owner.as.call(privateOrders.refreshDnc, { params })
const runRefresh = (orderId: string, services: Services = portal.services) => runRefreshDnc(services)({ orderId })

const listPhones = async ({ owner, params }: ConsumerOrder) => {
  const { body } = await owner.as.call(privateOrders.leads, { params, query: { limit: 100 } })
  return body.items.map(({ contacts = [] }) => contacts.filter(({ type }) => type === 'PHONE'))
}

const listJobs = async (orderId: string) => {
  const { rows } = await portal.pool.query('select id from graphile_worker.jobs where key = $1', [`refresh:${orderId}`])
  return rows.length
}

const withFileWriter = (write: Services['files']['write']): Services => ({
  ...portal.services,
  files: { ...portal.services.files, write },
})
const withFullDisk = () => withFileWriter(() => Promise.reject(new Error('no space left')))

test('a check finds numbers that joined the registry since, and creates the next file and certificate for free', async () => {
  const order = await placeConsumerOrder(portal)
  const before = await order.now()
  const [called = []] = await listPhones(order)
  await importTestRegistry(
    portal,
    called.map(({ value }) => value),
  )
  const asked = await requestRefresh(order)
  expect(asked).toMatchObject({ status: 202, body: { isRefreshing: true, fileVersion: 1 } })
  const { body: balance } = await order.owner.as.call(account.me)
  await runRefresh(order.id)
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
  expect((await listPhones(order))[0]?.map(({ scrub }) => scrub)).toEqual(called.map(() => 'NATIONAL_DNC'))
  expect((await order.owner.as.call(account.me)).body.balance).toEqual(balance.balance)
  const { body: link } = await order.owner.as.call(privateOrders.download, { params: order.params })
  const bytes = await (await fetch(portal.url + link.url)).bytes()
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(after.files[0]?.sha256)
  const firstLine = new TextDecoder().decode(bytes).split('\r\n')[1]
  expect(firstLine).not.toContain('National do-not-call')
  for (const { value } of called) expect(firstLine).not.toContain(value)
  // The previous version still lists numbers as callable that have since joined the registry.
  const ofFirst = { params: order.params, query: { version: 1 } }
  expect(await order.owner.as.call(privateOrders.download, ofFirst)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Please download the newest version.') },
  })
  expect((await order.owner.as.call(privateOrders.certificate, ofFirst)).status).toBe(200)
  await importTestRegistry(portal, [])
})

/** Puts all numbers of the first lead on the registry, so that the next check changes something. */
async function registerFirstLead(order: ConsumerOrder): Promise<void> {
  const [called = []] = await listPhones(order)
  await importTestRegistry(
    portal,
    called.map(({ value }) => value),
  )
}

test('a check that changes nothing keeps the file, and proves itself by a certificate of its own', async () => {
  const order = await placeConsumerOrder(portal)
  const before = await order.now()
  const numbers = await listPhones(order)
  portal.clock.advance(31 * day)
  await importTestRegistry(portal, [])
  const { as } = await signInWithPassword(portal, order.owner.email)
  const getOrder = async () => (await as.call(privateOrders.get, { params: order.params })).body
  await expireOrders(portal.services)
  await as.call(privateOrders.refreshDnc, { params: order.params })
  await runRefresh(order.id)
  const after = await getOrder()
  expect(after).toMatchObject({ fileVersion: 1, isExpired: false, isRefreshing: false, creditsCaptured: 150 })
  expect(after.dncCheckedAt && after.dncCheckedAt > (before.dncCheckedAt ?? '')).toBe(true)
  expect(after.files).toMatchObject([
    { version: 1, sha256: before.files[0]?.sha256, rechecks: [{ check: 2, checkedAt: after.dncCheckedAt }] },
  ])
  expect(after.files[0]?.scrub?.checkedAt).toBe(after.dncCheckedAt)
  expect(after.notices.map(({ type }) => type)).toEqual(['DNC_UNCHANGED', 'EXPIRED'])
  expect(await listPhones({ ...order, owner: { ...order.owner, as } })).toEqual(numbers)

  const readCertificate = async (query: { version?: number; check?: number }) => {
    const { body } = await as.call(privateOrders.certificate, { params: order.params, query })
    const claims = (await (await fetch(portal.url + body.url)).text()).split('.')[1] ?? ''
    return JSON.parse(Buffer.from(claims, 'base64url').toString())
  }
  const file = { sha256: before.files[0]?.sha256, leads: 50, callableLeads: 50 }
  expect(await readCertificate({})).toMatchObject({ version: 1, file, scrub: { checkedAt: after.dncCheckedAt } })
  expect(await readCertificate({ version: 1, check: 1 })).toMatchObject({
    ...{ version: 1, file },
    scrub: { checkedAt: before.dncCheckedAt },
  })
  const ofNone = { params: order.params, query: { version: 1, check: 3 } }
  expect(await as.call(privateOrders.certificate, ofNone)).toMatchObject({ status: 404 })

  // The day on which the new check expires is noticed again.
  portal.clock.advance(28 * day)
  await expireOrders(portal.services)
  const { as: later } = await signInWithPassword(portal, order.owner.email)
  const { body: expiring } = await later.call(privateOrders.get, { params: order.params })
  expect(expiring.notices.map(({ type }) => type)).toEqual(['EXPIRING', 'DNC_UNCHANGED', 'EXPIRED'])
  portal.clock.advance(-59 * day)
  await importTestRegistry(portal, [])
})

test('a second call during a check joins it, and so do fifty concurrent calls', async () => {
  const order = await placeConsumerOrder(portal)
  await registerFirstLead(order)
  const replies = await Promise.all(Array.from({ length: 50 }, () => requestRefresh(order)))
  expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
  expect(await listJobs(order.id)).toBe(1)
  await runRefresh(order.id)
  await runRefresh(order.id)
  expect((await order.now()).files).toHaveLength(2)
  // Control: once it is finished, a call starts another check.
  await importTestRegistry(portal, [])
  await requestRefresh(order)
  await runRefresh(order.id)
  expect((await order.now()).fileVersion).toBe(3)
})

test('a call waits for a check that is being started, and then joins it', async () => {
  const order = await placeConsumerOrder(portal)
  const { second } = await inTransaction(portal.services, async ({ db }) => {
    await lockOrder(db, order.id)
    const second = requestRefresh(order)
    await waitForLockContention(portal.db)
    await db.updateTable('orders').set({ refreshingSince: portal.clock.now() }).where('id', '=', order.id).execute()
    return { second }
  })
  expect(await second).toMatchObject({ status: 202, body: { isRefreshing: true } })
  expect(await listJobs(order.id)).toBe(0)
})

test('only a completed order with numbers can be checked again, and only with a current registry', async () => {
  const pending = await placeConsumerOrder(portal, { isDone: false })
  expect(await requestRefresh(pending)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  const { owner } = pending
  const draft = { orderName: 'Mail', campaignType: 'MAIL_READY' as const, quantity: 50 }
  const criteria = { location: { states: ['TN'] } }
  const { body: mail } = await owner.as.call(privateOrders.place, { body: { ...draft, criteria } })
  expect(await owner.as.call(privateOrders.refreshDnc, { params: { id: mail.id } })).toMatchObject({
    status: 422,
    body: { message: 'This order has no phone numbers that could be checked.' },
  })
  const order = await placeConsumerOrder(portal)
  await portal.db.deleteFrom('dncListVersions').execute()
  expect(await requestRefresh(order)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('no copy') },
  })
  expect((await order.now()).isRefreshing).toBe(false)
  await importTestRegistry(portal, [])
  expect((await requestRefresh(order)).status).toBe(202)
})

test('a check interrupted at any point is repeated and creates one version', async () => {
  const order = await placeConsumerOrder(portal)
  await registerFirstLead(order)
  await requestRefresh(order)
  await expect(runRefresh(order.id, withFullDisk())).rejects.toThrow('no space left')
  const written = withFileWriter(async (key, content) => {
    await portal.services.files.write(key, content)
    throw new Error('killed after the file')
  })
  await expect(runRefresh(order.id, written)).rejects.toThrow('killed')
  expect(await order.now()).toMatchObject({ fileVersion: 1, isRefreshing: true })
  await runRefresh(order.id)
  const { fileVersion, files, notices } = await order.now()
  expect([fileVersion, files.length, notices.length]).toEqual([2, 2, 1])
  await importTestRegistry(portal, [])
})

test('numbers of other leads that are marked “do not call” during a check do not repeat it', async () => {
  const order = await placeCampaignOrder(portal)
  await importTestRegistry(portal, [])
  const { params } = order
  expect((await order.owner.as.call(orders.refreshDnc, { params })).status).toBe(202)
  let marks = 0
  const mark = async () => {
    marks += 1
    const add = [`615555${String(marks).padStart(4, '0')}`]
    expect((await order.owner.as.call(dnc.changeNumbers, { body: { add } })).status).toBe(200)
  }
  const marking: Promise<void>[] = []
  const { clickhouse } = portal.services
  const rows: typeof clickhouse.rows = async (sql, ...rest) => {
    const found = await clickhouse.rows<never>(sql, ...rest)
    // During each step that reads the lists. Not awaited: a mark during the last one waits for the check to be recorded.
    if (sql.includes('dnc_numbers') && marking.length < 3) marking.push(mark())
    return found
  }
  await runRefresh(order.id, { ...portal.services, clickhouse: { ...clickhouse, rows } })
  await Promise.all(marking)
  expect(marks).toBe(marking.length)
  expect(marks).toBeGreaterThan(1)
  expect(await order.now()).toMatchObject({ isRefreshing: false, notices: [{ type: 'DNC_UNCHANGED' }] })
})

test('a number that is marked “do not call” during a check stays marked, and is not in the next file', async () => {
  const order = await placeConsumerOrder(portal)
  const { body } = await order.owner.as.call(leadBoard.list, { query: { limit: 100 } })
  const lead = body.items.findLast(({ contacts = [] }) => contacts.some(({ scrub }) => scrub === 'CLEAN'))
  const phone = lead?.contacts?.find(({ scrub }) => scrub === 'CLEAN')?.value ?? ''
  // Without a change no file would be written.
  await registerFirstLead(order)
  await requestRefresh(order)
  const called = withFileWriter(async (key, content) => {
    await portal.services.files.write(key, content)
    const params = { orderId: order.id, propertyId: lead?.propertyId ?? '' }
    const reply = await order.owner.as.call(contactResultLog.add, { params, body: { phone, result: 'DO_NOT_CALL' } })
    expect(reply.status).toBe(201)
  })
  await runRefresh(order.id, called)
  const results = async () =>
    new Set(
      (await listPhones(order)).flatMap((phones) => phones.flatMap((one) => (one.value === phone ? one.scrub : []))),
    )
  expect([await results(), (await order.now()).fileVersion]).toEqual([new Set(['INTERNAL_DNC']), 2])
  const { body: link } = await order.owner.as.call(privateOrders.download, { params: order.params })
  expect(await (await fetch(portal.url + link.url)).text()).not.toContain(phone)
  await importTestRegistry(portal, [])
})

test('marking other numbers while the file of a check is written does not repeat it', async () => {
  const order = await placeCampaignOrder(portal)
  const { as } = order.owner
  const { body: board } = await as.call(leadBoard.list, { query: { limit: 100 } })
  // Without a change no file would be written.
  await importTestRegistry(portal, [board.items[0]?.contacts?.find(({ scrub }) => scrub === 'CLEAN')?.value ?? ''])
  await as.call(orders.refreshDnc, { params: order.params })
  let written = 0
  const marking = withFileWriter(async (key, content) => {
    await portal.services.files.write(key, content)
    written += 1
    expect((await as.call(dnc.changeNumbers, { body: { add: ['6155550142'] } })).status).toBe(200)
  })
  await runRefresh(order.id, marking)
  expect(written).toBe(1)
  expect(await order.now()).toMatchObject({ fileVersion: 2, isRefreshing: false })
  await importTestRegistry(portal, [])
})

test('a number that was marked “do not call” after delivery is not in the file of the next check', async () => {
  const order = await placeConsumerOrder(portal)
  const { body } = await order.owner.as.call(leadBoard.list, { query: { limit: 1 } })
  const [lead] = body.items
  const phone = lead?.contacts?.find(({ scrub }) => scrub === 'CLEAN')?.value ?? ''
  const params = { orderId: order.id, propertyId: lead?.propertyId ?? '' }
  await order.owner.as.call(contactResultLog.add, { params, body: { phone, result: 'DO_NOT_CALL' } })
  await requestRefresh(order)
  await runRefresh(order.id)
  expect((await order.now()).fileVersion).toBe(2)
  const { body: link } = await order.owner.as.call(privateOrders.download, { params: order.params })
  expect(await (await fetch(portal.url + link.url)).text()).not.toContain(phone)
})

test('a worker that was overtaken changes nothing', async () => {
  const order = await placeConsumerOrder(portal)
  const before = await listPhones(order)
  await importTestRegistry(
    portal,
    before.flatMap((phones) => phones.map(({ value }) => value)),
  )
  await requestRefresh(order)
  const slow = withFileWriter(async (key, content) => {
    await portal.services.files.write(key, content)
    await acquireFence(portal.services, order.id)
  })
  await expect(runRefresh(order.id, slow)).rejects.toThrow('taken over by another worker')
  expect(await order.now()).toMatchObject({ fileVersion: 1, isRefreshing: true, notices: [] })
  expect(await listPhones(order)).toEqual(before)
  await importTestRegistry(portal, [])
})

test('after five failures the old version and its results stay, and the order says so; another call starts anew', async () => {
  const order = await placeConsumerOrder(portal)
  const before = await listPhones(order)
  const { dncCheckedAt, expiresAt } = await order.now()
  const [called = []] = before
  await importTestRegistry(
    portal,
    called.map(({ value }) => value),
  )
  await requestRefresh(order)
  for (let attempt = 1; attempt <= 4; attempt++)
    await expect(runRefresh(order.id, withFullDisk())).rejects.toThrow('no space left')
  await runRefresh(order.id, withFullDisk())
  const given = await order.now()
  expect(given).toMatchObject({ fileVersion: 1, isRefreshing: false, userFacingStatus: 'COMPLETED' })
  expect(given).toMatchObject({ dncCheckedAt, expiresAt })
  expect(await listPhones(order)).toEqual(before)
  expect(given.notices).toMatchObject([
    { type: 'DNC_REFRESH_FAILED', detail: expect.stringMatching(/^The numbers could not be checked again\./) },
  ])
  expect((await order.owner.as.call(privateOrders.download, { params: order.params })).status).toBe(200)
  await requestRefresh(order)
  await runRefresh(order.id)
  expect((await order.now()).notices.map(({ type }) => type)).toEqual(['DNC_REFRESHED', 'DNC_REFRESH_FAILED'])
  expect((await listPhones(order))[0]?.map(({ scrub }) => scrub)).toEqual(called.map(() => 'NATIONAL_DNC'))
  await importTestRegistry(portal, [])
})

test('a check whose job is lost gets a new one, and one whose job is exhausted fails', async () => {
  const [lost, spent, waiting] = [
    await placeConsumerOrder(portal),
    await placeConsumerOrder(portal),
    await placeConsumerOrder(portal),
  ]
  for (const order of [lost, spent, waiting]) await requestRefresh(order)
  await portal.pool.query('delete from graphile_worker._private_jobs where key = $1', [`refresh:${lost.id}`])
  await portal.pool.query('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [
    `refresh:${spent.id}`,
  ])
  await recoverStuckRefreshes(portal.services)
  expect(await listJobs(lost.id)).toBe(1)
  expect(await lost.now()).toMatchObject({ isRefreshing: true, notices: [] })
  expect(await spent.now()).toMatchObject({ isRefreshing: false, notices: [{ type: 'DNC_REFRESH_FAILED' }] })
  expect(await waiting.now()).toMatchObject({ isRefreshing: true })
})

test('the status stream shows when a check starts and ends', async () => {
  const order = await placeConsumerOrder(portal)
  await registerFirstLead(order)
  const stream = await order.owner.as.watch(privateOrders.watchStatus, { params: order.params })
  expect(await stream.next()).toMatchObject({ fileVersion: 1, isRefreshing: false })
  await requestRefresh(order)
  expect(await stream.next()).toMatchObject({ fileVersion: 1, isRefreshing: true })
  await runRefresh(order.id)
  let event = await stream.next()
  while (event?.isRefreshing) event = await stream.next()
  expect(event).toMatchObject({ fileVersion: 2, isRefreshing: false, userFacingStatus: 'COMPLETED' })
  stream.close()
  await importTestRegistry(portal, [])
})

test('expired numbers are callable again after a check, and the previous version can no longer be downloaded', async () => {
  const order = await placeConsumerOrder(portal)
  const [called = []] = await listPhones(order)
  portal.clock.advance(31 * day)
  await importTestRegistry(
    portal,
    called.map(({ value }) => value),
  )
  const { as } = await signInWithPassword(portal, order.owner.email)
  const download = (query = {}) => as.call(privateOrders.download, { params: order.params, query })
  expect((await download()).status).toBe(409)
  await as.call(privateOrders.refreshDnc, { params: order.params })
  await runRefresh(order.id)
  expect((await download()).status).toBe(200)
  expect(await download({ version: 1 })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Please download the newest version.') },
  })
  portal.clock.advance(-31 * day)
  await importTestRegistry(portal, [])
})

test("a check by an administrator as a user is audited; another user's order is not found", async () => {
  const { owner, params, id } = await placeCampaignOrder(portal)
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const { as } = await actAsUser(portal, admin, owner.id)
  expect((await as.call(orders.refreshDnc, { params })).status).toBe(202)
  const { body } = await admin.as.call(auditLog.list, { query: { action: 'impersonation.write' } })
  expect(body.items).toMatchObject([
    { object: { id: expect.stringMatching(/^GET .*\/refresh-dnc$/) }, after: { params: { orderId: id } } },
  ])
  const other = await placeCampaignOrder(portal)
  expect(await other.owner.as.call(orders.refreshDnc, { params })).toMatchObject({ status: 404 })
})
