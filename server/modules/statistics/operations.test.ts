import { setTimeout as sleep } from 'node:timers/promises'
import { auditLog } from '@dooryard/contract/admin/audit-log'
import { type Job, operations } from '@dooryard/contract/admin/operations'
import { balances } from '@dooryard/contract/billing/credits'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders } from '@dooryard/contract/orders/orders'
import type { Updateable } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { composeSchedule, composeTasks } from '../../compose/jobs.ts'
import type { ClickHouse } from '../../platform/clickhouse/client.ts'
import { openRemoteClickHouse } from '../../platform/clickhouse/remote.ts'
import { addJob, startWorker, type Task, type Worker } from '../../platform/jobs/jobs.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { DB } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/util/ids.ts'
import { enterpriseUser, type TestUser, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { testServerInfo } from '../../test/server-info.ts'
import { createTestWebhookTo, emitTestEvents } from '../webhooks/deliver/receiver.fixture.ts'
import { getJobTitle, listTitledTasks } from './jobs.ts'
import { getOperations } from './operations.ts'
import { startSilentStore } from './silent-server.fixture.ts'

let portal: Portal
let admin: TestUser
const startedWorkers: Worker[] = []
beforeAll(async () => {
  portal = await testPortal({ demoRows: 500 })
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterEach(async () => {
  await Promise.all(startedWorkers.splice(0).map((startTestWorker) => startTestWorker.stop()))
  await portal.pool.query('delete from graphile_worker._private_jobs; truncate webhooks cascade')
})
afterAll(() => portal.close())

async function startTestWorker(tasks: Record<string, Task>) {
  const { log } = portal.services
  const running = await startWorker({ pool: portal.pool, log, tasks, concurrency: 1 })
  startedWorkers.push(running)
}

const failingTask: Task = async () => {
  throw new Error('connect ECONNREFUSED 192.0.2.1:25\n    at somewhere')
}

type JobListQuery = { state?: Job['state']; task?: string; page?: number; limit?: number }

const listJobs = async (args: { query?: JobListQuery } = {}) => (await admin.as.call(operations.jobs, args)).body
const retry = (id: string) => admin.as.call(operations.retryJob, { params: { id } })

/** Retries if a store answered late, as after a pause of the machine. */
const readOperations = () =>
  vi.waitFor(
    async () => {
      const { status, body } = await admin.as.call(operations.get)
      expect(status).toBe(200)
      for (const { problem = '' } of body.stores) expect(problem).not.toContain('did not answer within')
      return body
    },
    { timeout: 30_000 },
  )

/** Waits until the only job is in a state. */
async function waitForJob(state: Job['state']): Promise<Job> {
  await expect.poll(async () => (await listJobs()).items.map((job) => job.state)).toEqual([state])
  const [job] = (await listJobs()).items
  if (!job) throw new Error('the job is done')
  return job
}

describe('a job', () => {
  test('that failed for the last time stays, shows its error in a line, and is done after a retry', async () => {
    const orderId = newId()
    await addJob(portal.db, 'fulfil-order', { orderId, note: 'not to be shown' }, { maxAttempts: 1 })
    await startTestWorker({ 'fulfil-order': failingTask })
    const failed = await waitForJob('FAILED')
    expect(failed).toEqual({
      id: failed.id,
      ...{ task: 'fulfil-order', title: 'Fulfill an order', state: 'FAILED' },
      about: { type: 'order', id: orderId },
      ...{ attempts: 1, maxAttempts: 1 },
      createdAt: expect.any(String),
      runAt: expect.any(String),
      lastError: 'connect ECONNREFUSED 192.0.2.1:25',
    })
    expect(await readOperations()).toMatchObject({
      jobs: {
        ...{ waiting: 0, running: 0, retrying: 0, failed: 1, oldestDue: null },
        byTask: [{ task: 'fulfil-order', title: 'Fulfill an order', waiting: 0, running: 0, retrying: 0, failed: 1 }],
      },
    })
    await Promise.all(startedWorkers.splice(0).map((running) => running.stop()))

    expect(await retry(failed.id)).toMatchObject({ status: 200, body: { state: 'WAITING', attempts: 0 } })
    expect((await readOperations()).jobs).toMatchObject({ waiting: 1, failed: 0, oldestDue: expect.any(String) })
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
    await startTestWorker({ 'fulfil-order': async (payload) => void done.push(payload) })
    await expect.poll(() => done).toMatchObject([{ orderId }])
    await expect.poll(async () => (await listJobs()).totalCount).toBe(0)
    expect((await retry(failed.id)).status).toBe(404)
  })

  test('that failed and will be retried is retried now, with all its attempts', async () => {
    await addJob(portal.db, 'import-roll', { importId: newId() })
    await startTestWorker({ 'import-roll': failingTask })
    const failing = await waitForJob('RETRYING')
    expect(failing).toMatchObject({ maxAttempts: 25, about: { type: 'roll_import' } })
    expect(failing.attempts).toBeGreaterThan(0)
    expect(Date.parse(failing.runAt)).toBeGreaterThan(Date.parse(failing.createdAt))
    await Promise.all(startedWorkers.splice(0).map((running) => running.stop()))
    // Otherwise it could become due before it is read.
    await portal.pool.query("update graphile_worker._private_jobs set run_at = now() + interval '1 hour'")
    const later = await waitForJob('RETRYING')
    const { body } = await retry(failing.id)
    expect(body).toMatchObject({ state: 'WAITING', attempts: 0 })
    expect(Date.parse(body.runAt)).toBeLessThan(Date.parse(later.runAt))
  })

  test('that waits for its time becomes due now, and one that waits for a worker keeps its place', async () => {
    await addJob(portal.db, 'top-up-credits', { userId: newId() }, { delayMs: 3_600_000 })
    const early = await waitForJob('WAITING')
    expect((await readOperations()).jobs.oldestDue).toBeNull()
    const due = (await retry(early.id)).body
    expect(Date.parse(due.runAt)).toBeLessThan(Date.parse(early.runAt))
    expect((await retry(early.id)).body).toEqual(due)
    const { body } = await admin.as.call(auditLog.list, { query: { action: 'job.retried', object: early.id } })
    expect(body.totalCount).toBe(1)
  })

  test('that a worker is running is not touched', async () => {
    const { promise: end, resolve } = Promise.withResolvers<void>()
    await addJob(portal.db, 'verify-ledger', { day: '2026-11-02' })
    await startTestWorker({ 'verify-ledger': () => end })
    const { id } = await waitForJob('RUNNING')
    const reply = await retry(id)
    const { workers, jobs } = await readOperations()
    resolve()
    expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('This job is running') } })
    expect(workers).toMatchObject([{ running: 1 }])
    expect(jobs).toMatchObject({ running: 1, waiting: 0 })
  })

  test('does not show its encrypted payload', async () => {
    const mail = { to: 'tess@example.com', subject: 'Your code', html: '481516', text: '481516' }
    await queueMail(portal.services, mail)
    await startTestWorker({ 'send-mail': () => Promise.reject(new Error('554 rejected: Your code is 481516')) })
    const job = await waitForJob('RETRYING')
    expect(job).toMatchObject({ title: 'Send a mail', lastError: '554 rejected: Your code is …' })
    expect(job.about).toBeUndefined()
    expect(JSON.stringify(job)).not.toMatch(/481516|tess@/)
  })

  test('with an unknown id is not found', async () => {
    expect((await retry('999999999')).status).toBe(404)
    expect((await retry('1000000000000000000')).status).toBe(400)
  })
})

test('all failed jobs of a task are retried together, and no others', async () => {
  for (const name of ['send-mail', 'send-mail', 'purge-picture']) await addJob(portal.db, name, {}, { maxAttempts: 1 })
  await startTestWorker({ 'send-mail': failingTask, 'purge-picture': failingTask })
  await expect.poll(async () => (await listJobs({ query: { state: 'FAILED' } })).totalCount).toBe(3)
  await Promise.all(startedWorkers.splice(0).map((running) => running.stop()))
  expect((await readOperations()).mails).toEqual({ way: 'OUTBOX', waiting: 0, failed: 2 })
  const call = { body: { task: 'send-mail' } }
  expect((await admin.as.call(operations.retryTask, call)).body).toEqual({ retried: 2 })
  expect((await admin.as.call(operations.retryTask, call)).body).toEqual({ retried: 0 })
  expect((await readOperations()).mails).toEqual({ way: 'OUTBOX', waiting: 2, failed: 0 })
  const { body } = await admin.as.call(auditLog.list, { query: { action: 'job.retried', object: 'send-mail' } })
  expect(body.items).toMatchObject([
    { object: { type: 'task', id: 'send-mail' }, before: { state: 'FAILED', jobs: 2 }, after: { retried: 2 } },
  ])
})

test('jobs are listed failed first, then by due time, paginated and filtered by task and state', async () => {
  await addJob(portal.db, 'send-mail', {}, { delayMs: 60_000 })
  await addJob(portal.db, 'purge-picture', { key: 'a' }, { delayMs: 30_000 })
  await addJob(portal.db, 'send-mail', {}, { maxAttempts: 1 })
  await startTestWorker({ 'send-mail': failingTask })
  await expect.poll(async () => (await listJobs()).items.map(({ state }) => state)).toContain('FAILED')
  const kinds = (items: Job[]) => items.map(({ task, state }) => `${task} ${state}`)
  expect(kinds((await listJobs()).items)).toEqual(['send-mail FAILED', 'purge-picture WAITING', 'send-mail WAITING'])
  const second = await listJobs({ query: { limit: 1, page: 2 } })
  expect([kinds(second.items), second.totalCount, second.nextPage]).toEqual([['purge-picture WAITING'], 3, 3])
  expect(kinds((await listJobs({ query: { task: 'send-mail', state: 'WAITING' } })).items)).toEqual([
    'send-mail WAITING',
  ])
  expect((await listJobs({ query: { task: 'no-such' } })).items).toEqual([])
})

test('every task of a worker has a title, and no other', () => {
  const { services, billing, outbound, folder } = portal
  const remote = { outbound, importDir: folder, maxFileBytes: 1 }
  const tasks = composeTasks(services, { deliver: async () => undefined, billing, remote })
  expect(listTitledTasks().toSorted()).toEqual(
    Object.keys({ ...tasks, ...composeSchedule(services, billing) }).toSorted(),
  )
})

test('a job that the release before queued has the title of its new name', () => {
  expect(getJobTitle('forget-picture')).toBe(getJobTitle('purge-picture'))
  expect(getJobTitle('no-such')).toBe('no-such')
})

test('the server info is shown as it is', async () => {
  const before = await readOperations()
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const params = { campaignId: (await owner.as.call(campaigns.list)).body.items[0]?.id ?? '' }
  const placed = await owner.as.call(orders.place, { params, body: { orderName: 'Waiting', quantity: 50 } })
  await createTestWebhookTo(portal, 'https://hooks.example.com/', owner)
  await emitTestEvents(portal, owner, 2)
  const stream = await owner.as.watch(balances.watch)
  const now = await readOperations()
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
    // This portal has no worker.
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
  expect((await readOperations()).webhooks).toEqual({ waiting: 2, overdue: 2, failing: 0 })
})

test('webhooks that fail, or were disabled for failing within a day, are reported', async () => {
  const owner = await enterpriseUser(portal)
  const since = portal.clock.now()
  const counts = async (row: Updateable<DB['webhooks']>) => {
    const { id } = await createTestWebhookTo(portal, 'https://hooks.example.com/', owner)
    await portal.db.updateTable('webhooks').set(row).where('id', '=', id).execute()
  }
  const disabled = (disabledAt: Date) => ({ isActive: false, disabledReason: 'FAILING', disabledAt })
  await counts({ failingSince: since })
  await counts(disabled(since))
  await counts(disabled(new Date(since.getTime() - 86_460_000)))
  await counts({ ...disabled(since), disabledReason: 'BY_USER' })
  const { webhooks, notices } = await readOperations()
  expect(webhooks.failing).toBe(2)
  expect(notices).toContainEqual(expect.objectContaining({ kind: 'WEBHOOKS_FAILING' }))
})

describe('a property store that', () => {
  /** The same portal with another property store and its timeout. */
  const shownOn = (clickhouse: ClickHouse, storeMs: number) =>
    getOperations(
      { ...portal.services, clickhouse },
      testServerInfo(portal.clock.now()),
      { contract: '', streams: 0 },
      { storeTimeoutMs: storeMs, queuesTimeoutMs: 60_000 },
    )

  test('is down is shown as down with its reason, beside a database that is up', async () => {
    const unreachable = openRemoteClickHouse('http://mailer:hunter2@127.0.0.1:1')
    const own = portal.services.clickhouse
    portal.services.clickhouse = unreachable
    const { stores, rolls, notices } = await readOperations().finally(() => {
      portal.services.clickhouse = own
    })
    await unreachable.close()
    expect(stores).toEqual([
      expect.objectContaining({ name: 'POSTGRESQL', isUp: true }),
      { name: 'CLICKHOUSE', isUp: false, isEmbedded: true, problem: expect.stringContaining('ECONNREFUSED') },
    ])
    expect(stores[1]?.problem).not.toContain('hunter2')
    expect(rolls.properties).toBeGreaterThan(0)
    expect(notices[0]).toMatchObject({ kind: 'STORE_DOWN', isGrave: true })
  })

  test('is slow is shown as slow', async () => {
    const own = portal.services.clickhouse
    const rows: ClickHouse['rows'] = async (...asked) => {
      await sleep(600)
      return own.rows(...asked)
    }
    const { stores, notices } = await shownOn({ ...own, rows }, 60_000)
    expect(stores[1]).toMatchObject({ isUp: true })
    expect(notices.map(({ kind }) => kind)).toContain('STORE_SLOW')
  })

  test('hangs is not waited for, and its query is aborted', async () => {
    const silentServer = await startSilentStore()
    const { stores } = await shownOn(silentServer.clickhouse, 100)
    expect(stores[1]).toMatchObject({ isUp: false, problem: 'It did not answer within 0.1 s.' })
    await silentServer.left
    await silentServer.close()
  })
})
