import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Context } from '../context.ts'
import { createLog } from '../log.ts'
import { newId } from '../util/ids.ts'
import { runWithIdempotencyKey } from './idempotency.ts'
import { notes } from './notes.fixture.ts'
import { startNotesServer, toKeyedRequest } from './notes-server.fixture.ts'

const { db, signIn, listNotes, letGo, close } = await startNotesServer()
afterAll(close)

const writer = await signIn()

type RunWithIdempotencyKeyParams = Parameters<typeof runWithIdempotencyKey>

const runOutsideTransaction = (
  ctx: RunWithIdempotencyKeyParams[0],
  requestKey: RunWithIdempotencyKeyParams[1],
  work: RunWithIdempotencyKeyParams[3],
  patienceMs?: number,
) => runWithIdempotencyKey(ctx, requestKey, { isOutside: true, timeoutMs: patienceMs }, work)

describe('work outside a transaction', () => {
  test('runs once for 50 simultaneous requests with one key, and all get the same response', async () => {
    const key = newId()
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => writer.call(notes.post, toKeyedRequest(key, 'only one'))),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(await listNotes(writer.userId, 'only one')).toEqual([{ id: replies[0]?.body.id }])
    expect(replies[0]?.body.inTransaction).toBe(false)
    expect((await writer.call(notes.post, toKeyedRequest(key, 'only one'))).body).toEqual(replies[0]?.body)
  })

  test('runs for each request without a key', async () => {
    await Promise.all(Array.from({ length: 50 }, () => writer.call(notes.post, { body: { text: 'each its own' } })))
    expect(await listNotes(writer.userId, 'each its own')).toHaveLength(50)
  })

  test('conflicts for another body under the same key, and says whether it is in progress or done', async () => {
    const key = newId()
    const first = writer.call(notes.post, toKeyedRequest(key, 'hold me'))
    await expect.poll(() => listNotes(writer.userId, 'hold me')).toHaveLength(1)
    const conflict = (message: string) => ({ status: 409, body: { code: 'CONFLICT', message } })
    const underWay = conflict('The request with this Idempotency-Key is still in progress.')
    const used = conflict('This Idempotency-Key was already used for another request.')
    expect(await writer.call(notes.post, toKeyedRequest(key, 'second'))).toMatchObject(underWay)
    letGo()
    expect((await first).status).toBe(201)
    expect(await writer.call(notes.post, toKeyedRequest(key, 'second'))).toMatchObject(used)
    expect(await writer.call(notes.add, toKeyedRequest(key, 'hold me'))).toMatchObject(used)
    expect(await listNotes(writer.userId, 'second')).toEqual([])
  })

  test('is independent of another user with the same key', async () => {
    const key = newId()
    const other = await signIn()
    const [mine, theirs] = await Promise.all([
      writer.call(notes.post, toKeyedRequest(key, 'mine')),
      other.call(notes.post, toKeyedRequest(key, 'theirs')),
    ])
    expect([mine.body.text, theirs.body.text]).toEqual(['mine', 'theirs'])
  })

  test('that is refused frees its key, also for waiting requests', async () => {
    const key = newId()
    const replies = await Promise.all(
      Array.from({ length: 3 }, () => writer.call(notes.post, toKeyedRequest(key, 'refuse me'))),
    )
    expect(replies.map(({ status }) => status)).toEqual([422, 422, 422])
    expect(await listNotes(writer.userId, 'refuse me')).toHaveLength(3)
    expect(await writer.call(notes.post, toKeyedRequest(key, 'better'))).toMatchObject({ status: 201 })
  })
})

const hashRequest = (text: string) =>
  createHash('sha256')
    .update(JSON.stringify(['POST', notes.post.path, { params: {}, query: {}, body: { text } }]))
    .digest()

/** Inserts the claim of a process that started this many seconds ago and died. */
async function insertOrphanedClaim(text: string, seconds: number): Promise<string> {
  const key = newId()
  const row = { userId: writer.userId, key, requestHash: hashRequest(text), lockedBy: newId() }
  const createdAt = sql<Date>`now() - ${seconds} * interval '1 second'`
  await db
    .insertInto('idempotencyKeys')
    .values({ ...row, createdAt })
    .execute()
  return key
}

describe('a claim whose process died', () => {
  test('is taken over by exactly one request', async () => {
    const key = await insertOrphanedClaim('left behind', 61)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => writer.call(notes.post, toKeyedRequest(key, 'left behind'))),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await listNotes(writer.userId, 'left behind')).toHaveLength(1)
  })

  test('is not taken over before it has been silent for a minute', async () => {
    const key = await insertOrphanedClaim('perhaps alive', 1)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const countQueries = () => query.mock.calls.filter((args) => JSON.stringify(args).includes(key)).length
    const requests = writer.call(notes.post, toKeyedRequest(key, 'perhaps alive'))
    await expect.poll(countQueries).toBeGreaterThan(3)
    expect(await listNotes(writer.userId, 'perhaps alive')).toEqual([])
    await sql`update idempotency_keys set created_at = created_at - interval '61 seconds'
      where key = ${key}`.execute(db)
    expect(await requests).toMatchObject({ status: 201 })
    expect(await listNotes(writer.userId, 'perhaps alive')).toHaveLength(1)
  })

  test('records nothing if its process resumes', async () => {
    const userId = writer.userId
    const requestKey = { userId, key: newId(), requestHash: hashRequest('frozen') }
    const ctx = { db, log: createLog('silent'), signal: new AbortController().signal } as unknown as Context
    const done = (body: string) => async () => ({ status: 201, body })
    const frozen = runOutsideTransaction(ctx, requestKey, async () => {
      await sql`update idempotency_keys set created_at = now() - interval '61 seconds'
        where key = ${requestKey.key}`.execute(db)
      expect(await runOutsideTransaction(ctx, requestKey, done('by the second'))).toMatchObject({
        body: 'by the second',
      })
      return { status: 201, body: 'by the first' }
    })
    expect(await frozen).toMatchObject({ body: 'by the first' })
    expect(await runOutsideTransaction(ctx, requestKey, done('by a third'))).toEqual({
      status: 201,
      body: 'by the second',
    })
  })
})

test('a request that waits too long for an equal one is told that it is in progress', async () => {
  const requestKey = { userId: writer.userId, key: newId(), requestHash: hashRequest('slow') }
  const ctx = { db, log: createLog('silent'), signal: new AbortController().signal } as unknown as Context
  const startedAt = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const slow = runOutsideTransaction(ctx, requestKey, async () => {
    startedAt.resolve()
    await held.promise
    return { status: 201, body: 'slow' }
  })
  await startedAt.promise
  const second = runOutsideTransaction(ctx, requestKey, () => slow, 200)
  await expect(second).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The request with this Idempotency-Key is still in progress.',
  })
  held.resolve()
  expect(await slow).toEqual({ status: 201, body: 'slow' })
})
