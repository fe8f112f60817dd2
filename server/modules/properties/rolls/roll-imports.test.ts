import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { rolls } from '@dooryard/contract/data/rolls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OverLimitError } from '../../../platform/clickhouse/errors.ts'
import type { Services } from '../../../platform/context.ts'
import { recoverFileImports as keepImports } from '../../../platform/files/imports/file-imports.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { createGenericDocument } from '../sources/generic-source.ts'
import { saveSource } from '../sources/stored/save-source.ts'
import { runImportRoll } from './roll-imports.ts'
import { createRollAdmin, makeRollFile } from './uploads.fixture.ts'

// No worker runs: each test acts as the worker, and something fails.
let portal: Portal
let admin: Awaited<ReturnType<typeof createRollAdmin>>
beforeAll(async () => {
  portal = await testPortal()
  admin = await createRollAdmin(portal)
})
afterAll(() => portal.close())

async function uploadRollFile(content: string, name: string, about: { countyFips?: string } = {}) {
  const { body } = await admin.upload(content, { name, ...about })
  return {
    id: body.id,
    now: () => admin.getImport(body.id),
    run: (services: Services = portal.services, attempt = 1) =>
      runImportRoll(services)(
        { importId: body.id },
        { attempt, maxAttempts: 12, signal: new AbortController().signal },
      ),
  }
}

const withLostStore = (error = new Error('connect ECONNREFUSED')): Services => ({
  ...portal.services,
  clickhouse: { ...portal.services.clickhouse, run: () => Promise.reject(error) },
})

test('an import whose worker was killed starts over and is loaded once', async () => {
  const { run, now } = await uploadRollFile(makeRollFile(30), 'Killed')
  let reached: () => void = () => undefined
  const inTheMiddle = new Promise<void>((resolve) => {
    reached = resolve
  })
  // The file never arrives: the worker hangs here and releases nothing in order.
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

test('an import waits for a lost store, and finally fails with its file kept', async () => {
  const { id, run, now } = await uploadRollFile(makeRollFile(10), 'Patient')
  await expect(run(withLostStore())).rejects.toThrow('ECONNREFUSED')
  expect(await now()).toMatchObject({ status: 'QUEUED', canRetry: false })
  expect((await now()).message).toContain('tried again by itself')
  await run(withLostStore(), 8)
  expect(await now()).toMatchObject({ status: 'FAILED', canRetry: true })
  expect((await now()).message).not.toContain('ECONNREFUSED')
  await admin.as.call(rolls.retry, { params: { id } })
  expect(await getLastAuditEntry(id)).toEqual({
    ...{ action: 'roll.import_retried', actorId: admin.id },
    ...{ before: { status: 'FAILED' }, after: { status: 'QUEUED' } },
  })
  await run()
  expect(await now()).toMatchObject({ status: 'LOADED', rowsMapped: 10 })
  expect((await now()).message).toBeUndefined()
})

test('a failed import is not retried over newer data', async () => {
  const failed = await uploadRollFile(makeRollFile(10), 'Overtaken', { countyFips: '47037' })
  await failed.run(withLostStore(), 8)
  expect(await failed.now()).toMatchObject({ canRetry: true })
  const newer = await uploadRollFile(makeRollFile(12), 'Overtaken')
  await newer.run()
  expect(await admin.as.call(rolls.retry, { params: { id: failed.id } })).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^Newer data of Overtaken were loaded since this file was added\./) },
  })
  expect(await failed.now()).toMatchObject({ status: 'FAILED', canRetry: false })
  // Also where the source was edited since and names another county.
  const document = createGenericDocument('generic-overtaken', 'Overtaken', '47187')
  await saveSource(portal.services, { document, isLoaded: true })
  expect(await failed.now()).toMatchObject({ status: 'FAILED', canRetry: false })
})

test('a retry that waits until newer data are loaded leaves them as they are', async () => {
  const old = await uploadRollFile(makeRollFile(10), 'Overtaken in the queue')
  await old.run(withLostStore(), 8)
  const newer = await uploadRollFile(makeRollFile(12), 'Overtaken in the queue')
  expect(await admin.as.call(rolls.retry, { params: { id: old.id } })).toMatchObject({ status: 202 })
  await newer.run()
  await old.run()
  const message =
    'Newer data of Overtaken in the queue were loaded since this file was added. Add the file again to replace them.'
  expect(await old.now()).toMatchObject({ status: 'FAILED', message, canRetry: false })
  expect(await admin.rollNamed('Overtaken in the queue')).toMatchObject({ properties: 12 })
})

const getLastAuditEntry = (id: string) =>
  portal.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'before', 'after'])
    .where('objectId', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst()

test('an import too slow for the store is retried, and finally fails with its file kept', async () => {
  const { run, now } = await uploadRollFile(makeRollFile(3), 'Slow')
  const services = withLostStore(new OverLimitError('time', undefined))
  await expect(run(services)).rejects.toThrow('took too long')
  expect(await now()).toMatchObject({ status: 'QUEUED' })
  await run(services, 8)
  expect(await now()).toMatchObject({ status: 'FAILED', canRetry: true })
})

const listJobs = async (id: string) =>
  (await portal.pool.query('select id from graphile_worker.jobs where key = $1', [`roll-import:${id}`])).rows

test('an import whose job was lost gets a new one, and one whose job crashed every worker fails', async () => {
  const lost = await uploadRollFile(makeRollFile(3), 'Lost')
  await portal.pool.query('delete from graphile_worker._private_jobs where key = $1', [`roll-import:${lost.id}`])
  const spent = await uploadRollFile(makeRollFile(3), 'Spent')
  await portal.pool.query('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [
    `roll-import:${spent.id}`,
  ])
  await keepImports(portal.services)
  expect(await listJobs(lost.id)).toHaveLength(1)
  expect(await lost.now()).toMatchObject({ status: 'QUEUED' })
  expect(await spent.now()).toMatchObject({ status: 'FAILED', canRetry: true })
})

/** Services whose clock is this many days ahead. */
const afterDays = (days: number): Services => ({
  ...portal.services,
  clock: { now: () => new Date(Date.now() + days * 24 * 60 * 60 * 1000) },
})

test('the file of a failed import is kept for a week and then reported as deleted', async () => {
  const { id, run, now } = await uploadRollFile(makeRollFile(3), 'Unlucky')
  await run(withLostStore(), 8)
  await keepImports(afterDays(6))
  expect(await now()).toMatchObject({ status: 'FAILED', canRetry: true })
  await keepImports(afterDays(8))
  expect(await now()).toMatchObject({ status: 'FAILED', canRetry: false })
  expect(await readdir(join(portal.folder, 'rolls/uploads'))).not.toContain(id)
})

test('an import whose file was removed says so', async () => {
  const { id, run, now } = await uploadRollFile(makeRollFile(3), 'Taken')
  await portal.services.files.remove(`rolls/uploads/${id}`)
  await run()
  const message = 'The uploaded file is gone. Please upload it again.'
  expect(await now()).toMatchObject({ status: 'FAILED', message, canRetry: false })
})
