import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { rolls } from '@dooryard/contract/rolls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OverLimitError } from '../../../platform/clickhouse/errors.ts'
import type { Services } from '../../../platform/context.ts'
import { keepFileImports as keepImports } from '../../../platform/file-imports/file-imports.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { runImportRoll } from './roll-imports.ts'
import { rollAdmin, rollOf } from './uploads.fixture.ts'

// No worker: each test takes the worker's place, and something goes wrong.
let portal: Portal
let admin: Awaited<ReturnType<typeof rollAdmin>>
beforeAll(async () => {
  portal = await testPortal()
  admin = await rollAdmin(portal)
})
afterAll(() => portal.close())

async function uploaded(content: string, name: string) {
  const { body } = await admin.upload(content, { name })
  return {
    id: body.id,
    now: () => admin.importOf(body.id),
    run: (services: Services = portal.services, attempt = 1) =>
      runImportRoll(services)(
        { importId: body.id },
        { attempt, maxAttempts: 12, signal: new AbortController().signal },
      ),
  }
}

const lostStore = (trouble = new Error('connect ECONNREFUSED')): Services => ({
  ...portal.services,
  clickhouse: { ...portal.services.clickhouse, run: () => Promise.reject(trouble) },
})

test('an import whose worker was killed in the middle starts over and is loaded once', async () => {
  const { run, now } = await uploaded(rollOf(30), 'Killed')
  let reached: () => void = () => undefined
  const inTheMiddle = new Promise<void>((resolve) => {
    reached = resolve
  })
  // The file is never given: the worker hangs here, and nothing it holds is let go in order.
  const frozen: Services = {
    ...portal.services,
    files: {
      ...portal.services.files,
      borrow: () => {
        reached()
        return new Promise(() => undefined)
      },
    },
  }
  void run(frozen)
  await inTheMiddle
  expect(await now()).toMatchObject({ status: 'RUNNING' })
  await run()
  expect(await now()).toMatchObject({ status: 'LOADED', rowsMapped: 30 })
  await run()
  expect(await now()).toMatchObject({ status: 'LOADED', rowsMapped: 30 })
})

test('a lost store is waited for, and given up only in the end, with the file kept', async () => {
  const { id, run, now } = await uploaded(rollOf(10), 'Patient')
  await expect(run(lostStore())).rejects.toThrow('ECONNREFUSED')
  expect(await now()).toMatchObject({ status: 'QUEUED', canRetry: false })
  expect((await now()).message).toContain('tried again by itself')
  await run(lostStore(), 8)
  expect(await now()).toMatchObject({ status: 'FAILED', canRetry: true })
  expect((await now()).message).not.toContain('ECONNREFUSED')
  await admin.as.call(rolls.retry, { params: { id } })
  expect(await lastAudited(id)).toEqual({
    ...{ action: 'roll.import_retried', actorId: admin.id },
    ...{ before: { status: 'FAILED' }, after: { status: 'QUEUED' } },
  })
  await run()
  expect(await now()).toMatchObject({ status: 'LOADED', rowsMapped: 10 })
  expect((await now()).message).toBeUndefined()
})

const lastAudited = (id: string) =>
  portal.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'before', 'after'])
    .where('objectId', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst()

test('a store that is too slow for a file is no fault of the file, and does not end its import', async () => {
  const { run, now } = await uploaded(rollOf(3), 'Slow')
  const services = lostStore(new OverLimitError('time', undefined))
  await expect(run(services)).rejects.toThrow('took too long')
  expect(await now()).toMatchObject({ status: 'QUEUED' })
  await run(services, 8)
  expect(await now()).toMatchObject({ status: 'FAILED', canRetry: true })
})

const jobsOf = async (id: string) =>
  (await portal.pool.query('select id from graphile_worker.jobs where key = $1', [`roll-import:${id}`])).rows

test('an import whose job is lost gets a new one, and one whose job ended every worker fails', async () => {
  const lost = await uploaded(rollOf(3), 'Lost')
  await portal.pool.query('delete from graphile_worker._private_jobs where key = $1', [`roll-import:${lost.id}`])
  const spent = await uploaded(rollOf(3), 'Spent')
  await portal.pool.query('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [
    `roll-import:${spent.id}`,
  ])
  await keepImports(portal.services)
  expect(await jobsOf(lost.id)).toHaveLength(1)
  expect(await lost.now()).toMatchObject({ status: 'QUEUED' })
  expect(await spent.now()).toMatchObject({ status: 'FAILED', canRetry: true })
})

/** So many days from now. */
const after = (days: number): Services => ({
  ...portal.services,
  clock: { now: () => new Date(Date.now() + days * 24 * 60 * 60 * 1000) },
})

test('the file of a failed import is kept for a week, and then says that it is gone', async () => {
  const { id, run, now } = await uploaded(rollOf(3), 'Unlucky')
  await run(lostStore(), 8)
  await keepImports(after(6))
  expect(await now()).toMatchObject({ status: 'FAILED', canRetry: true })
  await keepImports(after(8))
  expect(await now()).toMatchObject({ status: 'FAILED', canRetry: false })
  expect(await readdir(join(portal.folder, 'rolls/uploads'))).not.toContain(id)
})

test('an import whose file was taken away says so', async () => {
  const { id, run, now } = await uploaded(rollOf(3), 'Taken')
  await portal.services.files.remove(`rolls/uploads/${id}`)
  await run()
  const message = 'The uploaded file is gone. Please upload it again.'
  expect(await now()).toMatchObject({ status: 'FAILED', message, canRetry: false })
})
