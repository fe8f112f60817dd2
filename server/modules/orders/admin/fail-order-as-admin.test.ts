import { creditHistory } from '@dooryard/contract/billing/credit-history'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Services } from '../../../platform/context.ts'
import { startWorker } from '../../../platform/jobs/jobs.ts'
import { enterpriseUser, type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { noContactProvider } from '../../contacts/index.ts'
import { verifyLedger } from '../../credits/ledger/ledger.fixture.ts'
import { fulfilTestOrder } from '../call-ready/call-orders.fixture.ts'
import { fulfilOrderJob, runFulfilOrder } from '../fulfil/fulfil-order.job.ts'
import { createAdminActions, fetchBalance, findFulfilJob, placeQueuedOrder } from './admin-orders.fixture.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

test('an order failed by an administrator releases all credits, and its owner sees the reason', async () => {
  const { owner, id, now } = await placeQueuedOrder(portal, { subscriptionCredits: 30, onDemandCredits: 50 })
  const { status, body } = await createAdminActions(admin).fail(id, 'The county withdrew its roll')
  expect(status).toBe(200)
  expect(body).toMatchObject({ internalStatus: 'FAILED', mayFail: false, mayRetry: true })
  expect(await now()).toMatchObject({
    userFacingStatus: 'FAILED',
    failureReason: 'The county withdrew its roll',
    creditsHeld: 0,
    creditsReleased: 60,
    history: [{ to: 'QUEUED' }, { from: 'QUEUED', to: 'FAILED', detail: 'The county withdrew its roll' }],
  })
  expect(await fetchBalance(owner)).toEqual({
    subscriptionCredits: 30,
    subscriptionCreditsHeld: 0,
    onDemandCredits: 50,
  })
  expect(await findFulfilJob(portal, id)).toBeUndefined()
  const { body: entries } = await owner.as.call(creditHistory.list, { query: { orderId: id, type: 'RELEASE' } })
  expect(entries.items.map(({ reason }) => reason)).toEqual(Array(2).fill('The county withdrew its roll'))
  const { rows } = await portal.pool.query(
    "select distinct actor from credit_entries where order_id = $1 and type = 'RELEASE'",
    [id],
  )
  expect(rows).toEqual([{ actor: admin.id }])
  expect(await createAdminActions(admin).listAuditEntries(id)).toEqual([
    {
      action: 'order.failed',
      by: admin.id,
      before: { internalStatus: 'QUEUED' },
      after: { internalStatus: 'FAILED', creditsReleased: 60, user: owner.id },
      reason: 'The county withdrew its roll',
    },
  ])
})

test("the owner's webhooks and the status stream are notified", async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 200 })
  const draft = { url: 'https://hooks.example.com/', events: ['order.failed' as const] }
  const { body: webhook } = await owner.as.call(webhooks.create, { body: draft })
  const params = { campaignId: owner.campaign.id }
  const { body: order } = await owner.as.call(orders.place, { params, body: { orderName: 'Mailing', quantity: 60 } })
  const stream = await owner.as.watch(orders.watchStatus, { params: { ...params, orderId: order.id }, query: {} })
  await stream.next()
  await createAdminActions(admin).fail(order.id, 'The county withdrew its roll')
  expect(await stream.next()).toMatchObject({ internalStatus: 'FAILED' })
  stream.close()
  const { body: log } = await owner.as.call(webhooks.log, { params: { id: webhook.id } })
  const sentOrders = log.items.map(({ requestBody }) => JSON.parse(requestBody ?? '').data.order)
  expect(sentOrders).toMatchObject([{ id: order.id, failureReason: 'The county withdrew its roll' }])
})

test('a finished order stays unchanged, and its failure is audited once', async () => {
  const { id, now } = await placeQueuedOrder(portal)
  await fulfilTestOrder(portal, id)
  const done = await now()
  const message = 'This order has already ended.'
  expect(await createAdminActions(admin).fail(id)).toMatchObject({ status: 409, body: { message } })
  expect(await now()).toEqual(done)
  const failed = await placeQueuedOrder(portal)
  await createAdminActions(admin).fail(failed.id, 'First')
  expect((await createAdminActions(admin).fail(failed.id, 'Second')).status).toBe(409)
  expect((await failed.now()).failureReason).toBe('First')
  expect(await createAdminActions(admin).listAuditEntries(failed.id)).toHaveLength(1)
  expect((await createAdminActions(admin).fail(admin.id)).status).toBe(404)
})

test.each(['', '    ', 'Why', 'x'.repeat(501)])('the reason %j is refused without any changes', async (reason) => {
  const { id, now } = await placeQueuedOrder(portal)
  const call = { params: { id }, body: { reason } }
  expect(await admin.as.call(adminOrders.fail, call)).toMatchObject({ status: 400 })
  expect(await admin.as.call(adminOrders.retry, call)).toMatchObject({ status: 400 })
  expect((await now()).internalStatus).toBe('QUEUED')
})

/** A worker that pauses before it writes the order's file until it is resumed. */
function createSlowWorker() {
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
  return { work: runFulfilOrder({ ...slow, contacts: noContactProvider }), writes: writing.promise, goOn: held.resolve }
}

test('a worker in the middle of the order delivers nothing and leaves no job', async () => {
  await portal.pool.query('delete from graphile_worker._private_jobs')
  const { owner, id, now } = await placeQueuedOrder(portal)
  const { work, writes, goOn } = createSlowWorker()
  const tried: unknown[] = []
  const tasks = {
    [fulfilOrderJob]: (...args: Parameters<typeof work>) => {
      tried.push(args[0])
      return work(...args)
    },
  }
  const worker = await startWorker({ pool: portal.pool, log: portal.services.log, concurrency: 1, tasks })
  await writes
  expect((await createAdminActions(admin).fail(id)).status).toBe(200)
  goOn()
  await expect.poll(() => findFulfilJob(portal, id)).toBeUndefined()
  await worker.stop()
  // The second try finds nothing to do.
  expect(tried).toEqual([{ orderId: id }, { orderId: id }])
  // Losing the fence does not count as a failed step.
  expect((await createAdminActions(admin).get(id)).failures).toBe(0)
  expect(await now()).toMatchObject({ internalStatus: 'FAILED', creditsCaptured: 0, fileVersion: 0, files: [] })
  expect(await fetchBalance(owner)).toMatchObject({ onDemandCredits: 100 })
})

const failed = { status: 200, internalStatus: 'FAILED', creditsCaptured: 0, creditsReleased: 60, files: 0, left: 100 }
const delivered = { status: 409, internalStatus: 'READY', creditsCaptured: 60, creditsReleased: 0, files: 1, left: 40 }

/** The outcome of an order for which the administrator's request returned `status`. */
async function getOutcome({ owner, now }: Awaited<ReturnType<typeof placeQueuedOrder>>, status: number) {
  const { internalStatus, creditsCaptured, creditsReleased, files } = await now()
  const { onDemandCredits: left } = await fetchBalance(owner)
  return { status, internalStatus, creditsCaptured, creditsReleased, files: files.length, left }
}

/** Resolves once `count` database statements wait for a lock. */
const expectWaitingSessions = (count: number) =>
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
])('%s comes before %s, and the other changes nothing', async (_, __, expected) => {
  const order = await placeQueuedOrder(portal)
  const { work, writes, goOn } = createSlowWorker()
  const working = work({ orderId: order.id }).catch(() => undefined)
  await writes
  const client = await portal.pool.connect()
  onTestFinished(() => client.release(true))
  await client.query('begin')
  await client.query('select from orders where id = $1 for update', [order.id])
  // The first to wait for the order's lock gets it first.
  if (expected === delivered) {
    goOn()
    await expectWaitingSessions(1)
  }
  const failing = createAdminActions(admin).fail(order.id)
  await expectWaitingSessions(expected === delivered ? 2 : 1)
  goOn()
  await expectWaitingSessions(2)
  await client.query('commit')
  const { status } = await failing
  await working
  expect(await getOutcome(order, status)).toEqual(expected)
})

test('when an administrator fails an order while a worker delivers it, exactly one succeeds', async () => {
  let delayMs = 20
  for (let round = 0; round < scaleForTorture(5, 200); round++) {
    const order = await placeQueuedOrder(portal)
    const delivering = fulfilTestOrder(portal, order.id).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    const { status } = await createAdminActions(admin).fail(order.id)
    await delivering
    const outcome = await getOutcome(order, status)
    expect(outcome).toBeOneOf([failed, delivered])
    // Adjusts the delay so that the two coincide, however long a delivery takes on this machine.
    delayMs *= outcome.internalStatus === 'FAILED' ? 1.5 : 0.7
  }
  expect((await verifyLedger(portal.db)).problems).toEqual([])
})
