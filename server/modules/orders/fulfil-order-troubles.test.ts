import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { account } from '@dooryard/contract/account'
import { orders } from '@dooryard/contract/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { somebodyWaits } from '../../test/database.ts'
import { enterpriseUser } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { noVendor } from '../contacts/index.ts'
import { rescueOrders, runFulfilOrder as run } from './fulfil-order.job.ts'
import { lockOrder } from './orders.queries.ts'
import { fileTroubles } from './troubles.fixture.ts'

// No worker: each test takes the worker's place, and something goes wrong.
let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
})
afterAll(() => portal.close())

const runFulfilOrder = (services: Services) => run({ ...services, contacts: noVendor })

async function placedOrder() {
  const criteria = { property: { assetClasses: ['RESIDENTIAL' as const] } }
  const campaign = { criteria }
  const owner = await enterpriseUser(portal, { subscriptionCredits: 40, onDemandCredits: 60, campaign })
  const params = { campaignId: owner.campaign.id }
  const { body } = await owner.as.call(orders.place, { params, body: { orderName: 'Mailing', quantity: 60 } })
  return {
    job: { orderId: body.id },
    now: async () => (await owner.as.call(orders.get, { params: { ...params, orderId: body.id } })).body,
    balance: async () => (await owner.as.call(account.me)).body.balance,
  }
}

const withFiles = (write: Services['files']['write']): Services => ({
  ...portal.services,
  files: { ...portal.services.files, write },
})

const diskFull = () => withFiles(() => Promise.reject(new Error('no space left')))

test('a step that keeps failing fails the order on the fifth try, and gives its credits back', async () => {
  const { job, now, balance } = await placedOrder()
  for (let attempt = 1; attempt <= 4; attempt++) {
    await expect(runFulfilOrder(diskFull())(job)).rejects.toThrow('no space left')
    expect((await now()).internalStatus).toBe('ASSEMBLING')
  }
  await runFulfilOrder(diskFull())(job)
  expect(await now()).toMatchObject({ userFacingStatus: 'FAILED', creditsReleased: 60, creditsCaptured: 0 })
  expect((await now()).failureReason).not.toContain('space')
  expect(await balance()).toEqual({ subscriptionCredits: 40, subscriptionCreditsHeld: 0, onDemandCredits: 60 })
})

test('an order that failed a few times and then goes through is delivered', async () => {
  const { job, now } = await placedOrder()
  await expect(runFulfilOrder(diskFull())(job)).rejects.toThrow('no space left')
  await runFulfilOrder(portal.services)(job)
  expect(await now()).toMatchObject({ internalStatus: 'READY', creditsCaptured: 60 })
})

test('a worker that was overtaken while it wrote the file changes nothing', async () => {
  const { job, now, balance } = await placedOrder()
  const slow = withFiles(async (key, content) => {
    await portal.services.files.write(key, content)
    // While this worker is away, another finds its job unlocked and does it.
    await runFulfilOrder(portal.services)(job)
  })
  // Its own job fails: one that ended well would delete the job that the other holds by now.
  await expect(runFulfilOrder(slow)(job)).rejects.toThrow('taken over by another worker')
  const order = await now()
  expect(order).toMatchObject({ internalStatus: 'READY', creditsCaptured: 60, creditsReleased: 0 })
  expect(order.history.filter(({ to }) => to === 'READY')).toHaveLength(1)
  // What the overtaken one wrote is gone, and took nobody else's place.
  expect(await readdir(join(portal.folder, 'orders', job.orderId))).toHaveLength(1)
  expect(await fileTroubles(portal.db, portal.services.files)).toEqual([])
  expect(await balance()).toEqual({ subscriptionCredits: 0, subscriptionCreditsHeld: 0, onDemandCredits: 40 })
})

test('a job that runs again after its order is done does nothing', async () => {
  const { job, now, balance } = await placedOrder()
  await runFulfilOrder(portal.services)(job)
  const done = await now()
  await runFulfilOrder(portal.services)(job)
  expect(await now()).toEqual(done)
  expect(await balance()).toMatchObject({ onDemandCredits: 40 })
})

test('a search that meets its limits fails the order at once, with what the store said', async () => {
  const { job, now, balance } = await placedOrder()
  const tooMuch: Services = {
    ...portal.services,
    clickhouse: {
      ...portal.services.clickhouse,
      rows: (sql, params) =>
        portal.services.clickhouse.rows(sql, params, { seconds: 10, resultRows: 1, memoryBytes: 1 }),
    },
  }
  await runFulfilOrder(tooMuch)(job)
  expect(await now()).toMatchObject({ userFacingStatus: 'FAILED', creditsReleased: 60 })
  expect((await now()).failureReason).toMatch(/^The search .* narrow it down\.$/)
  expect(await balance()).toEqual({ subscriptionCredits: 40, subscriptionCreditsHeld: 0, onDemandCredits: 60 })
})

const jobsOf = async (orderId: string) => {
  const { rows } = await portal.pool.query('select id from graphile_worker.jobs where key = $1', [`order:${orderId}`])
  return rows
}

const spendJob = (orderId: string) =>
  portal.pool.query('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [
    `order:${orderId}`,
  ])

test('an order whose job is lost gets a new one, and one whose job is spent fails with its credits back', async () => {
  const lost = await placedOrder()
  await portal.pool.query('delete from graphile_worker._private_jobs where key = $1', [`order:${lost.job.orderId}`])
  const spent = await placedOrder()
  await spendJob(spent.job.orderId)
  const waiting = await placedOrder()
  await rescueOrders(portal.services)
  expect(await jobsOf(lost.job.orderId)).toHaveLength(1)
  expect((await lost.now()).userFacingStatus).toBe('PENDING')
  expect(await spent.now()).toMatchObject({ userFacingStatus: 'FAILED', creditsReleased: 60 })
  expect((await waiting.now()).userFacingStatus).toBe('PENDING')
  expect(await jobsOf(waiting.job.orderId)).toHaveLength(1)
})

test('an order that an administrator has tried again while it was about to be given up stays under way', async () => {
  const { job, now } = await placedOrder()
  await spendJob(job.orderId)
  const { rescuing } = await inTransaction(portal.services, async ({ db }) => {
    await lockOrder(db, job.orderId)
    const rescuing = rescueOrders(portal.services)
    await somebodyWaits(portal.db)
    await portal.pool.query('update graphile_worker._private_jobs set attempts = 0 where key = $1', [
      `order:${job.orderId}`,
    ])
    return { rescuing }
  })
  await rescuing
  expect((await now()).userFacingStatus).toBe('PENDING')
})

test('orders are looked after one by one: one that somebody is changing keeps no other locked', async () => {
  const [first, second] = [await placedOrder(), await placedOrder()]
  for (const { job } of [first, second]) await spendJob(job.orderId)
  const rescued = await inTransaction(portal.services, async ({ db }) => {
    await lockOrder(db, second.job.orderId)
    const rescuing = rescueOrders(portal.services)
    await somebodyWaits(portal.db)
    expect((await first.now()).userFacingStatus).toBe('FAILED')
    return { rescuing }
  })
  await rescued.rescuing
  expect((await second.now()).userFacingStatus).toBe('FAILED')
})
