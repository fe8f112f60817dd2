import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { newId } from '../ids.ts'
import { notes } from './notes.fixture.ts'
import { notesServer } from './notes-server.fixture.ts'
import { endStreams } from './open-streams.ts'

const { db, url, logged, signIn, sessions, nobody, close } = await notesServer({ lookEveryMs: 50 })
afterAll(close)

async function noted(text: string, lifeMs?: number) {
  const writer = await signIn('ENTERPRISE_USER', lifeMs)
  const { body } = await writer.call(notes.add, { body: { text } })
  const params = { id: body.id }
  return { writer, params, rewrite: (words: string) => writer.call(notes.change, { params, body: { text: words } }) }
}

/** Takes out of memory what nothing refers to. */
function clearMemory() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** Resolves when a stream ends, whatever it still says. */
async function untilEnded(stream: { next: () => Promise<unknown> }) {
  while ((await stream.next()) !== undefined);
}

describe('a stream', () => {
  test('says how things are now and after each change, and an open second one the same', async () => {
    const { writer, params, rewrite } = await noted('one')
    const streams = await Promise.all([writer.watch(notes.watch, { params }), writer.watch(notes.watch, { params })])
    for (const text of ['one', 'two', 'three']) {
      if (text !== 'one') await rewrite(text)
      for (const stream of streams) expect(await stream.next()).toEqual({ ...params, text })
    }
    for (const stream of streams) stream.close()
  })

  test('does not repeat what has not changed', async () => {
    const { writer, params, rewrite } = await noted('one')
    const stream = await writer.watch(notes.watch, { params })
    await stream.next()
    await rewrite('one')
    await sleep(50)
    await rewrite('two')
    expect(await stream.next()).toMatchObject({ text: 'two' })
    stream.close()
  })

  test('catches up when the connection that listens is killed', async () => {
    const { writer, params } = await noted('one')
    const stream = await writer.watch(notes.watch, { params })
    await stream.next()
    // No announcement at all: only looking again can find this.
    await sql`update notes set text = 'unheard' where id = ${params.id}`.execute(db)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'dooryard live' and datname = current_database()`.execute(db)
    expect(await stream.next()).toMatchObject({ text: 'unheard' })
    stream.close()
  })

  test('is refused as any other call is, before it begins', async () => {
    const { params } = await noted('mine')
    const other = await signIn()
    await expect(nobody.watch(notes.watch, { params })).rejects.toMatchObject({ status: 401 })
    await expect((await signIn('CONSUMER_USER')).watch(notes.watch, { params })).rejects.toMatchObject({ status: 403 })
    await expect(other.watch(notes.watch, { params })).rejects.toMatchObject({ status: 404 })
    await expect(other.watch(notes.watch, { params: { id: newId() } })).rejects.toMatchObject({ status: 404 })
  })

  test('is refused beside twenty others of its session, however many are asked for at once', async () => {
    const { writer, params } = await noted('one')
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

  test('takes its token from the header as well', async () => {
    const { writer, params } = await noted('one')
    const stream = await nobody.watch(notes.watch, { params, query: { token: writer.token } })
    expect(await stream.next()).toMatchObject({ text: 'one' })
    stream.close()
    const ending = new AbortController()
    const headers = { authorization: `Bearer ${writer.token}` }
    const { status } = await fetch(`${url}/v1/sse/notes/${params.id}`, { headers, signal: ending.signal })
    expect(status).toBe(200)
    ending.abort()
  })

  test('says what it is and in which characters, and is kept by nobody', async () => {
    const { writer, params } = await noted('one')
    const ending = new AbortController()
    const reply = await fetch(`${url}/v1/sse/notes/${params.id}?token=${writer.token}`, { signal: ending.signal })
    expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    ending.abort()
  })

  test('waits for a reader who takes their time', async () => {
    const { writer, params } = await noted('one')
    const streams = await Promise.all(Array.from({ length: 5 }, () => writer.watch(notes.watch, { params })))
    clearMemory()
    await sleep(50)
    for (const stream of streams) expect(await stream.next()).toMatchObject({ text: 'one' })
    for (const stream of streams) stream.close()
  })

  test('leaves its token in no log', async () => {
    const { writer, params, rewrite } = await noted('one')
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
    const { writer, params } = await noted('one')
    const stream = await writer.watch(notes.watch, { params })
    sessions.delete(writer.token)
    await untilEnded(stream)
    expect(logged.join()).toContain('its session may not read it any more')
  })

  test('soon after a change to a role that may not read it', async () => {
    const { writer, params } = await noted('one')
    const stream = await writer.watch(notes.watch, { params })
    const session = sessions.get(writer.token)
    if (session) sessions.set(writer.token, { ...session, actor: { ...session.actor, role: 'CONSUMER_USER' } })
    await untilEnded(stream)
  })

  test('soon after the end of its token', async () => {
    const { writer, params } = await noted('one', 500)
    const stream = await writer.watch(notes.watch, { params })
    await untilEnded(stream)
    expect(logged.join()).toContain('its token has ended')
  })

  test('when what it shows is gone, and the log says why', async () => {
    const { writer, params, rewrite } = await noted('one')
    const stream = await writer.watch(notes.watch, { params })
    await stream.next()
    await sql`delete from notes where id = ${params.id}`.execute(db)
    await rewrite('two')
    await untilEnded(stream)
    expect(logged.join()).toContain('This note was not found.')
  })

  test('not at all while its session lasts', async () => {
    const { writer, params, rewrite } = await noted('one')
    const stream = await writer.watch(notes.watch, { params })
    await stream.next()
    for (let time = 0; time < 2; time++) {
      const other = await noted('another')
      const ending = await other.writer.watch(notes.watch, { params: other.params })
      sessions.delete(other.writer.token)
      await untilEnded(ending)
    }
    await rewrite('two')
    expect(await stream.next()).toMatchObject({ text: 'two' })
    stream.close()
  })
})

test('every stream ends when the server closes, and a stream its reader left is forgotten', async () => {
  const { writer, params } = await noted('one')
  const before = logged.length
  const left = await writer.watch(notes.watch, { params })
  left.close()
  await expect.poll(() => logged.slice(before).join()).toContain('its reader has left')
  const streams = await Promise.all(Array.from({ length: 5 }, () => writer.watch(notes.watch, { params })))
  await Promise.all(streams.map((stream) => stream.next()))
  endStreams()
  await Promise.all(streams.map(untilEnded))
})
