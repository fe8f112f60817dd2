import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../util/ids.ts'
import { notes } from './notes.fixture.ts'
import { startNotesServer, toKeyedRequest } from './notes-server.fixture.ts'

const { db, signIn, listNotes, close } = await startNotesServer()
afterAll(close)

const writer = await signIn()

test('50 simultaneous requests with one key create one note and get the same response', async () => {
  const key = newId()
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => writer.call(notes.add, toKeyedRequest(key, 'only one'))),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  expect(await listNotes(writer.userId, 'only one')).toEqual([{ id: replies[0]?.body.id }])
})

test('equal requests without a key, or with different keys, are independent', async () => {
  await Promise.all(Array.from({ length: 5 }, () => writer.call(notes.add, toKeyedRequest(newId(), 'each its own'))))
  await Promise.all(Array.from({ length: 5 }, () => writer.call(notes.add, { body: { text: 'each its own' } })))
  expect(await listNotes(writer.userId, 'each its own')).toHaveLength(10)
})

test('a key reused for another body is a conflict, and changes nothing', async () => {
  const key = newId()
  const { body } = await writer.call(notes.add, toKeyedRequest(key, 'first'))
  expect(await writer.call(notes.add, toKeyedRequest(key, 'second'))).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', message: 'This Idempotency-Key was already used for another request.' },
  })
  expect(await listNotes(writer.userId, 'second')).toEqual([])
  expect(await writer.call(notes.add, toKeyedRequest(key, 'first'))).toMatchObject({ status: 201, body })
})

test('the same key of another user is independent', async () => {
  const key = newId()
  const other = await signIn()
  const [mine, theirs] = await Promise.all([
    writer.call(notes.add, toKeyedRequest(key, 'mine')),
    other.call(notes.add, toKeyedRequest(key, 'theirs')),
  ])
  expect([mine.status, theirs.status]).toEqual([201, 201])
  expect(mine.body.text).toBe('mine')
  expect(theirs.body.text).toBe('theirs')
})

test('a refused request leaves no record, and its key may be used again', async () => {
  const key = newId()
  for (let time = 0; time < 2; time++)
    expect(await writer.call(notes.add, toKeyedRequest(key, 'refuse me'))).toMatchObject({ status: 422 })
  expect(await listNotes(writer.userId, 'refuse me')).toEqual([])
  expect(await writer.call(notes.add, toKeyedRequest(key, 'better'))).toMatchObject({ status: 201 })
})

test('a response is remembered for 24 hours', async () => {
  const [young, old] = [newId(), newId()]
  const age = (key: string, hours: string) =>
    sql`update idempotency_keys set created_at = now() - ${hours}::interval where key = ${key}`.execute(db)
  const first = await writer.call(notes.add, toKeyedRequest(young, 'remember'))
  await writer.call(notes.add, toKeyedRequest(old, 'forget'))
  await age(young, '23 hours 59 minutes')
  await age(old, '24 hours 1 minute')
  expect((await writer.call(notes.add, toKeyedRequest(young, 'remember'))).body).toEqual(first.body)
  await writer.call(notes.add, toKeyedRequest(old, 'forget'))
  expect(await listNotes(writer.userId, 'forget')).toHaveLength(2)
})

test.each(['', 'with blank', 'x'.repeat(201), 'naïve'])('a key like "%s" is refused', async (key) => {
  expect(await writer.call(notes.add, toKeyedRequest(key, 'any'))).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION', message: 'An Idempotency-Key is 1 to 200 printable characters without spaces.' },
  })
})

test('a call that does not take a key ignores it', async () => {
  const headers = { 'Idempotency-Key': newId() }
  expect(await writer.call(notes.count, { headers })).toMatchObject({ status: 200 })
  expect(await writer.call(notes.echo, { headers })).toMatchObject({ status: 200 })
})
