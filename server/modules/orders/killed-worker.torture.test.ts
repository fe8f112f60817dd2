import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { orders } from '@dooryard/contract/orders'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { afterAll, expect, test } from 'vitest'
import { campaign, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { seededRandom } from '../../test/random.ts'
import { listens } from '../webhooks/told.fixture.ts'
import { points } from './stopping-worker.fixture.ts'
import { misTold, troublesOf } from './troubles.fixture.ts'
import { type Given, workerProcess } from './worker-process.fixture.ts'

// The API here places orders; workers in processes of their own fill them, one after another killed.
const portal = await testPortal()
const clickhouseFolder = await mkdtemp(join(tmpdir(), 'dooryard-worker-'))
afterAll(async () => {
  await portal.close()
  await rm(clickhouseFolder, { recursive: true, force: true })
})

const users = 20
const ordersOfAUser = 50
const kills = 300
const random = seededRandom('killed worker')
const quantity = 50

const startWorker = (point?: Given['point']) => workerProcess({ ...portal.shared, clickhouseFolder, point })

async function placeOrders() {
  await portal.pool.query(`update credit_settings set is_active = true`)
  for (let at = 0; at < users; at++) {
    const owner = await user(portal, { onDemandCredits: 4 * quantity * ordersOfAUser })
    await listens(portal, owner.id)
    const campaigns = await Promise.all(
      (['MAIL_READY', 'CALL_READY'] as CampaignType[]).map((campaignType) => campaign(owner, { campaignType })),
    )
    for (let count = 0; count < ordersOfAUser; count++) {
      const params = { campaignId: campaigns[count % campaigns.length]?.id ?? '' }
      const { status } = await owner.as.call(orders.place, { params, body: { orderName: 'To survive', quantity } })
      expect(status).toBe(201)
    }
  }
}

const underWay = async () => {
  const { rows } = await portal.pool.query(
    `select count(*)::int as count from orders where internal_status not in ('READY', 'FAILED', 'CANCELLED')`,
  )
  return rows[0].count
}

test('orders whose workers are killed over and over are each filled, paid for and told of once, and leave nothing behind', {
  timeout: 6 * 3_600_000,
}, async () => {
  // It generates the properties, the registry and the contacts, which the others find.
  await (await startWorker('properties generated')).killAtPoint()
  await placeOrders()
  for (let kill = 0; kill < kills && (await underWay()) > 0; kill++) {
    const point = points[kill]
    const worker = await startWorker(point)
    if (point) await worker.killAtPoint()
    else {
      await sleep(random() * 400)
      await worker.kill()
    }
  }
  const last = await startWorker()
  await expect.poll(underWay, { timeout: 120_000 }).toBe(0)
  // What the last one does after the transaction that ends an order.
  await expect.poll(async () => (await portal.pool.query('select from graphile_worker.jobs')).rowCount).toBe(0)
  await last.kill()
  expect(await troublesOf(portal.db, portal.services.files)).toEqual([])
  expect(await misTold(portal.db)).toEqual([])
  const { rows } = await portal.pool.query(
    `select campaign_type as type, count(*)::int as ready from orders where internal_status = 'READY' group by 1 order by 1`,
  )
  const half = (users * ordersOfAUser) / 2
  expect(rows).toEqual([
    { type: 'CALL_READY', ready: half },
    { type: 'MAIL_READY', ready: half },
  ])
})
