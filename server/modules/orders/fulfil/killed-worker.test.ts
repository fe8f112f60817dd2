import type { CampaignType } from '@dooryard/contract/api/enums'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, describe, expect, test } from 'vitest'
import { startWorker, type Worker } from '../../../platform/jobs/jobs.ts'
import { campaign, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { loadDemoRegistry } from '../../dnc/index.ts'
import { demoAreaCodes } from '../../properties/index.ts'
import { subscribeToEvents } from '../../webhooks/events/events.fixture.ts'
import { createTestVendor } from '../call-ready/calls.fixture.ts'
import { recoverStuckOrders } from './fulfil-order.job.ts'
import { findEventMismatches, findOrderViolations } from './order-violations.fixture.ts'
import { createStoppableWorker, type StopPoint, stopPoints } from './stopping-worker.fixture.ts'

// Here a dead worker just stops until the test ends. The torture test kills real processes.
const portal = await testPortal({ demoRows: 2_000, contacts: createTestVendor().contacts })
const { db, pool, services } = portal
const started: Worker[] = []
const workerDied = Promise.withResolvers<never>()
workerDied.promise.catch(() => undefined)
afterAll(async () => {
  // Removes everything they left in this process.
  workerDied.reject(new Error('The worker is dead'))
  await Promise.all(started.map((worker) => worker.stop()))
  await portal.close()
})

const ordersPerUser = 3
const quantity = 50

/** Starts a worker that knows of no others, and waits until it reaches its stop point. */
async function runWorker(until?: StopPoint): Promise<void> {
  await new Promise<void>((stopped, failed) => {
    const reach = async (point: StopPoint) => {
      if (point !== until) return
      stopped()
      await workerDied.promise
    }
    // All owners of an order in one batch: a second batch would continue and hold its claims for good where the worker
    // is dead.
    const { tasks, services: stopping } = createStoppableWorker(services, reach, { batchSize: 1_000 })
    const begin = async () => {
      // As after the dead workers' claims have timed out.
      await pool.query('delete from contact_leases')
      await recoverStuckOrders(stopping)
      const { log } = services
      // One job at a time: a stopped worker takes no other.
      const alone = { concurrency: 1, unlockAllAtStart: true }
      started.push(await startWorker({ pool, tasks, log, ...alone }))
    }
    begin().then(until ? undefined : stopped, failed)
  })
}

async function placeOrders(): Promise<void> {
  const owner = await user(portal, { onDemandCredits: 8 * quantity * ordersPerUser })
  await subscribeToEvents(portal, owner.id)
  // Forces a vendor lookup.
  const criteria = { contact: { hasPhone: false } }
  for (const campaignType of ['CALL_READY', 'MAIL_READY'] satisfies CampaignType[]) {
    const { id: campaignId } = await campaign(owner, { campaignType, criteria })
    for (let count = 0; count < ordersPerUser; count++) {
      const call = { params: { campaignId }, body: { orderName: 'To survive', quantity } }
      expect(await owner.as.call(orders.place, call)).toMatchObject({ status: 201 })
    }
  }
}

// The second test inspects the orders of the first.
describe('orders whose workers die at every point', { shuffle: false }, () => {
  test('are each fulfilled, charged and reported once, with nothing left behind', async () => {
    await loadDemoRegistry(services, ['615', ...demoAreaCodes])
    await pool.query('update credit_settings set is_active = true')
    await placeOrders()
    for (const point of stopPoints) await runWorker(point)
    await runWorker()
    // Work the last worker does after the transaction that finishes an order.
    await expect.poll(async () => (await pool.query('select from graphile_worker.jobs')).rowCount).toBe(0)
    expect(await findOrderViolations(db, services.files)).toEqual([])
    expect(await findEventMismatches(db)).toEqual([])
    const { rows } = await pool.query(
      `select campaign_type as type, count(*)::int as ready from orders where internal_status = 'READY' group by 1 order by 1`,
    )
    expect(rows).toEqual([
      { type: 'CALL_READY', ready: ordersPerUser },
      { type: 'MAIL_READY', ready: ordersPerUser },
    ])
  })

  test('would be detected with a missing file, a repeated status or an open hold', async () => {
    const { rows } = await pool.query(
      `select id, file_key from orders where internal_status = 'READY' order by id limit 3`,
    )
    const [gone, twice, open] = rows
    await services.files.remove(gone.file_key)
    await pool.query(`insert into order_transitions (order_id, to_status) values ($1, 'READY')`, [twice.id])
    await pool.query('update credit_holds set settled_at = null where order_id = $1', [open.id])
    expect(await findEventMismatches(db)).toEqual([
      expect.objectContaining({ orderId: twice.id, type: 'order.completed' }),
    ])
    expect(await findOrderViolations(db, services.files)).toEqual(
      expect.arrayContaining([
        `${gone.id} has no file`,
        `${twice.id} went through a status twice`,
        `${open.id} has an open hold`,
      ]),
    )
  })
})
