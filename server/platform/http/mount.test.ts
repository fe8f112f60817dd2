import { setTimeout as sleep } from 'node:timers/promises'
import { ErrorBody } from '@dooryard/contract/api/errors'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { readReply } from '../../test/requests.ts'
import { newId } from '../util/ids.ts'
import { findUnstorable } from '../util/storable.ts'
import { notes } from './notes.fixture.ts'
import { startNotesServer } from './notes-server.fixture.ts'

const { db, url, life, logged, nobody, signIn, sessions, close } = await startNotesServer()
afterEach(() => Object.assign(life, { state: 'ready', storesAnswer: true }))
afterAll(close)

const writer = await signIn()
const reader = await signIn('CONSUMER_USER')

/** Sends a request that the typed client cannot send. */
const send = async (path: string, init: RequestInit = {}) => readReply<ErrorBody>(await fetch(url + path, init))

type Headers = Record<string, string>
const json: Headers = { 'content-type': 'application/json' }

const post = (body: RequestInit['body'], headers = json, path = '/v1/notes') =>
  send(path, { method: 'POST', body: body ?? null, headers: { authorization: `Bearer ${writer.token}`, ...headers } })

describe('every response', () => {
  test('carries a request id generated here, whatever the caller sent, and an error repeats it', async () => {
    const fine = await nobody.call(notes.hello, { headers: { 'X-Request-Id': 'theirs' } })
    expect(fine.headers.get('x-request-id')).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    const failed = await send('/v1/crash')
    expect(failed.body.requestId).toBe(failed.headers.get('x-request-id'))
    expect(failed.body.requestId).not.toBe(fine.headers.get('x-request-id'))
  })

  test('forbids framing, sniffing and foreign scripts', async () => {
    for (const { headers } of [await nobody.call(notes.hello), await send('/v1/crash'), await send('/nowhere')]) {
      expect(headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(headers.get('content-security-policy')).not.toMatch(/script-src(?! 'self';)|unsafe-eval/)
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })
})

describe('every error', () => {
  const failures: [
    name: string,
    status: number,
    code: string,
    fail: () => Promise<{ status: number; body: unknown }>,
  ][] = [
    ['an unknown path', 404, 'NOT_FOUND', () => send('/v1/nowhere')],
    ['a path outside the API', 404, 'NOT_FOUND', () => send('/nowhere')],
    ['a method that a path does not take', 404, 'NOT_FOUND', () => send('/v1/hello', { method: 'DELETE' })],
    ['nobody', 401, 'NOT_AUTHENTICATED', () => nobody.call(notes.count)],
    ['the wrong role', 403, 'FORBIDDEN', () => reader.call(notes.count)],
    ['a bad parameter', 400, 'VALIDATION', () => writer.call(notes.get, { params: { id: 'x' } })],
    ['a bad query', 400, 'VALIDATION', () => writer.call(notes.echo, { query: { page: 0 } })],
    ['a bad body', 400, 'VALIDATION', () => writer.call(notes.add, { body: { text: '' } })],
    ['something not there', 404, 'NOT_FOUND', () => writer.call(notes.get, { params: { id: newId() } })],
    ['a rule that refuses', 422, 'UNPROCESSABLE', () => writer.call(notes.add, { body: { text: 'refuse me' } })],
    ['broken JSON', 400, 'VALIDATION', () => post('{"text":')],
    ['no JSON at all', 400, 'VALIDATION', () => post('')],
    ['too much', 413, 'PAYLOAD_TOO_LARGE', () => post(JSON.stringify({ text: 'x'.repeat(1024 * 1024) }))],
    [
      'a form',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      () => post('text=hi', { 'content-type': 'application/x-www-form-urlencoded' }),
    ],
    [
      'a cousin of JSON',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      () => post('{}', { 'content-type': 'application/json-patch+json' }),
    ],
    ['our own mistake', 500, 'INTERNAL', () => send('/v1/crash')],
  ]
  test.each(failures)('has one shape: %s', async (_, status, code, fail) => {
    const reply = await fail()
    expect(reply.status).toBe(status)
    expect(ErrorBody.parse(reply.body).code).toBe(code)
    expect(ErrorBody.parse(reply.body).message).toMatch(/^\S.*\S$/)
  })

  test('distinguishes a body that is not JSON from the JSON null, which is a value of the wrong type', async () => {
    const broken = { message: 'The request body is not valid JSON.' }
    expect(await post('{"text":')).toMatchObject({ status: 400, body: broken })
    expect((await post('null')).body).toMatchObject({ code: 'VALIDATION', issues: [{ path: '' }] })
  })

  test('may have extra fields alongside its message', async () => {
    expect(await writer.call(notes.add, { body: { text: 'refuse me' } })).toMatchObject({
      body: { message: 'This note is refused.', why: 'it asked for it' },
    })
  })

  test('that is unforeseen tells the caller nothing and the log everything', async () => {
    const { body } = await send('/v1/crash')
    expect(JSON.stringify(body)).not.toMatch(/hunter2|Error|\.ts/)
    const line = logged.find((text) => text.includes(body.requestId) && text.includes('hunter2'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'error', err: { stack: expect.stringContaining('.ts') } })
  })

  test('of a response off its contract is a server error, and the work is rolled back', async () => {
    const text = 'x'.repeat(51)
    const reply = await writer.call(notes.add, { body: { text }, headers: { 'Idempotency-Key': newId() } })
    expect(reply).toMatchObject({ status: 500, body: { code: 'INTERNAL' } })
    expect((await sql`select id from notes where text = ${text}`.execute(db)).rows).toEqual([])
  })
})

describe('a refused input', () => {
  test('lists every issue with its path, and the first as the message', async () => {
    const reply = await post(JSON.stringify({ text: ' ', stars: 9, tags: [{ name: 'a' }, { name: 1 }] }))
    expect(reply.body).toMatchObject({
      message: 'A note needs text',
      issues: [
        { path: 'text', message: 'A note needs text' },
        { path: 'stars', message: 'stars must be at most 5' },
        { path: 'tags.1.name', message: 'tags.1.name must be a text' },
      ],
    })
  })

  test.each(['nul \0 inside', 'half a pair \ud83d'])(
    'names the field of text that cannot be stored: %j',
    async (text) => {
      expect((await post(JSON.stringify({ text }))).body).toMatchObject({
        code: 'VALIDATION',
        message: 'text has a character that cannot be stored.',
        issues: [{ path: 'text' }],
      })
      expect((await post(JSON.stringify({ text: 'fine', tags: [{ name: text }] }))).body.message).toMatch(
        /^tags\.0\.name has/,
      )
      const message = 'The request has a character that cannot be stored.'
      expect(findUnstorable({ [text]: 'fine' }, 'The request')).toEqual({ path: '', message })
    },
  )

  test('any other character is stored as it is', async () => {
    const text = `'; drop table notes; -- 👩‍👩‍👧 \u202e مرحبا`
    const { body } = await writer.call(notes.add, { body: { text } })
    expect((await writer.call(notes.get, { params: { id: body.id } })).body.text).toBe(text)
  })

  test('nested a hundred thousand deep is refused like any other', async () => {
    for (const deep of [
      '['.repeat(100_000) + ']'.repeat(100_000),
      `{"text":${'['.repeat(90_000)}${']'.repeat(90_000)}}`,
    ])
      expect(await post(deep)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })

  test('with its own length property is refused like any other', async () => {
    const endless = `${'['.repeat(90_000)}${']'.repeat(90_000)}`
    for (const length of ['{}', '{"toString":1}', '[{"toString":1}]', endless])
      expect(await post(`{"text":{"length":${length}}}`)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })

  test('is not reported before the caller is authenticated', async () => {
    expect(await send('/v1/notes', { method: 'POST', body: '{' })).toMatchObject({ status: 401 })
  })

  test('leaves its connection usable for the next call, however large it was', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(1_000_000) })
    for (let time = 0; time < 3; time++) {
      expect(await send('/v1/notes', { method: 'POST', body: large })).toMatchObject({ status: 401 })
      expect(await post(`${large}${large}`)).toMatchObject({ status: 413 })
      expect(await send('/v1/hello')).toMatchObject({ status: 200 })
    }
    // The server abandons an unread body after half a second.
    await sleep(600)
    expect(await send('/v1/hello')).toMatchObject({ status: 200 })
  })
})

describe('a call', () => {
  test('to a literal path is never taken for a parameter', async () => {
    expect(await writer.call(notes.count)).toMatchObject({ status: 200, body: { count: expect.any(Number) } })
  })

  test('may repeat a key of its query as a list; numbers are parsed and defaults applied', async () => {
    const echo = async (query: string) =>
      (await send(`/v1/echo${query}`, { headers: { authorization: `Bearer ${writer.token}` } })).body
    expect(await echo('')).toEqual({ page: 1, limit: 10 })
    expect(await echo('?tag=a&page=3&unknown=1')).toEqual({ page: 3, limit: 10, tag: 'a' })
    expect(await echo('?tag=a&tag=b%20c')).toEqual({ page: 1, limit: 10, tag: ['a', 'b c'] })
  })

  test('may omit a body in which nothing is required', async () => {
    const sign = (body: string | null, headers: Headers) => post(body, headers, '/v1/notes/sign')
    const unsaid = [await sign('{}', json), await sign('', json), await sign(null, {}), await sign('', {})]
    for (const reply of unsaid) expect(reply).toMatchObject({ status: 200, body: { name: 'Anonymous' } })
    expect(await sign('{"name":"Tess"}', json)).toMatchObject({ status: 200, body: { name: 'Tess' } })
    expect(await sign('{"name":"Tess"}', {})).toMatchObject({ status: 415 })
    expect(await sign('{"nam":"Tess"}', json)).toMatchObject({ status: 400 })
    expect(await sign(' ', json)).toMatchObject({ status: 400 })
    expect(await post(null, {})).toMatchObject({ status: 415 })
  })

  test('without a response body is 204 and empty', async () => {
    const { body } = await writer.call(notes.add, { body: { text: 'old' } })
    const reply = await writer.call(notes.change, { params: { id: body.id }, body: { text: 'new' } })
    expect(reply).toMatchObject({ status: 204, body: undefined })
  })

  test.each(['bearer', 'BEARER ', 'Bearer  '])('takes its token after "%s"', async (scheme) => {
    const headers = { authorization: `${scheme} ${writer.token}` }
    expect(await nobody.call(notes.echo, { headers })).toMatchObject({ status: 200 })
  })

  test.each(['', 'Basic dXNlcjpwdw==', 'Bearer', 'Bearer not-a-token'])(
    'with "%s" is not authenticated',
    async (authorization) => {
      expect(await nobody.call(notes.echo, { headers: { authorization } })).toMatchObject({
        status: 401,
        body: { message: 'Not authenticated' },
      })
    },
  )

  test('that is no stream ignores a token in its query', async () => {
    expect(await send(`/v1/echo?token=${writer.token}`)).toMatchObject({ status: 401 })
  })

  test('is authorized by the caller’s current role', async () => {
    const fallen = await signIn()
    const session = sessions.get(fallen.token)
    if (session) sessions.set(fallen.token, { ...session, actor: { ...session.actor, role: 'CONSUMER_USER' } })
    expect(await fallen.call(notes.count)).toMatchObject({ status: 403 })
  })
})

describe('a server', () => {
  test('that drains refuses new calls, is not ready, and is alive', async () => {
    life.state = 'draining'
    expect(await send('/v1/hello')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(await send('/readyz')).toMatchObject({ status: 503 })
    expect(await send('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  })

  test('whose stores do not respond is not ready, and is alive', async () => {
    expect(await send('/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
    life.storesAnswer = false
    expect(await send('/readyz')).toMatchObject({ status: 503, body: { status: 'unavailable' } })
    expect(await send('/healthz')).toMatchObject({ status: 200 })
  })

  test('logs each request once, by its path, with its caller and outcome', async () => {
    const { headers } = await writer.call(notes.echo, { query: { tag: 'secret-in-query' } })
    const lines = logged.filter((line) => line.includes(headers.get('x-request-id') ?? 'none'))
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        method: 'GET',
        path: '/v1/echo',
        status: 200,
        userId: writer.userId,
        ms: expect.any(Number),
      }),
    ])
    expect(logged.join()).not.toContain('secret-in-query')
  })
})
