import { setTimeout as sleep } from 'node:timers/promises'
import { auditLog } from '@dooryard/contract/audit-log'
import { campaigns } from '@dooryard/contract/campaigns'
import { balances } from '@dooryard/contract/credits'
import { type Job, operations } from '@dooryard/contract/operations'
import { orders } from '@dooryard/contract/orders'
import type { Updateable } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { composeSchedule, composeTasks } from '../../compose.ts'
import type { ClickHouse } from '../../platform/clickhouse/client.ts'
import { openRemoteClickHouse } from '../../platform/clickhouse/remote.ts'
import { newId } from '../../platform/ids.ts'
import { addJob, startWorker, type Task, type Worker } from '../../platform/jobs.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { DB } from '../../platform/postgres/database.ts'
import { enterpriseUser, type TestUser, user } from '../../test/factories.ts'
import { testMachinery } from '../../test/machinery.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { tell, webhookTo } from '../webhooks/receiver.fixture.ts'
import { jobTitle, titledTasks } from './jobs.ts'
import { showOperations } from './show-operations.ts'
import { silentStore } from './silent-store.fixture.ts'

let portal: Portal
let admin: TestUser
const started: Worker[] = []
beforeAll(async () => {
  portal = await testPortal({ demoRows: 500 })
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.stop()))
  await portal.pool.query('delete from graphile_worker._private_jobs; truncate webhooks cascade')
})
afterAll(() => portal.close())

async function worker(tasks: Record<string, Task>) {
  const { log } = portal.services
  const running = await startWorker({ pool: portal.pool, log, tasks, concurrency: 1 })
  started.push(running)
}

const broken: Task = async () => {
  throw new Error('connect ECONNREFUSED 192.0.2.1:25\n    at somewhere')
}

type JobQuery = { state?: Job['state']; task?: string; page?: number; limit?: number }

const jobsOf = async (given: { query?: JobQuery } = {}) => (await admin.as.call(operations.jobs, given)).body
const retry = (id: string) => admin.as.call(operations.retryJob, { params: { id } })

/** What is shown; asked for again where a store was late with its answer, as on a machine that paused. */
const operationsNow = () =>
  vi.waitFor(
    async () => {
      const { status, body } = await admin.as.call(operations.get)
      expect(status).toBe(200)
      for (const { problem = '' } of body.stores) expect(problem).not.toContain('did not answer within')
      return body
    },
    { timeout: 30_000 },
  )

/** The only job there is, once it is in a state. */
async function jobThatIs(state: Job['state']): Promise<Job> {
  await expect.poll(async () => (await jobsOf()).items.map((job) => job.state)).toEqual([state])
  const [job] = (await jobsOf()).items
  if (!job) throw new Error('the job is done')
  return job
}

describe('a job', () => {
  test('that failed for the last time stays, says why in a line, and is done once it is retried', async () => {
    const orderId = newId()
    await addJob(portal.db, 'fulfil-order', { orderId, note: 'not to be shown' }, { maxAttempts: 1 })
    await worker({ 'fulfil-order': broken })
    const failed = await jobThatIs('FAILED')
    expect(failed).toEqual({
      id: failed.id,
      ...{ task: 'fulfil-order', title: 'Fill an order', state: 'FAILED' },
      about: { type: 'order', id: orderId },
      ...{ attempts: 1, maxAttempts: 1 },
      createdAt: expect.any(String),
      runAt: expect.any(String),
      lastError: 'connect ECONNREFUSED 192.0.2.1:25',
    })
    expect(await operationsNow()).toMatchObject({
      jobs: {
        ...{ waiting: 0, running: 0, retrying: 0, failed: 1, oldestDue: null },
        byTask: [{ task: 'fulfil-order', title: 'Fill an order', waiting: 0, running: 0, retrying: 0, failed: 1 }],
      },
    })
    await Promise.all(started.splice(0).map((running) => running.stop()))

    expect(await retry(failed.id)).toMatchObject({ status: 200, body: { state: 'WAITING', attempts: 0 } })
    expect((await operationsNow()).jobs).toMatchObject({ waiting: 1, failed: 0, oldestDue: expect.any(String) })
    const { body } = await admin.as.call(auditLog.list, { query: { action: 'job.retried', object: failed.id } })
    expect(body.items).toMatchObject([
      {
        actor: { id: admin.id },
        object: { type: 'job', id: failed.id },
        before: { state: 'FAILED', attempts: 1 },
        after: { task: 'fulfil-order', state: 'WAITING', attempts: 0 },
      },
    ])
    const done: unknown[] = []
    await worker({ 'fulfil-order': async (payload) => void done.push(payload) })
    await expect.poll(() => done).toMatchObject([{ orderId }])
    await expect.poll(async () => (await jobsOf()).totalCount).toBe(0)
    expect((await retry(failed.id)).status).toBe(404)
  })

  test('that failed and is to be tried again is tried now, with all its attempts', async () => {
    await addJob(portal.db, 'import-roll', { importId: newId() })
    await worker({ 'import-roll': broken })
    const failing = await jobThatIs('RETRYING')
    expect(failing).toMatchObject({ maxAttempts: 25, about: { type: 'roll_import' } })
    expect(failing.attempts).toBeGreaterThan(0)
    expect(Date.parse(failing.runAt)).toBeGreaterThan(Date.parse(failing.createdAt))
    await Promise.all(started.splice(0).map((running) => running.stop()))
    // Or its time might come before it is asked for.
    await portal.pool.query("update graphile_worker._private_jobs set run_at = now() + interval '1 hour'")
    const later = await jobThatIs('RETRYING')
    const { body } = await retry(failing.id)
    expect(body).toMatchObject({ state: 'WAITING', attempts: 0 })
    expect(Date.parse(body.runAt)).toBeLessThan(Date.parse(later.runAt))
  })

  test('that waits for its time has it now, and one that waits for a worker keeps its place', async () => {
    await addJob(portal.db, 'top-up-credits', { userId: newId() }, { delayMs: 3_600_000 })
    const early = await jobThatIs('WAITING')
    expect((await operationsNow()).jobs.oldestDue).toBeNull()
    const due = (await retry(early.id)).body
    expect(Date.parse(due.runAt)).toBeLessThan(Date.parse(early.runAt))
    expect((await retry(early.id)).body).toEqual(due)
    const { body } = await admin.as.call(auditLog.list, { query: { action: 'job.retried', object: early.id } })
    expect(body.totalCount).toBe(1)
  })

  test('that a worker is at is left to it', async () => {
    const { promise: end, resolve } = Promise.withResolvers<void>()
    await addJob(portal.db, 'verify-ledger', { day: '2026-11-02' })
    await worker({ 'verify-ledger': () => end })
    const { id } = await jobThatIs('RUNNING')
    const reply = await retry(id)
    const { workers, jobs } = await operationsNow()
    resolve()
    expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('A worker is at this job') } })
    expect(workers).toMatchObject([{ running: 1 }])
    expect(jobs).toMatchObject({ running: 1, waiting: 0 })
  })

  test('says nothing of what is sealed in it', async () => {
    const mail = { to: 'tess@example.com', subject: 'Your code', html: '481516', text: '481516' }
    await queueMail(portal.services, mail)
    await worker({ 'send-mail': () => Promise.reject(new Error('554 rejected: Your code is 481516')) })
    const job = await jobThatIs('RETRYING')
    expect(job).toMatchObject({ title: 'Send a mail', lastError: '554 rejected: Your code is …' })
    expect(job.about).toBeUndefined()
    expect(JSON.stringify(job)).not.toMatch(/481516|tess@/)
  })

  test('that nobody knows is not there', async () => {
    expect((await retry('999999999')).status).toBe(404)
    expect((await retry('1000000000000000000')).status).toBe(400)
  })
})

test('all jobs of a kind that were given up are retried together, and no others', async () => {
  for (const name of ['send-mail', 'send-mail', 'purge-picture']) await addJob(portal.db, name, {}, { maxAttempts: 1 })
  await worker({ 'send-mail': broken, 'purge-picture': broken })
  await expect.poll(async () => (await jobsOf({ query: { state: 'FAILED' } })).totalCount).toBe(3)
  await Promise.all(started.splice(0).map((running) => running.stop()))
  expect((await operationsNow()).mails).toEqual({ way: 'OUTBOX', waiting: 0, failed: 2 })
  const call = { body: { task: 'send-mail' } }
  expect((await admin.as.call(operations.retryTask, call)).body).toEqual({ retried: 2 })
  expect((await admin.as.call(operations.retryTask, call)).body).toEqual({ retried: 0 })
  expect((await operationsNow()).mails).toEqual({ way: 'OUTBOX', waiting: 2, failed: 0 })
  const { body } = await admin.as.call(auditLog.list, { query: { action: 'job.retried', object: 'send-mail' } })
  expect(body.items).toMatchObject([
    { object: { type: 'task', id: 'send-mail' }, before: { state: 'FAILED', jobs: 2 }, after: { retried: 2 } },
  ])
})

test('jobs are listed given up first, then by when they are due, a page at a time and by kind and state', async () => {
  await addJob(portal.db, 'send-mail', {}, { delayMs: 60_000 })
  await addJob(portal.db, 'purge-picture', { key: 'a' }, { delayMs: 30_000 })
  await addJob(portal.db, 'send-mail', {}, { maxAttempts: 1 })
  await worker({ 'send-mail': broken })
  await expect.poll(async () => (await jobsOf()).items.map(({ state }) => state)).toContain('FAILED')
  const kinds = (items: Job[]) => items.map(({ task, state }) => `${task} ${state}`)
  expect(kinds((await jobsOf()).items)).toEqual(['send-mail FAILED', 'purge-picture WAITING', 'send-mail WAITING'])
  const second = await jobsOf({ query: { limit: 1, page: 2 } })
  expect([kinds(second.items), second.totalCount, second.nextPage]).toEqual([['purge-picture WAITING'], 3, 3])
  expect(kinds((await jobsOf({ query: { task: 'send-mail', state: 'WAITING' } })).items)).toEqual(['send-mail WAITING'])
  expect((await jobsOf({ query: { task: 'no-such' } })).items).toEqual([])
})

test('every kind of job that a worker knows has a title, and no other', () => {
  const { services, billing } = portal
  const tasks = composeTasks(services, { deliver: async () => undefined, billing })
  expect(titledTasks().toSorted()).toEqual(Object.keys({ ...tasks, ...composeSchedule(services, billing) }).toSorted())
})

test('a job that the release before queued has the title of its new name', () => {
  expect(jobTitle('forget-picture')).toBe(jobTitle('purge-picture'))
  expect(jobTitle('no-such')).toBe('no-such')
})

test('the machinery is shown as it is', async () => {
  const before = await operationsNow()
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const params = { campaignId: (await owner.as.call(campaigns.list)).body.items[0]?.id ?? '' }
  const placed = await owner.as.call(orders.place, { params, body: { orderName: 'Waiting', quantity: 50 } })
  await webhookTo(portal, 'https://hooks.example.com/', owner)
  await tell(portal, owner, 2)
  const stream = await owner.as.watch(balances.watch)
  const now = await operationsNow()
  stream.close()
  expect(now).toMatchObject({
    versions: { dooryard: expect.stringMatching(/^\d+\.\d+\.\d+$/), node: process.versions.node },
    server: { streams: before.server.streams + 1, roles: ['api'] },
    stores: [
      { name: 'POSTGRESQL', isUp: true, isEmbedded: true, version: expect.stringMatching(/^\d+\.\d+$/) },
      { name: 'CLICKHOUSE', isUp: true, isEmbedded: true, version: expect.stringMatching(/^\d+\.\d+/) },
    ],
    orders: { underWay: 1, oldest: placed.body.createdAt },
    webhooks: { waiting: 2, overdue: 0, failing: 0 },
    rolls: { count: expect.any(Number), properties: expect.any(Number), importing: 0, failedImports: 0 },
    // Nobody works in this portal.
    notices: expect.arrayContaining([expect.objectContaining({ kind: 'NO_WORKER', isGrave: true })]),
  })
  expect(now.versions.contract).toMatch(/^[\da-f]{12}$/)
  expect(now.rolls.properties).toBeGreaterThan(0)
  expect(Date.parse(now.rolls.dataVersion ?? '')).toBeLessThanOrEqual(Date.now())
  for (const { bytes = 0 } of now.stores) expect(bytes).toBeGreaterThan(1_000)
  const { connections } = now.stores[0] ?? {}
  expect(connections?.open).toBeGreaterThan(0)
  expect(connections?.most).toBeGreaterThanOrEqual(connections?.open ?? 0)
  portal.clock.advance(61_000)
  expect((await operationsNow()).webhooks).toEqual({ waiting: 2, overdue: 2, failing: 0 })
})

test('webhooks that fail, or were disabled for it within a day, are told of', async () => {
  const owner = await enterpriseUser(portal)
  const since = portal.clock.now()
  const stand = async (row: Updateable<DB['webhooks']>) => {
    const { id } = await webhookTo(portal, 'https://hooks.example.com/', owner)
    await portal.db.updateTable('webhooks').set(row).where('id', '=', id).execute()
  }
  const disabled = (disabledAt: Date) => ({ isActive: false, disabledReason: 'FAILING', disabledAt })
  await stand({ failingSince: since })
  await stand(disabled(since))
  await stand(disabled(new Date(since.getTime() - 86_460_000)))
  await stand({ ...disabled(since), disabledReason: 'BY_USER' })
  const { webhooks, notices } = await operationsNow()
  expect(webhooks.failing).toBe(2)
  expect(notices).toContainEqual(expect.objectContaining({ kind: 'WEBHOOKS_FAILING' }))
})

describe('a property store that', () => {
  /** What is shown of the same portal on another property store, which is waited for that long. */
  const shownOn = (clickhouse: ClickHouse, storeMs: number) =>
    showOperations(
      { ...portal.services, clickhouse },
      testMachinery(portal.clock.now()),
      { contract: '', streams: 0 },
      { storeMs, restMs: 60_000 },
    )

  test('is down is said to be, and why, beside a database that is up', async () => {
    const nobodyThere = openRemoteClickHouse('http://mailer:hunter2@127.0.0.1:1')
    const own = portal.services.clickhouse
    portal.services.clickhouse = nobodyThere
    const { stores, rolls, notices } = await operationsNow().finally(() => {
      portal.services.clickhouse = own
    })
    await nobodyThere.close()
    expect(stores).toEqual([
      expect.objectContaining({ name: 'POSTGRESQL', isUp: true }),
      { name: 'CLICKHOUSE', isUp: false, isEmbedded: true, problem: expect.stringContaining('ECONNREFUSED') },
    ])
    expect(stores[1]?.problem).not.toContain('hunter2')
    expect(rolls.properties).toBeGreaterThan(0)
    expect(notices[0]).toMatchObject({ kind: 'STORE_DOWN', isGrave: true })
  })

  test('is slow is said to be', async () => {
    const own = portal.services.clickhouse
    const rows: ClickHouse['rows'] = async (...asked) => {
      await sleep(600)
      return own.rows(...asked)
    }
    const { stores, notices } = await shownOn({ ...own, rows }, 60_000)
    expect(stores[1]).toMatchObject({ isUp: true })
    expect(notices.map(({ kind }) => kind)).toContain('STORE_SLOW')
  })

  test('hangs is not waited for, and told that it need not answer', async () => {
    const silent = await silentStore()
    const { stores } = await shownOn(silent.clickhouse, 100)
    expect(stores[1]).toMatchObject({ isUp: false, problem: 'It did not answer within 0.1 s.' })
    await silent.left
    await silent.close()
  })
})
