import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CampaignType } from '@dooryard/contract/api/enums'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, expect, test } from 'vitest'
import { appError } from '../../../platform/errors/app-error.ts'
import { campaign, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createSeededRandom } from '../../../test/random/seeded-random.ts'
import { subscribeToEvents } from '../../webhooks/events/events.fixture.ts'
import { findEventMismatches, findOrderViolations } from './order-violations.fixture.ts'
import { stopPoints } from './stopping-worker.fixture.ts'
import { startWorkerProcess, type WorkerProcessOptions } from './worker-process.fixture.ts'

// The API places orders here; workers in separate processes fulfil them and are killed one after another.
const portal = await testPortal()
// The properties are in the store of the workers, so the API accepts orders without having looked for leads.
portal.services.clickhouse.rows = () => Promise.reject(appError('UNAVAILABLE', 'The workers have the properties.'))
const clickhouseFolder = await mkdtemp(join(tmpdir(), 'dooryard-worker-'))
afterAll(async () => {
  await portal.close()
  await rm(clickhouseFolder, { recursive: true, force: true })
})

const userCount = 20
const ordersPerUser = 50
const kills = 300
const random = createSeededRandom('killed worker')
const quantity = 50

const startWorker = (point?: WorkerProcessOptions['point']) =>
  startWorkerProcess({ ...portal.shared, clickhouseFolder, point })

async function placeOrders() {
  await portal.pool.query(`update credit_settings set is_active = true`)
  for (let at = 0; at < userCount; at++) {
    const owner = await user(portal, { onDemandCredits: 4 * quantity * ordersPerUser })
    await subscribeToEvents(portal, owner.id)
    const campaigns = await Promise.all(
      (['MAIL_READY', 'CALL_READY'] as CampaignType[]).map((campaignType) => campaign(owner, { campaignType })),
    )
    for (let count = 0; count < ordersPerUser; count++) {
      const params = { campaignId: campaigns[count % campaigns.length]?.id ?? '' }
      const { status } = await owner.as.call(orders.place, { params, body: { orderName: 'To survive', quantity } })
      expect(status).toBe(201)
    }
  }
}

const countInProgress = async () => {
  const { rows } = await portal.pool.query(
    `select count(*)::int as count from orders where internal_status not in ('READY', 'FAILED', 'CANCELLED')`,
  )
  return rows[0].count
}

test('orders whose workers are killed repeatedly are each fulfilled, charged and reported once, with nothing left behind', {
  timeout: 6 * 3_600_000,
}, async () => {
  // Generates the properties, the registry and the contacts, which later workers reuse.
  await (await startWorker('properties generated')).killAtPoint()
  await placeOrders()
  for (let kill = 0; kill < kills && (await countInProgress()) > 0; kill++) {
    const point = stopPoints[kill]
    const worker = await startWorker(point)
    if (point) await worker.killAtPoint()
    else {
      await sleep(random() * 400)
      await worker.kill()
    }
  }
  const last = await startWorker()
  await expect.poll(countInProgress, { timeout: 120_000 }).toBe(0)
  // Work the last worker does after the transaction that finishes an order.
  await expect.poll(async () => (await portal.pool.query('select from graphile_worker.jobs')).rowCount).toBe(0)
  await last.kill()
  expect(await findOrderViolations(portal.db, portal.services.files)).toEqual([])
  expect(await findEventMismatches(portal.db)).toEqual([])
  const { rows } = await portal.pool.query(
    `select campaign_type as type, count(*)::int as ready from orders where internal_status = 'READY' group by 1 order by 1`,
  )
  const half = (userCount * ordersPerUser) / 2
  expect(rows).toEqual([
    { type: 'CALL_READY', ready: half },
    { type: 'MAIL_READY', ready: half },
  ])
})
