import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '@dooryard/contract/api/time'
import { enterpriseSuppressionLists } from '@dooryard/contract/data/suppression-lists'
import { adminTestOrders, testOrders } from '@dooryard/contract/integrations/test-orders'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, describe, expect, test } from 'vitest'
import { user } from '../../../../test/factories.ts'
import { testPortal } from '../../../../test/portal.ts'
import { enableCallReady } from '../../call-ready/call-orders.fixture.ts'
import { purgeTestOrders, testOrderDays } from './read-test-orders.ts'
import {
  advanceTestOrder,
  completeTestOrder,
  createTester,
  criteria,
  draft,
  newCampaign,
  snapshotAccount,
} from './test-mode.fixture.ts'

// No worker: each test advances its orders itself.
const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)
await enableCallReady(portal)

describe('live and test orders are apart', () => {
  test('neither key sees the orders of the other, nor the portal a test order among the others', async () => {
    const tester = await createTester(portal, 1_000)
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
    const admin = await user(portal, { role: 'SUPER_ADMIN' })
    const all = (await admin.as.call(adminTestOrders.list, { query: { userId: [owner.id] } })).body
    expect(all).toMatchObject({ totalCount: 1, items: [{ id: placed.id, isTest: true, user: { id: owner.id } }] })
    const stranger = await user(portal)
    expect((await stranger.as.call(testOrders.list)).body.totalCount).toBe(0)
    expect((await stranger.as.call(testOrders.download, { params })).status).toBe(404)
  })

  test('one Idempotency-Key gives a live and a test order', async () => {
    const { owner, as, live } = await createTester(portal, 1_000)
    const body = { campaignId: owner.campaign.id, orderName: 'Either', quantity: 50 }
    const options = { body, headers: { 'Idempotency-Key': 'one-key' } }
    const first = await as.call(enterprise.place, options)
    expect((await as.call(enterprise.place, options)).body.id).toBe(first.body.id)
    const real = await live.call(enterprise.place, options)
    expect(real).toMatchObject({ status: 201, body: { creditsHeld: 50 } })
    expect(real.body.id).not.toBe(first.body.id)
  })

  test('any sequence of calls with a test key leaves balance, purchases and orders unchanged', async () => {
    const tester = await createTester(portal, 1_000)
    const { owner, as } = tester
    const before = await snapshotAccount(portal, owner.id)
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
      await advanceTestOrder(portal, id)
    expect((await as.call(enterprise.list, { query: { status: 'COMPLETED' } })).body.totalCount).toBeGreaterThan(5)
    expect(await snapshotAccount(portal, owner.id)).toEqual(before)
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
  const tester = await createTester(portal)
  const { params } = await completeTestOrder(tester)
  await purgeTestOrders(portal.services)
  expect((await tester.as.call(enterprise.get, { params })).status).toBe(200)
  const later = new Date(portal.clock.now().getTime() + (testOrderDays + 1) * dayMs)
  await purgeTestOrders({ ...portal.services, clock: { now: () => later } })
  expect((await tester.as.call(enterprise.get, { params })).status).toBe(404)
})
