import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { createAdminActions, findFulfilJob, placeQueuedOrder } from './admin-orders.fixture.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

const updateJob = (orderId: string, assignments: string) =>
  portal.pool.query(`update graphile_worker._private_jobs set ${assignments} where key = $1`, [`order:${orderId}`])

test('an order in progress that waits for its next try is retried now, with all its tries', async () => {
  const { id, owner } = await placeQueuedOrder(portal)
  await updateJob(id, "attempts = 25, run_at = now() + interval '1 day', last_error = 'the store is away'")
  await portal.db.updateTable('orders').set({ attemptFailures: 4 }).where('id', '=', id).execute()
  const { status, body } = await createAdminActions(admin).retry(id, 'The store is back')
  expect(status).toBe(200)
  expect(body).toMatchObject({ id, failures: 0, internalStatus: 'QUEUED', job: { attempts: 0 } })
  expect(await findFulfilJob(portal, id)).toEqual({ attempts: 0, waits: false })
  expect(await createAdminActions(admin).listAuditEntries(id)).toEqual([
    {
      action: 'order.tried_again',
      by: admin.id,
      before: { internalStatus: 'QUEUED', failures: 4, attempts: 25 },
      after: { failures: 0, attempts: 0, user: owner.id },
      reason: 'The store is back',
    },
  ])
})

test('an order in progress whose job was exhausted gets that job back, without a second one', async () => {
  const { id } = await placeQueuedOrder(portal)
  await updateJob(id, 'attempts = max_attempts')
  expect((await createAdminActions(admin).retry(id)).status).toBe(200)
  const { rows } = await portal.pool.query(
    "select attempts from graphile_worker._private_jobs where payload ->> 'orderId' = $1",
    [id],
  )
  expect(rows).toEqual([{ attempts: 0 }])
})

test("an order that is due keeps its place before its owner's other orders", async () => {
  const { id } = await placeQueuedOrder(portal)
  await updateJob(id, "run_at = now() - interval '1 hour'")
  expect((await createAdminActions(admin).retry(id)).status).toBe(200)
  const { rows } = await portal.pool.query(
    "select run_at < now() - interval '59 minutes' as first from graphile_worker.jobs where key = $1",
    [`order:${id}`],
  )
  expect(rows).toEqual([{ first: true }])
})

test('an order in progress whose job is lost gets a new one', async () => {
  const { id } = await placeQueuedOrder(portal)
  await portal.pool.query('delete from graphile_worker._private_jobs where key = $1', [`order:${id}`])
  expect((await createAdminActions(admin).get(id)).job).toBeUndefined()
  expect((await createAdminActions(admin).retry(id)).status).toBe(200)
  expect(await findFulfilJob(portal, id)).toEqual({ attempts: 0, waits: false })
})

test('an order with a running job is left to its worker', async () => {
  const { id } = await placeQueuedOrder(portal)
  await updateJob(id, "attempts = 3, locked_at = now(), locked_by = 'somebody'")
  const reply = await createAdminActions(admin).retry(id)
  expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('being worked on right now') } })
  expect(await findFulfilJob(portal, id)).toMatchObject({ attempts: 3 })
  expect(await createAdminActions(admin).listAuditEntries(id)).toEqual([])
})
