import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { buildPath } from '@dooryard/contract/api/endpoint'
import { adminDnc, dnc } from '@dooryard/contract/data/dnc'
import { uploads } from '@dooryard/contract/data/uploads'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { waitForLockContention } from '../../../test/stores/database.ts'
import { newId } from '../../util/ids.ts'
import { createUploadQuota } from './upload-quota.ts'
import { countUploads, insertUpload, lockUploads } from './uploads.queries.ts'

const megabyte = 1024 ** 2
const uploadLimits = { maxFileBytes: 8 * megabyte, customerFileBytes: 2 * megabyte, customerDailyBytes: 5 * megabyte }
const portal = await testPortal({ uploadLimits })
afterAll(portal.close)

const day = () => portal.clock.now().toISOString().slice(0, 10)
const query = () => ({ list: 'INTERNAL', kind: 'FULL', accessedOn: day(), fileName: 'own.txt' }) as const
const buildFile = (bytes: number) => new Blob([new Uint8Array(bytes)])
const sendUpload = ({ as }: TestUser, bytes: number) => as.call(dnc.import, { query: query(), body: buildFile(bytes) })
const readAllowance = async ({ as }: TestUser) => (await as.call(uploads.allowance)).body

/** Sends a file without declaring its size. */
const streamUpload = ({ as }: TestUser, bytes: number) =>
  fetch(portal.url + buildPath(dnc.import, { query: query() }), {
    method: dnc.import.method,
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream' },
    body: buildFile(bytes).stream(),
    duplex: 'half',
  })

/** Declares the size of a file, and sends none of it. */
const announceUpload = ({ as }: TestUser, bytes: number) =>
  new Promise<{ status?: number | undefined; retryAfter?: string | undefined }>((resolve, reject) => {
    const sending = request(portal.url + buildPath(dnc.import, { query: query() }), {
      method: dnc.import.method,
      headers: {
        authorization: `Bearer ${as.token}`,
        'content-type': 'application/octet-stream',
        'content-length': bytes,
      },
    })
    sending.on('response', ({ statusCode, headers }) => {
      resolve({ status: statusCode, retryAfter: headers['retry-after'] })
      sending.destroy()
    })
    sending.on('error', reject)
    sending.flushHeaders()
  })

const toActor = ({ id }: TestUser) => ({ userId: id, role: 'ENTERPRISE_USER' as const, sessionId: newId() })

const listKeptFiles = () => readdir(join(portal.folder, 'file-imports')).catch((): string[] => [])

/** The quota of another process, with an upload in progress until it is released. */
function startElsewhere(owner: TestUser) {
  const quota = createUploadQuota(portal.services, uploadLimits)
  const held = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  async function* bytes() {
    yield new Uint8Array(1000)
    started.resolve()
    await held.promise
  }
  const done = quota.receive(toActor(owner), { declaredBytes: 1000, bytes: bytes() }, Array.fromAsync<Uint8Array>)
  const end = () => {
    held.resolve()
    return done
  }
  return { started: started.promise, end }
}

test("a customer's file has a smaller limit than an administrator's, and is refused before it is read", async () => {
  const [owner, admin] = [await user(portal), await user(portal, { role: 'SUPER_ADMIN' })]
  expect(await announceUpload(owner, 2 * megabyte + 1)).toMatchObject({ status: 413 })
  expect((await streamUpload(owner, 2 * megabyte + 1)).status).toBe(413)
  const list = { ...query(), list: 'LITIGATOR' } as const
  const taken = await admin.as.call(adminDnc.import, { query: list, body: buildFile(6 * megabyte) })
  expect(taken.status).toBe(202)
  expect(await readAllowance(admin)).toEqual({
    ...{ maxFileBytes: 8 * megabyte, dailyBytes: null, leftTodayBytes: null, atOnce: null },
  })
  expect(await readAllowance(owner)).toMatchObject({ maxFileBytes: 2 * megabyte, leftTodayBytes: 5 * megabyte })
})

test('all files of a day share a limit, and a refusal says when it resets', async () => {
  const owner = await user(portal)
  for (const bytes of [2 * megabyte, 2 * megabyte]) expect((await sendUpload(owner, bytes)).status).toBe(202)
  expect(await readAllowance(owner)).toMatchObject({ dailyBytes: 5 * megabyte, leftTodayBytes: megabyte, atOnce: 2 })
  const { status, retryAfter } = await announceUpload(owner, megabyte + 1)
  expect(status).toBe(429)
  const midnight = Date.parse(`${day()}T00:00:00Z`) + 24 * 60 * 60 * 1000
  expect(Number(retryAfter)).toBeGreaterThan((midnight - portal.clock.now().getTime()) / 1000 - 60)
  expect((await sendUpload(owner, megabyte + 1)).body).toMatchObject({ code: 'RATE_LIMITED' })
  expect((await sendUpload(owner, megabyte)).status).toBe(202)
  expect(await sendUpload(owner, 1)).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining('nothing is left') },
  })
  const clock = { now: () => new Date(midnight) }
  const tomorrow = await createUploadQuota({ ...portal.services, clock }, uploadLimits).getAllowance(toActor(owner))
  expect(tomorrow.leftTodayBytes).toBe(5 * megabyte)
})

test("a file of undeclared size is cut off where the day's quota is used up, and nothing of it is kept or counted", async () => {
  const owner = await user(portal)
  for (const bytes of [2 * megabyte, 2 * megabyte]) await sendUpload(owner, bytes)
  const before = await listKeptFiles()
  const refused = await streamUpload(owner, 2 * megabyte)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('and 1 MB are left of today') })
  expect(await listKeptFiles()).toEqual(before)
  expect((await readAllowance(owner)).leftTodayBytes).toBe(megabyte)
  expect((await streamUpload(owner, 1000)).status).toBe(202)
})

test('two uploads of a user may be in progress across all processes', async () => {
  const [owner, other] = [await user(portal), await user(portal)]
  const [first, second] = [startElsewhere(owner), startElsewhere(owner)]
  await Promise.all([first.started, second.started])
  expect(await announceUpload(owner, 1000)).toEqual({ status: 429, retryAfter: '15' })
  expect((await sendUpload(other, 1000)).status).toBe(202)
  await first.end()
  expect((await sendUpload(owner, 1000)).status).toBe(202)
  await second.end()
  expect(await countUploads(portal.db, owner.id, day())).toEqual({ bytes: 3000, inProgress: 0 })
})

test('an upload waits for those that start at the same moment, so that they are counted', async () => {
  const owner = await user(portal)
  const isCounted = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const beginning = portal.db.transaction().execute(async (inside) => {
    await lockUploads(inside, owner.id)
    await insertUpload(inside, { id: newId(), userId: owner.id, day: day(), bytes: 1000 })
    await insertUpload(inside, { id: newId(), userId: owner.id, day: day(), bytes: 1000 })
    isCounted.resolve()
    await mayCommit.promise
  })
  await isCounted.promise
  const third = sendUpload(owner, 1000)
  await waitForLockContention(portal.db)
  mayCommit.resolve()
  await beginning
  expect((await third).status).toBe(429)
})

test('uploads of a dead process block no one for longer than a minute', async () => {
  const owner = await user(portal)
  for (const bytes of [megabyte, 4 * megabyte])
    await insertUpload(portal.db, { id: newId(), userId: owner.id, day: day(), bytes })
  expect((await sendUpload(owner, 1000)).status).toBe(429)
  await sql`update uploads set lease_until = lease_until - interval '61 seconds' where user_id = ${owner.id}`.execute(
    portal.db,
  )
  expect(await readAllowance(owner)).toMatchObject({ leftTodayBytes: 5 * megabyte })
  expect((await sendUpload(owner, 1000)).status).toBe(202)
})

test('a failed upload does not count toward the day', async () => {
  const owner = await user(portal)
  expect((await sendUpload(owner, 0)).status).toBe(422)
  expect(await countUploads(portal.db, owner.id, day())).toEqual({ bytes: 0, inProgress: 0 })
})
