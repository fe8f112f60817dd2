import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { account } from '@dooryard/contract/identity/account'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { enterpriseUser } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { waitForLockContention } from '../../../test/stores/database.ts'
import { noContactProvider } from '../../contacts/index.ts'
import { lockOrder } from '../orders.queries.ts'
import { recoverStuckOrders, runFulfilOrder as run } from './fulfil-order.job.ts'
import { findFileViolations } from './order-violations.fixture.ts'
import { pickRemovableLead } from './removable-lead.fixture.ts'

// No worker: each test runs the order itself and injects a failure.
let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
})
afterAll(() => portal.close())

const runFulfilOrder = (services: Services) => run({ ...services, contacts: noContactProvider })

const allHomes: Criteria = { property: { assetClasses: ['RESIDENTIAL'] } }

async function placeTestOrder(criteria = allHomes) {
  const campaign = { criteria }
  const owner = await enterpriseUser(portal, { subscriptionCredits: 40, onDemandCredits: 60, campaign })
  const params = { campaignId: owner.campaign.id }
  const { body } = await owner.as.call(orders.place, { params, body: { orderName: 'Mailing', quantity: 60 } })
  const orderParams = { ...params, orderId: body.id }
  return {
    job: { orderId: body.id },
    now: async () => (await owner.as.call(orders.get, { params: orderParams })).body,
    leads: async () => (await owner.as.call(orders.leads, { params: orderParams, query: {} })).body.items,
    download: () => owner.as.call(orders.download, { params: orderParams }),
    balance: async () => (await owner.as.call(account.me)).body.balance,
  }
}

const withFileWriter = (write: Services['files']['write']): Services => ({
  ...portal.services,
  files: { ...portal.services.files, write },
})

const withFullDisk = () => withFileWriter(() => Promise.reject(new Error('no space left')))

test('a step that keeps failing fails the order on the fifth try and releases its credits', async () => {
  const { job, now, balance } = await placeTestOrder()
  for (let attempt = 1; attempt <= 4; attempt++) {
    await expect(runFulfilOrder(withFullDisk())(job)).rejects.toThrow('no space left')
    expect((await now()).internalStatus).toBe('ASSEMBLING')
  }
  await runFulfilOrder(withFullDisk())(job)
  expect(await now()).toMatchObject({ userFacingStatus: 'FAILED', creditsReleased: 60, creditsCaptured: 0 })
  expect((await now()).failureReason).not.toContain('space')
  expect(await balance()).toEqual({ subscriptionCredits: 40, subscriptionCreditsHeld: 0, onDemandCredits: 60 })
})

test('an order whose matches are gone fails with a reason, costs nothing and has no file', async () => {
  const { criteria, remove } = await pickRemovableLead(portal)
  const { job, now, balance, leads, download } = await placeTestOrder(criteria)
  await remove()
  await runFulfilOrder(portal.services)(job)
  const order = await now()
  expect(order).toMatchObject({
    userFacingStatus: 'FAILED',
    creditsReleased: 60,
    totalPrice: 0,
    waterfall: { matched: 0, mailable: 0, fresh: 0, selected: 0 },
  })
  expect(order.failureReason).toContain('No property matches')
  expect(await balance()).toEqual({ subscriptionCredits: 40, subscriptionCreditsHeld: 0, onDemandCredits: 60 })
  expect(await leads()).toEqual([])
  expect(await download()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
})

test('an order that fails a few times and then succeeds is delivered', async () => {
  const { job, now } = await placeTestOrder()
  await expect(runFulfilOrder(withFullDisk())(job)).rejects.toThrow('no space left')
  await runFulfilOrder(portal.services)(job)
  expect(await now()).toMatchObject({ internalStatus: 'READY', creditsCaptured: 60 })
})

test('a worker that was overtaken while writing the file changes nothing', async () => {
  const { job, now, balance } = await placeTestOrder()
  const slow = withFileWriter(async (key, content) => {
    await portal.services.files.write(key, content)
    // While this worker is paused, another finds its job unlocked and completes it.
    await runFulfilOrder(portal.services)(job)
  })
  // The overtaken worker's job must fail: a successful end would delete the job that the other worker now holds.
  await expect(runFulfilOrder(slow)(job)).rejects.toThrow('taken over by another worker')
  const order = await now()
  expect(order).toMatchObject({ internalStatus: 'READY', creditsCaptured: 60, creditsReleased: 0 })
  expect(order.history.filter(({ to }) => to === 'READY')).toHaveLength(1)
  // The overtaken worker's file is removed and has not replaced the other one.
  expect(await readdir(join(portal.folder, 'orders', job.orderId))).toHaveLength(1)
  expect(await findFileViolations(portal.db, portal.services.files)).toEqual([])
  expect(await balance()).toEqual({ subscriptionCredits: 0, subscriptionCreditsHeld: 0, onDemandCredits: 40 })
})

test('a job that runs again after its order has finished does nothing', async () => {
  const { job, now, balance } = await placeTestOrder()
  await runFulfilOrder(portal.services)(job)
  const done = await now()
  await runFulfilOrder(portal.services)(job)
  expect(await now()).toEqual(done)
  expect(await balance()).toMatchObject({ onDemandCredits: 40 })
})

test("a search that hits a store limit fails the order at once with the store's message", async () => {
  const { job, now, balance } = await placeTestOrder()
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

const listJobs = async (orderId: string) => {
  const { rows } = await portal.pool.query('select id from graphile_worker.jobs where key = $1', [`order:${orderId}`])
  return rows
}

const exhaustJob = (orderId: string) =>
  portal.pool.query('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [
    `order:${orderId}`,
  ])

test('an order whose job is lost gets a new one, and one whose job is exhausted fails with its credits released', async () => {
  const lost = await placeTestOrder()
  await portal.pool.query('delete from graphile_worker._private_jobs where key = $1', [`order:${lost.job.orderId}`])
  const spent = await placeTestOrder()
  await exhaustJob(spent.job.orderId)
  const waiting = await placeTestOrder()
  await recoverStuckOrders(portal.services)
  expect(await listJobs(lost.job.orderId)).toHaveLength(1)
  expect((await lost.now()).userFacingStatus).toBe('PENDING')
  expect(await spent.now()).toMatchObject({ userFacingStatus: 'FAILED', creditsReleased: 60 })
  expect((await waiting.now()).userFacingStatus).toBe('PENDING')
  expect(await listJobs(waiting.job.orderId)).toHaveLength(1)
})

test('an order that an administrator retried just before recovery would fail it stays in progress', async () => {
  const { job, now } = await placeTestOrder()
  await exhaustJob(job.orderId)
  const { rescuing } = await inTransaction(portal.services, async ({ db }) => {
    await lockOrder(db, job.orderId)
    const rescuing = recoverStuckOrders(portal.services)
    await waitForLockContention(portal.db)
    await portal.pool.query('update graphile_worker._private_jobs set attempts = 0 where key = $1', [
      `order:${job.orderId}`,
    ])
    return { rescuing }
  })
  await rescuing
  expect((await now()).userFacingStatus).toBe('PENDING')
})

test('orders are recovered one by one, so one that is locked does not keep others locked', async () => {
  const [first, second] = [await placeTestOrder(), await placeTestOrder()]
  for (const { job } of [first, second]) await exhaustJob(job.orderId)
  const rescued = await inTransaction(portal.services, async ({ db }) => {
    await lockOrder(db, second.job.orderId)
    const rescuing = recoverStuckOrders(portal.services)
    await waitForLockContention(portal.db)
    expect((await first.now()).userFacingStatus).toBe('FAILED')
    return { rescuing }
  })
  await rescued.rescuing
  expect((await second.now()).userFacingStatus).toBe('FAILED')
})
