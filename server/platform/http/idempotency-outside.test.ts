import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { createLog } from '../log.ts'
import { answerUnderKey } from './idempotency.ts'
import { notes } from './notes.fixture.ts'
import { notesServer, withKey } from './notes-server.fixture.ts'

const { db, signIn, notesOf, letGo, close } = await notesServer()
afterAll(close)

const writer = await signIn()

type Asked = Parameters<typeof answerUnderKey>

const answerOnceOutside = (ctx: Asked[0], keyOf: Asked[1], work: Asked[3], patienceMs?: number) =>
  answerUnderKey(ctx, keyOf, { isOutside: true, patienceMs }, work)

describe('work outside a transaction', () => {
  test('is done once for 50 equal requests at once with one key, and all hear the same answer', async () => {
    const key = newId()
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => writer.call(notes.post, withKey(key, 'only one'))),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(await notesOf(writer.userId, 'only one')).toEqual([{ id: replies[0]?.body.id }])
    expect(replies[0]?.body.inTransaction).toBe(false)
    expect((await writer.call(notes.post, withKey(key, 'only one'))).body).toEqual(replies[0]?.body)
  })

  test('is done for each request that claims no key', async () => {
    await Promise.all(Array.from({ length: 50 }, () => writer.call(notes.post, { body: { text: 'each its own' } })))
    expect(await notesOf(writer.userId, 'each its own')).toHaveLength(50)
  })

  test('is a conflict for another body under the same key, which says whether it goes on or is done', async () => {
    const key = newId()
    const first = writer.call(notes.post, withKey(key, 'hold me'))
    await expect.poll(() => notesOf(writer.userId, 'hold me')).toHaveLength(1)
    const conflict = (message: string) => ({ status: 409, body: { code: 'CONFLICT', message } })
    const underWay = conflict('The request with this Idempotency-Key is still under way.')
    const used = conflict('This Idempotency-Key was already used for another request.')
    expect(await writer.call(notes.post, withKey(key, 'second'))).toMatchObject(underWay)
    letGo()
    expect((await first).status).toBe(201)
    expect(await writer.call(notes.post, withKey(key, 'second'))).toMatchObject(used)
    expect(await writer.call(notes.add, withKey(key, 'hold me'))).toMatchObject(used)
    expect(await notesOf(writer.userId, 'second')).toEqual([])
  })

  test('of another user with the same key is their own', async () => {
    const key = newId()
    const other = await signIn()
    const [mine, theirs] = await Promise.all([
      writer.call(notes.post, withKey(key, 'mine')),
      other.call(notes.post, withKey(key, 'theirs')),
    ])
    expect([mine.body.text, theirs.body.text]).toEqual(['mine', 'theirs'])
  })

  test('that is refused gives its key up, also to those who wait', async () => {
    const key = newId()
    const replies = await Promise.all(
      Array.from({ length: 3 }, () => writer.call(notes.post, withKey(key, 'refuse me'))),
    )
    expect(replies.map(({ status }) => status)).toEqual([422, 422, 422])
    expect(await notesOf(writer.userId, 'refuse me')).toHaveLength(3)
    expect(await writer.call(notes.post, withKey(key, 'better'))).toMatchObject({ status: 201 })
  })
})

const hashOf = (text: string) =>
  createHash('sha256')
    .update(JSON.stringify(['POST', notes.post.path, { params: {}, query: {}, body: { text } }]))
    .digest()

/** As a process leaves it that began so many seconds ago and died. */
async function leftClaim(text: string, seconds: number): Promise<string> {
  const key = newId()
  const row = { userId: writer.userId, key, requestHash: hashOf(text), lockedBy: newId() }
  const createdAt = sql<Date>`now() - ${seconds} * interval '1 second'`
  await db
    .insertInto('idempotencyKeys')
    .values({ ...row, createdAt })
    .execute()
  return key
}

describe('a claim whose process died', () => {
  test('is taken over by exactly one of those who ask', async () => {
    const key = await leftClaim('left behind', 61)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => writer.call(notes.post, withKey(key, 'left behind'))),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await notesOf(writer.userId, 'left behind')).toHaveLength(1)
  })

  test('is not taken over before it has been silent for a minute', async () => {
    const key = await leftClaim('perhaps alive', 1)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const looks = () => query.mock.calls.filter((args) => JSON.stringify(args).includes(key)).length
    const asked = writer.call(notes.post, withKey(key, 'perhaps alive'))
    await expect.poll(looks).toBeGreaterThan(3)
    expect(await notesOf(writer.userId, 'perhaps alive')).toEqual([])
    await sql`update idempotency_keys set created_at = created_at - interval '61 seconds'
      where key = ${key}`.execute(db)
    expect(await asked).toMatchObject({ status: 201 })
    expect(await notesOf(writer.userId, 'perhaps alive')).toHaveLength(1)
  })

  test('lets nothing be recorded by whoever comes back from the dead', async () => {
    const userId = writer.userId
    const keyOf = { userId, key: newId(), requestHash: hashOf('frozen') }
    const ctx = { db, log: createLog('silent'), signal: new AbortController().signal } as unknown as Context
    const done = (body: string) => async () => ({ status: 201, body })
    const frozen = answerOnceOutside(ctx, keyOf, async () => {
      await sql`update idempotency_keys set created_at = now() - interval '61 seconds'
        where key = ${keyOf.key}`.execute(db)
      expect(await answerOnceOutside(ctx, keyOf, done('by the second'))).toMatchObject({ body: 'by the second' })
      return { status: 201, body: 'by the first' }
    })
    expect(await frozen).toMatchObject({ body: 'by the first' })
    expect(await answerOnceOutside(ctx, keyOf, done('by a third'))).toEqual({ status: 201, body: 'by the second' })
  })
})

test('who waits too long for an equal request is told that it is still under way', async () => {
  const keyOf = { userId: writer.userId, key: newId(), requestHash: hashOf('slow') }
  const ctx = { db, log: createLog('silent'), signal: new AbortController().signal } as unknown as Context
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const slow = answerOnceOutside(ctx, keyOf, async () => {
    begun.resolve()
    await held.promise
    return { status: 201, body: 'slow' }
  })
  await begun.promise
  const second = answerOnceOutside(ctx, keyOf, () => slow, 200)
  await expect(second).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The request with this Idempotency-Key is still under way.',
  })
  held.resolve()
  expect(await slow).toEqual({ status: 201, body: 'slow' })
})
