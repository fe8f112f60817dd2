import { orders } from '@dooryard/contract/orders'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { afterAll, describe, expect, test } from 'vitest'
import { startWorker, type Worker } from '../../platform/jobs.ts'
import { campaign, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { loadDemoRegistry } from '../dnc/index.ts'
import { demoAreaCodes } from '../properties/index.ts'
import { listens } from '../webhooks/told.fixture.ts'
import { rescueOrders } from './fulfil-order.job.ts'
import { type Point, points, stoppingWorker } from './stopping-worker.fixture.ts'
import { misTold, troublesOf } from './troubles.fixture.ts'

// Here a worker that dies stands still until all is over. Processes that are really killed are in the long form of this test.
const portal = await testPortal({ demoRows: 2_000 })
const { db, pool, services } = portal
const started: Worker[] = []
const dead = Promise.withResolvers<never>()
dead.promise.catch(() => undefined)
afterAll(async () => {
  // So that nothing of them is left in this process.
  dead.reject(new Error('The worker is dead'))
  await Promise.all(started.map((worker) => worker.stop()))
  await portal.close()
})

const ordersOfEach = 3
const quantity = 50

/** Starts a worker that knows of no other, and waits until it stands where it is to stop. */
async function work(until?: Point): Promise<void> {
  await new Promise<void>((stopped, failed) => {
    const reach = async (point: Point) => {
      if (point !== until) return
      stopped()
      await dead.promise
    }
    // All owners of an order in one batch: a second one would go on, and claim owners for good, where the worker is dead.
    const { tasks, services: stopping } = stoppingWorker(services, reach, { batchSize: 1_000 })
    const begin = async () => {
      // As once the dead have shown no life for long enough.
      await pool.query('delete from contact_leases')
      await rescueOrders(stopping)
      const { log } = services
      // One job at once: what stands still takes no other.
      const alone = { concurrency: 1, unlockAllAtStart: true }
      started.push(await startWorker({ pool, tasks, log, ...alone }))
    }
    begin().then(until ? undefined : stopped, failed)
  })
}

async function placeOrders(): Promise<void> {
  const owner = await user(portal, { onDemandCredits: 8 * quantity * ordersOfEach })
  await listens(portal, owner.id)
  // So that the vendor has to be asked.
  const criteria = { contact: { hasPhone: false } }
  for (const campaignType of ['CALL_READY', 'MAIL_READY'] satisfies CampaignType[]) {
    const { id: campaignId } = await campaign(owner, { campaignType, criteria })
    for (let count = 0; count < ordersOfEach; count++) {
      const call = { params: { campaignId }, body: { orderName: 'To survive', quantity } }
      expect(await owner.as.call(orders.place, call)).toMatchObject({ status: 201 })
    }
  }
}

// The second looks at the orders of the first.
describe('orders whose workers die at every point', { shuffle: false }, () => {
  test('are each filled, paid for and told of once, and leave nothing behind', async () => {
    await loadDemoRegistry(services, ['615', ...demoAreaCodes])
    await pool.query('update credit_settings set is_active = true')
    await placeOrders()
    for (const point of points) await work(point)
    await work()
    // What the last one does after the transaction that ends an order.
    await expect.poll(async () => (await pool.query('select from graphile_worker.jobs')).rowCount).toBe(0)
    expect(await troublesOf(db, services.files)).toEqual([])
    expect(await misTold(db)).toEqual([])
    const { rows } = await pool.query(
      `select campaign_type as type, count(*)::int as ready from orders where internal_status = 'READY' group by 1 order by 1`,
    )
    expect(rows).toEqual([
      { type: 'CALL_READY', ready: ordersOfEach },
      { type: 'MAIL_READY', ready: ordersOfEach },
    ])
  })

  test('would be seen with a file that is gone, a status that came twice and a hold that is open', async () => {
    const { rows } = await pool.query(
      `select id, file_key from orders where internal_status = 'READY' order by id limit 3`,
    )
    const [gone, twice, open] = rows
    await services.files.remove(gone.file_key)
    await pool.query(`insert into order_transitions (order_id, to_status) values ($1, 'READY')`, [twice.id])
    await pool.query('update credit_holds set settled_at = null where order_id = $1', [open.id])
    expect(await misTold(db)).toEqual([expect.objectContaining({ orderId: twice.id, type: 'order.completed' })])
    expect(await troublesOf(db, services.files)).toEqual(
      expect.arrayContaining([
        `${gone.id} has no file`,
        `${twice.id} went through a status twice`,
        `${open.id} has an open hold`,
      ]),
    )
  })
})
