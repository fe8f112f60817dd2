import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { acts, jobOf, queuedOrder } from './admin-orders.fixture.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

const setJob = (orderId: string, facts: string) =>
  portal.pool.query(`update graphile_worker._private_jobs set ${facts} where key = $1`, [`order:${orderId}`])

test('an order under way that waits for its next try is tried now, with all its tries', async () => {
  const { id, owner } = await queuedOrder(portal)
  await setJob(id, "attempts = 25, run_at = now() + interval '1 day', last_error = 'the store is away'")
  await portal.db.updateTable('orders').set({ attemptFailures: 4 }).where('id', '=', id).execute()
  const { status, body } = await acts(admin).retry(id, 'The store is back')
  expect(status).toBe(200)
  expect(body).toMatchObject({ id, failures: 0, internalStatus: 'QUEUED', job: { attempts: 0 } })
  expect(await jobOf(portal, id)).toEqual({ attempts: 0, waits: false })
  expect(await acts(admin).logOf(id)).toEqual([
    {
      action: 'order.tried_again',
      by: admin.id,
      before: { internalStatus: 'QUEUED', failures: 4, attempts: 25 },
      after: { failures: 0, attempts: 0, user: owner.id },
      reason: 'The store is back',
    },
  ])
})

test('an order under way whose job was given up has that job again, and no other beside it', async () => {
  const { id } = await queuedOrder(portal)
  await setJob(id, 'attempts = max_attempts')
  expect((await acts(admin).retry(id)).status).toBe(200)
  const { rows } = await portal.pool.query(
    "select attempts from graphile_worker._private_jobs where payload ->> 'orderId' = $1",
    [id],
  )
  expect(rows).toEqual([{ attempts: 0 }])
})

test('an order whose turn has come keeps its place before the others of its owner', async () => {
  const { id } = await queuedOrder(portal)
  await setJob(id, "run_at = now() - interval '1 hour'")
  expect((await acts(admin).retry(id)).status).toBe(200)
  const { rows } = await portal.pool.query(
    "select run_at < now() - interval '59 minutes' as first from graphile_worker.jobs where key = $1",
    [`order:${id}`],
  )
  expect(rows).toEqual([{ first: true }])
})

test('an order under way whose job is gone gets a new one', async () => {
  const { id } = await queuedOrder(portal)
  await portal.pool.query('delete from graphile_worker._private_jobs where key = $1', [`order:${id}`])
  expect((await acts(admin).get(id)).job).toBeUndefined()
  expect((await acts(admin).retry(id)).status).toBe(200)
  expect(await jobOf(portal, id)).toEqual({ attempts: 0, waits: false })
})

test('an order that somebody is at work on is left to them', async () => {
  const { id } = await queuedOrder(portal)
  await setJob(id, "attempts = 3, locked_at = now(), locked_by = 'somebody'")
  const reply = await acts(admin).retry(id)
  expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('being worked on right now') } })
  expect(await jobOf(portal, id)).toMatchObject({ attempts: 3 })
  expect(await acts(admin).logOf(id)).toEqual([])
})
