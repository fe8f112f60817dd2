import { dayMs } from '@dooryard/contract/api/time'
import { adminDnc, dnc } from '@dooryard/contract/data/dnc'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import type { Services } from '../../context.ts'
import { appError } from '../../errors/app-error.ts'
import {
  type FileImportResult,
  type FileImportTask,
  fileImportKinds,
  recoverFileImports,
  runFileImport,
} from './file-imports.ts'

// No worker runs: each test acts as the worker, and something goes wrong.
const portal = await testPortal()
let owner: TestUser
const other = await user(portal)
// An import waits for those of the same owner and list.
beforeEach(async () => {
  owner = await user(portal)
})
afterAll(portal.close)

const today = portal.clock.now().toISOString().slice(0, 10)
const query = { list: 'INTERNAL', kind: 'FULL', accessedOn: today, fileName: 'asked not to be called.txt' } as const

const loaded: FileImportResult = {
  rowsRead: 2,
  rowsTaken: 1,
  rowsRejected: 1,
  rejected: [{ line: 2, reason: 'It is none.' }],
}

async function uploadFile(content = 'some lines') {
  const { status, body } = await owner.as.call(dnc.import, { query, body: new Blob([content]) })
  expect(status).toBe(202)
  const { id } = body
  return {
    id,
    now: async () => (await owner.as.call(dnc.imports)).body.items.find((one) => one.id === id),
    run: (
      work: (file: FileImportTask) => Promise<FileImportResult>,
      attempt = 1,
      services: Services = portal.services,
    ) =>
      runFileImport(
        services,
        'DNC',
        work,
      )({ importId: id }, { attempt, maxAttempts: 12, signal: new AbortController().signal }),
    retry: () => owner.as.call(dnc.retry, { params: { id } }),
  }
}

const hasFile = (id: string) => portal.services.files.exists(`file-imports/${id}`)

test('an upload is stored with its fingerprint, imported once, and then deleted', async () => {
  const { id, now, run } = await uploadFile()
  expect(await now()).toMatchObject({
    status: 'QUEUED',
    fileBytes: 10,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  let receivedFile: FileImportTask | undefined
  const work = async (file: FileImportTask) => {
    receivedFile = file
    file.progress({ rows: 1, share: 0.5 })
    return { ...loaded, message: 'All of it.' }
  }
  await run(work)
  expect(receivedFile).toMatchObject({
    id,
    ownerId: owner.id,
    params: { list: 'INTERNAL', kind: 'FULL' },
    fileName: query.fileName,
  })
  const done = { ...loaded, status: 'LOADED', share: 1, message: 'All of it.', canRetry: false }
  expect(await now()).toMatchObject(done)
  expect(await hasFile(id)).toBe(false)
  await run(() => Promise.reject(new Error('worked on twice')))
  expect(await now()).toMatchObject(done)
})

test('an empty file is refused, and nothing of it is kept', async () => {
  const before = (await owner.as.call(dnc.imports)).body.totalCount
  expect(await owner.as.call(dnc.import, { query, body: new Blob([]) })).toMatchObject({ status: 422 })
  expect((await owner.as.call(dnc.imports)).body.totalCount).toBe(before)
})

test('an invalid file fails at once with its message, and is not kept', async () => {
  const { id, now, run, retry } = await uploadFile()
  await run(() => Promise.reject(appError('UNPROCESSABLE', 'This is no list.')))
  expect(await now()).toMatchObject({ status: 'FAILED', message: 'This is no list.', canRetry: false })
  expect(await hasFile(id)).toBe(false)
  expect(await retry()).toMatchObject({ status: 409 })
})

test('a server failure is retried, fails in the end with the file kept, and can be retried by hand', async () => {
  const { now, run, retry } = await uploadFile()
  const failure = () => Promise.reject(new Error('connect ECONNREFUSED'))
  await expect(run(failure)).rejects.toThrow('ECONNREFUSED')
  expect(await now()).toMatchObject({ status: 'QUEUED', message: expect.stringContaining('by itself') })
  expect(await retry()).toMatchObject({ status: 409 })
  const full = new Error('Code: 243. DB::Exception: Cannot reserve 1.00 MiB, not enough space. (NOT_ENOUGH_SPACE)')
  await expect(run(() => Promise.reject(full))).rejects.toThrow('Code: 243')
  expect(await now()).toMatchObject({ status: 'QUEUED', message: expect.stringContaining('no space left') })
  await run(failure, 8)
  expect(await now()).toMatchObject({ status: 'FAILED', canRetry: true })
  expect((await now())?.message).not.toContain('ECONNREFUSED')
  expect(await other.as.call(dnc.retry, { params: { id: (await now())?.id ?? '' } })).toMatchObject({ status: 404 })
  expect(await retry()).toMatchObject({ status: 202, body: { status: 'QUEUED' } })
  await run(async () => loaded)
  expect(await now()).toMatchObject({ status: 'LOADED' })
})

test('an import whose worker was killed half-way starts over', async () => {
  const { now, run } = await uploadFile()
  let reached: () => void = () => undefined
  const inTheMiddle = new Promise<void>((resolve) => {
    reached = resolve
  })
  void run(() => {
    reached()
    return new Promise(() => undefined)
  })
  await inTheMiddle
  expect(await now()).toMatchObject({ status: 'RUNNING' })
  await run(async () => loaded)
  expect(await now()).toMatchObject({ status: 'LOADED', rowsTaken: 1 })
})

test('an import waits for an earlier upload that is retried, even by hand', async () => {
  const first = await uploadFile('the full list')
  portal.clock.advance(1_000)
  const second = await uploadFile('the change list')
  await expect(first.run(() => Promise.reject(new Error('connect ECONNREFUSED')))).rejects.toThrow()
  const order: string[] = []
  const noting = (name: string) => async () => {
    order.push(name)
    return loaded
  }
  await second.run(noting('second'))
  expect(await second.now()).toMatchObject({ status: 'QUEUED' })
  const { rows } = await portal.pool.query('select run_at > now() as waits from graphile_worker.jobs where key = $1', [
    `file-import:${second.id}`,
  ])
  expect(rows).toEqual([{ waits: true }])
  await first.run(noting('first'))
  await second.run(noting('second'))
  expect(order).toEqual(['first', 'second'])
})

test('an import that lost its job gets a new one, and a failed one’s file is kept for a week', async () => {
  const { id, now, run } = await uploadFile()
  await portal.pool.query('delete from graphile_worker._private_jobs')
  await recoverFileImports(portal.services)
  const { rows } = await portal.pool.query('select task_identifier from graphile_worker.jobs where key = $1', [
    `file-import:${id}`,
  ])
  expect(rows).toEqual([{ task_identifier: fileImportKinds.DNC.job }])
  await portal.pool.query('update graphile_worker._private_jobs set attempts = max_attempts')
  await recoverFileImports(portal.services)
  expect(await now()).toMatchObject({ status: 'FAILED', canRetry: true })
  await run(async () => loaded)
  expect(await now()).toMatchObject({ status: 'FAILED' })
  await recoverFileImports(portal.services)
  expect(await hasFile(id)).toBe(true)
  const later = { now: () => new Date(portal.clock.now().getTime() + 8 * 24 * 60 * 60 * 1000) }
  await recoverFileImports({ ...portal.services, clock: later })
  expect(await hasFile(id)).toBe(false)
  expect(await now()).toMatchObject({ canRetry: false })
})

test('a retry keeps a failed import’s file no longer than a week from the upload', async () => {
  const { id, now, run, retry } = await uploadFile()
  const after = (days: number) => {
    const clock = { now: () => new Date(portal.clock.now().getTime() + days * dayMs) }
    return { ...portal.services, clock }
  }
  const failing = () => Promise.reject(new Error('the store is down'))
  await run(failing, 8)
  expect(await retry()).toMatchObject({ status: 202 })
  await run(failing, 8, after(6))
  expect(await now()).toMatchObject({ status: 'FAILED', canRetry: true })
  await recoverFileImports(after(6.9))
  expect(await hasFile(id)).toBe(true)
  await recoverFileImports(after(7.1))
  expect(await hasFile(id)).toBe(false)
  expect(await now()).toMatchObject({ canRetry: false })
})

test('imports are visible to their owner alone, the platform’s to administrators', async () => {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  await uploadFile()
  expect((await other.as.call(dnc.imports)).body.items).toEqual([])
  expect((await admin.as.call(adminDnc.imports)).body.items).toEqual([])
})
