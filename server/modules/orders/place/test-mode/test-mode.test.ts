import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '@dooryard/contract/api/time'
import { enterpriseSuppressionLists } from '@dooryard/contract/data/suppression-lists'
import { testOrders } from '@dooryard/contract/integrations/test-orders'
import { webhookEventTypes } from '@dooryard/contract/integrations/webhook-events'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { orders } from '@dooryard/contract/orders/orders'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { enterpriseUser, user } from '../../../../test/factories.ts'
import { testPortal } from '../../../../test/portal.ts'
import { createApiClient } from '../../../api-keys/api-keys.fixture.ts'
import { getCertificateKeys, verifyCertificate } from '../../../dnc/index.ts'
import { subscribeToEvents } from '../../../webhooks/events/events.fixture.ts'
import { enableCallReady } from '../../call-ready/call-orders.fixture.ts'
import { runAdvanceTestOrder } from './advance-test-order.job.ts'
import { purgeTestOrders, testOrderDays } from './read-test-orders.ts'

// No worker: each test advances its orders itself.
const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)
await enableCallReady(portal)

const criteria = { location: { states: ['TN'] } }
const draft = { orderName: 'First test', quantity: 60, criteria }
const newCampaign = (campaignType: 'MAIL_READY' | 'CALL_READY' = 'MAIL_READY') => ({
  campaign: { name: 'Owners of Tennessee', campaignType },
})

/** An enterprise user without credits, with a test key and a live key. */
async function createTester(onDemandCredits = 0) {
  const owner = await enterpriseUser(portal, { onDemandCredits })
  const testKey = await createApiClient(portal, owner, { isTest: true })
  const liveKey = await createApiClient(portal, owner)
  return { owner, testKey, as: testKey.as, live: liveKey.as }
}

type Tester = Awaited<ReturnType<typeof createTester>>

/** Runs the job of each status. The longest path has five steps, and a finished order stays as it is. */
async function advanceTestOrder(orderId: string) {
  for (let step = 0; step < 5; step++) await runAdvanceTestOrder(portal.services)({ orderId })
}

async function completeTestOrder({ as }: Pick<Tester, 'as'>, order: object = {}) {
  const placed = await as.call(enterprise.place, { body: { ...newCampaign(), ...draft, ...order } })
  expect(placed).toMatchObject({ status: 201 })
  const params = { id: placed.body.id }
  await advanceTestOrder(params.id)
  return { placed: placed.body, params, detail: (await as.call(enterprise.get, { params })).body }
}

const readFileOfLink = async (url: string) => (await fetch(portal.url + new URL(url).pathname)).text()

/** Rows of every table that a live order, its leads or its credits would touch. */
async function snapshotAccount(userId: string) {
  const tables = [
    ...['orders', 'lead_purchases', 'credit_accounts', 'credit_entries', 'credit_holds', 'campaigns'],
    ...['order_exports', 'lead_activity', 'suppression_lists', 'contact_traces'],
  ]
  const rows: Record<string, unknown> = {}
  for (const table of tables) {
    const { rows: columns } = await sql`
      select from information_schema.columns where table_name = ${table} and column_name = 'user_id'`.execute(portal.db)
    const owned = columns.length > 0 ? sql`where user_id = ${userId}` : sql``
    rows[table] = (await sql`select to_jsonb(t) as row from ${sql.table(table)} t ${owned}`.execute(portal.db)).rows
  }
  return rows
}

describe('a test key', () => {
  test('orders generated leads through the calls of a live key, and spends nothing', async () => {
    const tester = await createTester()
    const { owner, testKey, as } = tester
    expect(testKey.issued).toMatchObject({ isTest: true, prefix: expect.stringMatching(/^dyk_test_\w{4}$/) })
    const before = await snapshotAccount(owner.id)
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
    const [header, ...lines] = (await readFileOfLink(link.url)).trim().split('\r\n')
    expect(header).toContain('Owner Name')
    expect(lines).toHaveLength(60)
    expect(lines[0]).toContain(leads.items[0]?.ownerName)
    const listed = (await as.call(enterprise.list, { query: { status: 'COMPLETED', campaignType: 'MAIL_READY' } })).body
    const { criteria: _criteria, history: _history, files: _files, notices: _notices, ...summary } = detail
    expect(listed).toMatchObject({ totalCount: 1, items: [summary] })
    expect(await snapshotAccount(owner.id)).toEqual(before)
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

  test('gets fictional phones, emails at example.com and a certificate that proves nothing', async () => {
    const tester = await createTester()
    const { params, detail } = await completeTestOrder(tester, newCampaign('CALL_READY'))
    expect(detail.history.map(({ to }) => to)).toContain('SCRUBBING')
    const { items } = (await tester.as.call(enterprise.leads, { params, query: { limit: 100 } })).body
    const contacts = items.flatMap((lead) => lead.contacts ?? [])
    const [phones, emails] = [
      contacts.filter(({ type }) => type === 'PHONE'),
      contacts.filter(({ type }) => type === 'EMAIL'),
    ]
    expect(phones.length).toBeGreaterThan(60)
    expect(phones.every(({ value }) => /^\d{3}55501\d{2}$/.test(value))).toBe(true)
    expect(emails.every(({ value }) => value.endsWith('@example.com'))).toBe(true)
    expect(detail.files).toMatchObject([{ version: 1, leads: 60, callableLeads: 60, hasCertificate: true }])
    const { url } = (await tester.as.call(enterprise.certificate, { params })).body
    const keys = await getCertificateKeys(portal.services.secrets)
    expect(await verifyCertificate(await readFileOfLink(url), { keys })).toEqual({
      isProven: false,
      reason: expect.stringContaining('certificate of a test order'),
    })
    const layout = { preset: 'DIALER' as const, format: 'CSV' as const, split: 'STATE' as const }
    const preview = await tester.as.call(enterprise.previewExport, { params, body: layout })
    expect(preview).toMatchObject({
      status: 200,
      body: { leads: 60, fileName: expect.stringMatching(/^test-order-.*zip$/) },
    })
    const exported = await tester.as.call(enterprise.export, { params, body: layout })
    expect((await readFileOfLink(exported.body.url)).startsWith('PK')).toBe(true)
  })

  test('gets the same leads for the same criteria, and at most 1,000', async () => {
    const tester = await createTester()
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
    const { as, live } = await createTester()
    const call = { body: { campaignType: 'MAIL_READY' as const, criteria } }
    expect((await as.call(enterprise.count, call)).body).toEqual((await live.call(enterprise.count, call)).body)
  })

  test('is refused as a live key is, for all but the balance', async () => {
    const { as, owner } = await createTester()
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
    const tester = await createTester()
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
    const { as } = await createTester()
    expect((await as.call(enterpriseSuppressionLists.list)).status).toBe(200)
    const params = { id: '0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b1' }
    expect(await as.call(enterpriseSuppressionLists.remove, { params })).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('live API key') },
    })
  })
})

describe('live and test orders are apart', () => {
  test('neither key sees the orders of the other, nor the portal a test order among the others', async () => {
    const tester = await createTester(1_000)
    const { owner, as, live } = tester
    const { params, placed } = await completeTestOrder(tester)
    const real = await live.call(enterprise.place, {
      body: { campaignId: owner.campaign.id, orderName: 'Real', quantity: 50 },
    })
    expect(real).toMatchObject({ status: 201, body: { creditsHeld: 50 } })
    expect(real.body.isTest).toBeUndefined()
    expect((await live.call(enterprise.get, { params })).status).toBe(404)
    expect((await as.call(enterprise.get, { params: { id: real.body.id } })).status).toBe(404)
    expect((await live.call(enterprise.list)).body.items.map(({ id }) => id)).toEqual([real.body.id])
    expect((await as.call(enterprise.list)).body.items.map(({ id }) => id)).toEqual([params.id])
    expect((await owner.as.call(orders.listAll)).body.items.map(({ id }) => id)).toEqual([real.body.id])
    const mine = await owner.as.call(campaigns.list)
    expect(mine.body.items).toMatchObject([{ id: owner.campaign.id, orderCount: 1 }])
    const shown = await owner.as.call(testOrders.list)
    expect(shown.body).toMatchObject({ totalCount: 1, items: [{ id: placed.id, isTest: true }] })
    const { url } = (await owner.as.call(testOrders.download, { params })).body
    expect((await fetch(portal.url + url)).status).toBe(200)
    const stranger = await user(portal)
    expect((await stranger.as.call(testOrders.list)).body.totalCount).toBe(0)
    expect((await stranger.as.call(testOrders.download, { params })).status).toBe(404)
  })

  test('one Idempotency-Key gives a live and a test order', async () => {
    const { owner, as, live } = await createTester(1_000)
    const body = { campaignId: owner.campaign.id, orderName: 'Either', quantity: 50 }
    const options = { body, headers: { 'Idempotency-Key': 'one-key' } }
    const first = await as.call(enterprise.place, options)
    expect((await as.call(enterprise.place, options)).body.id).toBe(first.body.id)
    const real = await live.call(enterprise.place, options)
    expect(real).toMatchObject({ status: 201, body: { creditsHeld: 50 } })
    expect(real.body.id).not.toBe(first.body.id)
  })

  test('any sequence of calls with a test key leaves balance, purchases and orders unchanged', async () => {
    const tester = await createTester(1_000)
    const { owner, as } = tester
    const before = await snapshotAccount(owner.id)
    const { params } = await completeTestOrder(tester, newCampaign('CALL_READY'))
    // Every call of the public API, in an order that a seed decides.
    const calls = [
      () => as.call(enterprise.place, { body: { campaignId: owner.campaign.id, ...draft } }),
      () => as.call(enterprise.place, { body: { ...newCampaign('CALL_READY'), ...draft, addPhones: true } }),
      () => as.call(enterprise.count, { body: { campaignType: 'MAIL_READY', criteria } }),
      () => as.call(enterprise.list),
      () => as.call(enterprise.get, { params }),
      () => as.call(enterprise.change, { params, body: { orderName: 'Renamed' } }),
      () => as.call(enterprise.leads, { params }),
      () => as.call(enterprise.download, { params }),
      () => as.call(enterprise.previewExport, { params, body: { preset: 'DIALER' } }),
      () => as.call(enterprise.export, { params, body: { preset: 'DIALER' } }),
      () => as.call(enterprise.certificate, { params }),
      () => as.call(enterpriseSuppressionLists.list),
    ]
    let state = 7
    for (let turn = 0; turn < 40; turn++) {
      state = (state * 48_271) % 2_147_483_647
      const { status } = (await calls[state % calls.length]?.()) ?? { status: 0 }
      expect([200, 201]).toContain(status)
    }
    for (const { id } of (await as.call(enterprise.list, { query: { status: 'PENDING', limit: 100 } })).body.items)
      await advanceTestOrder(id)
    expect((await as.call(enterprise.list, { query: { status: 'COMPLETED' } })).body.totalCount).toBeGreaterThan(5)
    expect(await snapshotAccount(owner.id)).toEqual(before)
  })
})

test('no query outside of test mode reads or writes test orders', async () => {
  const server = join(import.meta.dirname, '../../../..')
  const naming: string[] = []
  for await (const path of glob('**/*.queries.ts', { cwd: server }))
    if (/test_?orders/i.test(await readFile(join(server, path), 'utf8'))) naming.push(path)
  expect(naming).toEqual(['modules/orders/place/test-mode/test-orders.queries.ts'])
})

test('test orders and their files are deleted after 30 days', async () => {
  const tester = await createTester()
  const { params } = await completeTestOrder(tester)
  await purgeTestOrders(portal.services)
  expect((await tester.as.call(enterprise.get, { params })).status).toBe(200)
  const later = new Date(portal.clock.now().getTime() + (testOrderDays + 1) * dayMs)
  await purgeTestOrders({ ...portal.services, clock: { now: () => later } })
  expect((await tester.as.call(enterprise.get, { params })).status).toBe(404)
})
