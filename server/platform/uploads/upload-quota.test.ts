import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { adminDnc, dnc } from '@dooryard/contract/dnc'
import { pathOf } from '@dooryard/contract/endpoint'
import { uploads } from '@dooryard/contract/uploads'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { somebodyWaits } from '../../test/database.ts'
import { type TestUser, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { newId } from '../ids.ts'
import { createUploadQuota } from './upload-quota.ts'
import { countUploads, insertUpload, lockUploads } from './uploads.queries.ts'

const megabyte = 1024 ** 2
const uploadLimits = { maxFileBytes: 8 * megabyte, customerFileBytes: 2 * megabyte, customerDailyBytes: 5 * megabyte }
const portal = await testPortal({ uploadLimits })
afterAll(portal.close)

const day = () => portal.clock.now().toISOString().slice(0, 10)
const query = () => ({ list: 'INTERNAL', kind: 'FULL', accessedOn: day(), fileName: 'own.txt' }) as const
const file = (bytes: number) => new Blob([new Uint8Array(bytes)])
const send = ({ as }: TestUser, bytes: number) => as.call(dnc.import, { query: query(), body: file(bytes) })
const allowance = async ({ as }: TestUser) => (await as.call(uploads.allowance)).body

/** Sends a file without saying how large it is. */
const stream = ({ as }: TestUser, bytes: number) =>
  fetch(portal.url + pathOf(dnc.import, { query: query() }), {
    method: dnc.import.method,
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream' },
    body: file(bytes).stream(),
    duplex: 'half',
  })

/** Says how large a file is, and sends nothing of it. */
const announce = ({ as }: TestUser, bytes: number) =>
  new Promise<{ status?: number | undefined; retryAfter?: string | undefined }>((resolve, reject) => {
    const sending = request(portal.url + pathOf(dnc.import, { query: query() }), {
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

const actor = ({ id }: TestUser) => ({ userId: id, role: 'ENTERPRISE_USER' as const, sessionId: newId() })

const keptFiles = () => readdir(join(portal.folder, 'file-imports')).catch((): string[] => [])

/** The quota as another process has it, with an upload in progress until it is let go. */
function beginElsewhere(owner: TestUser) {
  const quota = createUploadQuota(portal.services, uploadLimits)
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  async function* bytes() {
    yield new Uint8Array(1000)
    begun.resolve()
    await held.promise
  }
  const done = quota.receive(actor(owner), { declaredBytes: 1000, bytes: bytes() }, Array.fromAsync<Uint8Array>)
  const end = () => {
    held.resolve()
    return done
  }
  return { begun: begun.promise, end }
}

test("a customer's file has a smaller limit than an administrator's, and is refused before it is read", async () => {
  const [owner, admin] = [await user(portal), await user(portal, { role: 'SUPER_ADMIN' })]
  expect(await announce(owner, 2 * megabyte + 1)).toMatchObject({ status: 413 })
  expect((await stream(owner, 2 * megabyte + 1)).status).toBe(413)
  const list = { ...query(), list: 'LITIGATOR' } as const
  const taken = await admin.as.call(adminDnc.import, { query: list, body: file(6 * megabyte) })
  expect(taken.status).toBe(202)
  expect(await allowance(admin)).toEqual({
    ...{ maxFileBytes: 8 * megabyte, dailyBytes: null, leftTodayBytes: null, atOnce: null },
  })
  expect(await allowance(owner)).toMatchObject({ maxFileBytes: 2 * megabyte, leftTodayBytes: 5 * megabyte })
})

test('all files of a day have a limit together, which says when it begins anew', async () => {
  const owner = await user(portal)
  for (const bytes of [2 * megabyte, 2 * megabyte]) expect((await send(owner, bytes)).status).toBe(202)
  expect(await allowance(owner)).toMatchObject({ dailyBytes: 5 * megabyte, leftTodayBytes: megabyte, atOnce: 2 })
  const { status, retryAfter } = await announce(owner, megabyte + 1)
  expect(status).toBe(429)
  const midnight = Date.parse(`${day()}T00:00:00Z`) + 24 * 60 * 60 * 1000
  expect(Number(retryAfter)).toBeGreaterThan((midnight - portal.clock.now().getTime()) / 1000 - 60)
  expect((await send(owner, megabyte + 1)).body).toMatchObject({ code: 'RATE_LIMITED' })
  expect((await send(owner, megabyte)).status).toBe(202)
  expect(await send(owner, 1)).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining('nothing is left') },
  })
  const clock = { now: () => new Date(midnight) }
  const tomorrow = await createUploadQuota({ ...portal.services, clock }, uploadLimits).getAllowance(actor(owner))
  expect(tomorrow.leftTodayBytes).toBe(5 * megabyte)
})

test('a file that does not say its size is cut where the day is used up, and nothing of it is kept or counted', async () => {
  const owner = await user(portal)
  for (const bytes of [2 * megabyte, 2 * megabyte]) await send(owner, bytes)
  const before = await keptFiles()
  const refused = await stream(owner, 2 * megabyte)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('and 1 MB are left of today') })
  expect(await keptFiles()).toEqual(before)
  expect((await allowance(owner)).leftTodayBytes).toBe(megabyte)
  expect((await stream(owner, 1000)).status).toBe(202)
})

test('two uploads of a user may be in progress, in whatever processes', async () => {
  const [owner, other] = [await user(portal), await user(portal)]
  const [first, second] = [beginElsewhere(owner), beginElsewhere(owner)]
  await Promise.all([first.begun, second.begun])
  expect(await announce(owner, 1000)).toEqual({ status: 429, retryAfter: '15' })
  expect((await send(other, 1000)).status).toBe(202)
  await first.end()
  expect((await send(owner, 1000)).status).toBe(202)
  await second.end()
  expect(await countUploads(portal.db, owner.id, day())).toEqual({ bytes: 3000, inProgress: 0 })
})

test('an upload waits for those that begin in the same moment, so that they are counted', async () => {
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
  const third = send(owner, 1000)
  await somebodyWaits(portal.db)
  mayCommit.resolve()
  await beginning
  expect((await third).status).toBe(429)
})

test('uploads of a process that died hold nobody up for longer than a minute', async () => {
  const owner = await user(portal)
  for (const bytes of [megabyte, 4 * megabyte])
    await insertUpload(portal.db, { id: newId(), userId: owner.id, day: day(), bytes })
  expect((await send(owner, 1000)).status).toBe(429)
  await sql`update uploads set lease_until = lease_until - interval '61 seconds' where user_id = ${owner.id}`.execute(
    portal.db,
  )
  expect(await allowance(owner)).toMatchObject({ leftTodayBytes: 5 * megabyte })
  expect((await send(owner, 1000)).status).toBe(202)
})

test('an upload that fails costs nothing of the day', async () => {
  const owner = await user(portal)
  expect((await send(owner, 0)).status).toBe(422)
  expect(await countUploads(portal.db, owner.id, day())).toEqual({ bytes: 0, inProgress: 0 })
})
