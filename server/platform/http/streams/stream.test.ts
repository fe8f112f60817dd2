import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { newId } from '../../util/ids.ts'
import { notes } from '../notes.fixture.ts'
import { startNotesServer } from '../notes-server.fixture.ts'
import { endStreams } from './open-streams.ts'

const { db, url, logged, signIn, sessions, nobody, close } = await startNotesServer({ sessionCheckMs: 50 })
afterAll(close)

async function createNote(text: string, lifeMs?: number) {
  const writer = await signIn('ENTERPRISE_USER', lifeMs)
  const { body } = await writer.call(notes.add, { body: { text } })
  const params = { id: body.id }
  return { writer, params, rewrite: (words: string) => writer.call(notes.change, { params, body: { text: words } }) }
}

/** Collects garbage. */
function collectGarbage() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** Resolves when a stream ends, whatever it still sends. */
async function readToEnd(stream: { next: () => Promise<unknown> }) {
  while ((await stream.next()) !== undefined);
}

describe('a stream', () => {
  test('sends the current state and each change, and the same to a second open one', async () => {
    const { writer, params, rewrite } = await createNote('one')
    const streams = await Promise.all([writer.watch(notes.watch, { params }), writer.watch(notes.watch, { params })])
    for (const text of ['one', 'two', 'three']) {
      if (text !== 'one') await rewrite(text)
      for (const stream of streams) expect(await stream.next()).toEqual({ ...params, text })
    }
    for (const stream of streams) stream.close()
  })

  test('does not repeat an unchanged state', async () => {
    const { writer, params, rewrite } = await createNote('one')
    const stream = await writer.watch(notes.watch, { params })
    await stream.next()
    await rewrite('one')
    await sleep(50)
    await rewrite('two')
    expect(await stream.next()).toMatchObject({ text: 'two' })
    stream.close()
  })

  test('catches up when the listening connection is killed', async () => {
    const { writer, params } = await createNote('one')
    const stream = await writer.watch(notes.watch, { params })
    await stream.next()
    // Not published at all: only another check can find this.
    await sql`update notes set text = 'unheard' where id = ${params.id}`.execute(db)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'dooryard live' and datname = current_database()`.execute(db)
    expect(await stream.next()).toMatchObject({ text: 'unheard' })
    stream.close()
  })

  test('is refused like any other call, before it begins', async () => {
    const { params } = await createNote('mine')
    const other = await signIn()
    await expect(nobody.watch(notes.watch, { params })).rejects.toMatchObject({ status: 401 })
    await expect((await signIn('CONSUMER_USER')).watch(notes.watch, { params })).rejects.toMatchObject({ status: 403 })
    await expect(other.watch(notes.watch, { params })).rejects.toMatchObject({ status: 404 })
    await expect(other.watch(notes.watch, { params: { id: newId() } })).rejects.toMatchObject({ status: 404 })
  })

  test('is refused when its session has twenty others, however many are requested at once', async () => {
    const { writer, params } = await createNote('one')
    const ending = new AbortController()
    const ask = () => fetch(`${url}/v1/sse/notes/${params.id}?token=${writer.token}`, { signal: ending.signal })
    const answers = await Promise.all(Array.from({ length: 24 }, ask))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), ...Array(4).fill(429)])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.headers.get('ratelimit-policy')).toBe('"streams";q=20;w=900')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(await refused?.json()).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Too many attempts. Please try again in 15 minutes.',
    })
    ending.abort()
    const again = async () => {
      const stream = await writer.watch(notes.watch, { params })
      stream.close()
    }
    await vi.waitFor(again, { timeout: 30_000 })
  })

  test('accepts its token from the header as well', async () => {
    const { writer, params } = await createNote('one')
    const stream = await nobody.watch(notes.watch, { params, query: { token: writer.token } })
    expect(await stream.next()).toMatchObject({ text: 'one' })
    stream.close()
    const ending = new AbortController()
    const headers = { authorization: `Bearer ${writer.token}` }
    const { status } = await fetch(`${url}/v1/sse/notes/${params.id}`, { headers, signal: ending.signal })
    expect(status).toBe(200)
    ending.abort()
  })

  test('declares its type and charset, and is never cached', async () => {
    const { writer, params } = await createNote('one')
    const ending = new AbortController()
    const reply = await fetch(`${url}/v1/sse/notes/${params.id}?token=${writer.token}`, { signal: ending.signal })
    expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    ending.abort()
  })

  test('waits for a slow reader', async () => {
    const { writer, params } = await createNote('one')
    const streams = await Promise.all(Array.from({ length: 5 }, () => writer.watch(notes.watch, { params })))
    collectGarbage()
    await sleep(50)
    for (const stream of streams) expect(await stream.next()).toMatchObject({ text: 'one' })
    for (const stream of streams) stream.close()
  })

  test('leaves its token in no log', async () => {
    const { writer, params, rewrite } = await createNote('one')
    const stream = await writer.watch(notes.watch, { params })
    await stream.next()
    await rewrite('two')
    await stream.next()
    stream.close()
    await nobody.watch(notes.watch, { params: { id: newId() }, query: { token: writer.token } }).catch(() => undefined)
    expect(logged.join()).toContain(params.id)
    expect(logged.join()).not.toContain(writer.token)
  })
})

describe('a stream ends', { concurrent: true }, () => {
  test('soon after a sign-out', async () => {
    const { writer, params } = await createNote('one')
    const stream = await writer.watch(notes.watch, { params })
    sessions.delete(writer.token)
    await readToEnd(stream)
    expect(logged.join()).toContain('its session may not read it any more')
  })

  test('soon after a change to a role that may not read it', async () => {
    const { writer, params } = await createNote('one')
    const stream = await writer.watch(notes.watch, { params })
    const session = sessions.get(writer.token)
    if (session) sessions.set(writer.token, { ...session, actor: { ...session.actor, role: 'CONSUMER_USER' } })
    await readToEnd(stream)
  })

  test('soon after the end of its token', async () => {
    const { writer, params } = await createNote('one', 500)
    const stream = await writer.watch(notes.watch, { params })
    await readToEnd(stream)
    expect(logged.join()).toContain('its token has ended')
  })

  test('when its subject is deleted, and the log says why', async () => {
    const { writer, params, rewrite } = await createNote('one')
    const stream = await writer.watch(notes.watch, { params })
    await stream.next()
    await sql`delete from notes where id = ${params.id}`.execute(db)
    await rewrite('two')
    await readToEnd(stream)
    expect(logged.join()).toContain('This note was not found.')
  })

  test('not at all while its session lasts', async () => {
    const { writer, params, rewrite } = await createNote('one')
    const stream = await writer.watch(notes.watch, { params })
    await stream.next()
    for (let time = 0; time < 2; time++) {
      const other = await createNote('another')
      const ending = await other.writer.watch(notes.watch, { params: other.params })
      sessions.delete(other.writer.token)
      await readToEnd(ending)
    }
    await rewrite('two')
    expect(await stream.next()).toMatchObject({ text: 'two' })
    stream.close()
  })
})

test('every stream ends when the server closes, and a stream its reader left is released', async () => {
  const { writer, params } = await createNote('one')
  const before = logged.length
  const left = await writer.watch(notes.watch, { params })
  left.close()
  await expect.poll(() => logged.slice(before).join()).toContain('its reader has left')
  const streams = await Promise.all(Array.from({ length: 5 }, () => writer.watch(notes.watch, { params })))
  await Promise.all(streams.map((stream) => stream.next()))
  endStreams()
  await Promise.all(streams.map(readToEnd))
})
