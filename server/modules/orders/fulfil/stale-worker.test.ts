import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../../platform/context.ts'
import { startWorker } from '../../../platform/jobs/jobs.ts'
import { enterpriseUser } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { noContactProvider } from '../../contacts/index.ts'
import { fulfilOrderJob, runFulfilOrder } from './fulfil-order.job.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
})
afterAll(() => portal.close())

/** A gate that blocks its waiters until it is opened. */
function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('a frozen worker that wakes up leaves the order, its job and its queue to the worker that took over', async () => {
  const criteria = { property: { assetClasses: ['RESIDENTIAL' as const] } }
  const owner = await enterpriseUser(portal, { onDemandCredits: 120, campaign: { criteria } })
  const params = { campaignId: owner.campaign.id }
  const placeTestOrder = async () =>
    (await owner.as.call(orders.place, { params, body: { orderName: 'Mailing', quantity: 60 } })).body.id
  const now = async (orderId: string) => (await owner.as.call(orders.get, { params: { ...params, orderId } })).body
  const frozen = createGate()
  const asleep = createGate()
  const sleepy: Services = {
    ...portal.services,
    files: {
      ...portal.services.files,
      write: async (key, content) => {
        asleep.open()
        await frozen.opened
        await portal.services.files.write(key, content)
      },
    },
  }
  const { pool } = portal
  const { log } = portal.services
  // One job at a time: a frozen process takes no other, and here it would take the same job again.
  const worker = (services: Services) =>
    startWorker({
      pool,
      log,
      concurrency: 1,
      tasks: { [fulfilOrderJob]: runFulfilOrder({ ...services, contacts: noContactProvider }) },
    })

  const first = await placeTestOrder()
  const stale = await worker(sleepy)
  await asleep.opened
  // What the reaper does once the frozen worker has missed its heartbeat for too long.
  await pool.query('select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker.jobs')
  const fresh = await worker(portal.services)
  await expect.poll(async () => (await now(first)).internalStatus).toBe('READY')
  frozen.open()
  await stale.stop()

  const second = await placeTestOrder()
  await expect.poll(async () => (await now(second)).internalStatus).toBe('READY')
  await fresh.stop()
  expect(await now(first)).toMatchObject({ creditsCaptured: 60, creditsReleased: 0 })
  expect(await now(second)).toMatchObject({ creditsCaptured: 60, creditsReleased: 0 })
})
