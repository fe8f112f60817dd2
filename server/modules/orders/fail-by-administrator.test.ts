import { adminOrders } from '@dooryard/contract/admin-orders'
import { creditHistory } from '@dooryard/contract/credit-history'
import { orders } from '@dooryard/contract/orders'
import { webhooks } from '@dooryard/contract/webhook-calls'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Services } from '../../platform/context.ts'
import { startWorker } from '../../platform/jobs.ts'
import { enterpriseUser, type TestUser, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { rounds } from '../../test/rounds.ts'
import { noVendor } from '../contacts/index.ts'
import { verifyLedger } from '../credits/ledger.fixture.ts'
import { acts, balanceOf, jobOf, queuedOrder } from './admin-orders.fixture.ts'
import { fulfil } from './call-orders.fixture.ts'
import { fulfilOrderJob, runFulfilOrder } from './fulfil-order.job.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

test('an order that an administrator ends gives all back, and its owner reads why', async () => {
  const { owner, id, now } = await queuedOrder(portal, { subscriptionCredits: 30, onDemandCredits: 50 })
  const { status, body } = await acts(admin).fail(id, 'The county withdrew its roll')
  expect(status).toBe(200)
  expect(body).toMatchObject({ internalStatus: 'FAILED', mayFail: false, mayRetry: true })
  expect(await now()).toMatchObject({
    userFacingStatus: 'FAILED',
    failureReason: 'The county withdrew its roll',
    creditsHeld: 0,
    creditsReleased: 60,
    history: [{ to: 'QUEUED' }, { from: 'QUEUED', to: 'FAILED', detail: 'The county withdrew its roll' }],
  })
  expect(await balanceOf(owner)).toEqual({ subscriptionCredits: 30, subscriptionCreditsHeld: 0, onDemandCredits: 50 })
  expect(await jobOf(portal, id)).toBeUndefined()
  const { body: entries } = await owner.as.call(creditHistory.list, { query: { orderId: id, type: 'RELEASE' } })
  expect(entries.items.map(({ reason }) => reason)).toEqual(Array(2).fill('The county withdrew its roll'))
  const { rows } = await portal.pool.query(
    "select distinct actor from credit_entries where order_id = $1 and type = 'RELEASE'",
    [id],
  )
  expect(rows).toEqual([{ actor: admin.id }])
  expect(await acts(admin).logOf(id)).toEqual([
    {
      action: 'order.failed',
      by: admin.id,
      before: { internalStatus: 'QUEUED' },
      after: { internalStatus: 'FAILED', creditsReleased: 60, user: owner.id },
      reason: 'The county withdrew its roll',
    },
  ])
})

test("its owner's webhooks are told, and whoever watches it sees it", async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 200 })
  const draft = { url: 'https://hooks.example.com/', events: ['order.failed' as const] }
  const { body: webhook } = await owner.as.call(webhooks.create, { body: draft })
  const params = { campaignId: owner.campaign.id }
  const { body: order } = await owner.as.call(orders.place, { params, body: { orderName: 'Mailing', quantity: 60 } })
  const stream = await owner.as.watch(orders.watchStatus, { params: { ...params, orderId: order.id }, query: {} })
  await stream.next()
  await acts(admin).fail(order.id, 'The county withdrew its roll')
  expect(await stream.next()).toMatchObject({ internalStatus: 'FAILED' })
  stream.close()
  const { body: log } = await owner.as.call(webhooks.log, { params: { id: webhook.id } })
  const told = log.items.map(({ requestBody }) => JSON.parse(requestBody ?? '').data.order)
  expect(told).toMatchObject([{ id: order.id, failureReason: 'The county withdrew its roll' }])
})

test('an order that is over stays as it is, and is in the log once', async () => {
  const { id, now } = await queuedOrder(portal)
  await fulfil(portal, id)
  const done = await now()
  const message = 'This order is over already, so there is nothing to end.'
  expect(await acts(admin).fail(id)).toMatchObject({ status: 409, body: { message } })
  expect(await now()).toEqual(done)
  const failed = await queuedOrder(portal)
  await acts(admin).fail(failed.id, 'First')
  expect((await acts(admin).fail(failed.id, 'Second')).status).toBe(409)
  expect((await failed.now()).failureReason).toBe('First')
  expect(await acts(admin).logOf(failed.id)).toHaveLength(1)
  expect((await acts(admin).fail(admin.id)).status).toBe(404)
})

test.each(['', '    ', 'Why', 'x'.repeat(501)])('the reason %j is refused, and nothing changes', async (reason) => {
  const { id, now } = await queuedOrder(portal)
  const call = { params: { id }, body: { reason } }
  expect(await admin.as.call(adminOrders.fail, call)).toMatchObject({ status: 400 })
  expect(await admin.as.call(adminOrders.retry, call)).toMatchObject({ status: 400 })
  expect((await now()).internalStatus).toBe('QUEUED')
})

/** A worker that stops before it writes the file of an order, until it may go on. */
function slowWorker() {
  const writing = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const { files } = portal.services
  const slow: Services = {
    ...portal.services,
    files: {
      ...files,
      write: async (key, content) => {
        writing.resolve()
        await held.promise
        await files.write(key, content)
      },
    },
  }
  return { work: runFulfilOrder({ ...slow, contacts: noVendor }), writes: writing.promise, goOn: held.resolve }
}

test('a worker that is at work on it delivers nothing, and leaves no job behind', async () => {
  await portal.pool.query('delete from graphile_worker._private_jobs')
  const { owner, id, now } = await queuedOrder(portal)
  const { work, writes, goOn } = slowWorker()
  const tried: unknown[] = []
  const tasks = {
    [fulfilOrderJob]: (...given: Parameters<typeof work>) => {
      tried.push(given[0])
      return work(...given)
    },
  }
  const worker = await startWorker({ pool: portal.pool, log: portal.services.log, concurrency: 1, tasks })
  await writes
  expect((await acts(admin).fail(id)).status).toBe(200)
  goOn()
  await expect.poll(() => jobOf(portal, id)).toBeUndefined()
  await worker.stop()
  // The second try finds nothing to do.
  expect(tried).toEqual([{ orderId: id }, { orderId: id }])
  // To have been taken over is no failure of a step.
  expect((await acts(admin).get(id)).failures).toBe(0)
  expect(await now()).toMatchObject({ internalStatus: 'FAILED', creditsCaptured: 0, fileVersion: 0, files: [] })
  expect(await balanceOf(owner)).toMatchObject({ onDemandCredits: 100 })
})

const failed = { status: 200, internalStatus: 'FAILED', creditsCaptured: 0, creditsReleased: 60, files: 0, left: 100 }
const delivered = { status: 409, internalStatus: 'READY', creditsCaptured: 60, creditsReleased: 0, files: 1, left: 40 }

/** What came of an order of which an administrator was told a status. */
async function outcomeOf({ owner, now }: Awaited<ReturnType<typeof queuedOrder>>, status: number) {
  const { internalStatus, creditsCaptured, creditsReleased, files } = await now()
  const { onDemandCredits: left } = await balanceOf(owner)
  return { status, internalStatus, creditsCaptured, creditsReleased, files: files.length, left }
}

/** Resolves once so many statements in the database wait for a lock. */
const soManyWait = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await portal.pool.query<{ pid: number }>(
        `select distinct pid from pg_locks join pg_stat_activity using (pid)
          where not granted and datname = current_database()`,
      )
      return rows.length
    })
    .toBe(count)

test.each([
  ['an administrator who ends an order', 'a worker who delivers it', failed],
  ['a worker who delivers an order', 'an administrator who ends it', delivered],
])('%s is before %s, and the other changes nothing', async (_, __, expected) => {
  const order = await queuedOrder(portal)
  const { work, writes, goOn } = slowWorker()
  const working = work({ orderId: order.id }).catch(() => undefined)
  await writes
  const client = await portal.pool.connect()
  onTestFinished(() => client.release(true))
  await client.query('begin')
  await client.query('select from orders where id = $1 for update', [order.id])
  // Who waits for the order first has it first.
  if (expected === delivered) {
    goOn()
    await soManyWait(1)
  }
  const failing = acts(admin).fail(order.id)
  await soManyWait(expected === delivered ? 2 : 1)
  goOn()
  await soManyWait(2)
  await client.query('commit')
  const { status } = await failing
  await working
  expect(await outcomeOf(order, status)).toEqual(expected)
})

test('of an administrator who ends an order and a worker who delivers it exactly one wins, whenever they meet', async () => {
  let delayMs = 20
  for (let round = 0; round < rounds(5, 200); round++) {
    const order = await queuedOrder(portal)
    const delivering = fulfil(portal, order.id).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    const { status } = await acts(admin).fail(order.id)
    await delivering
    const outcome = await outcomeOf(order, status)
    expect(outcome).toBeOneOf([failed, delivered])
    // So the two meet, however long a delivery takes here.
    delayMs *= outcome.internalStatus === 'FAILED' ? 1.5 : 0.7
  }
  expect((await verifyLedger(portal.db)).problems).toEqual([])
})
