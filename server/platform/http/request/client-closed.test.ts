import { once } from 'node:events'
import { type ClientRequest, type RequestOptions, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { startNotesServer } from '../notes-server.fixture.ts'

const { app, url, logged, signIn, close } = await startNotesServer()
beforeEach(() => {
  logged.length = 0
})
afterAll(close)

const { token } = await signIn()
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

const startRequest = (path: string, options: RequestOptions = {}) => {
  const sending = request(url + path, options)
  // Hanging up on purpose is an error for the client.
  sending.on('error', () => undefined)
  return sending
}

/** Resolves once the request has a connection; a pause before that would end with nothing sent. */
async function waitForConnection(sending: ClientRequest) {
  const [socket] = await once(sending, 'socket')
  if (socket.connecting) await once(socket, 'connect')
}

const hangUp = (sending: ClientRequest) => sending.destroy()

/** Returns how the calls to a path ended according to the log, and every other warning or error in it. */
async function getLoggedOutcome(path: string) {
  const lines = () => logged.map((line) => JSON.parse(line))
  const ends = () => lines().filter((line) => line.path === path)
  await expect.poll(ends).toHaveLength(1)
  const [{ level, status }] = ends()
  return { level, status, errors: lines().filter((line) => 'err' in line || !['debug', 'info'].includes(line.level)) }
}

const closedWithoutErrors = { level: 'info', status: 499, errors: [] }

const bodies: [what: string, path: string, headers: Record<string, string>][] = [
  ['a body that said how long it is', '/v1/notes', { ...headers, 'content-length': '100' }],
  ['a body without a length', '/v1/notes/post', headers],
  ['a signed text', '/v1/notes/signed', { ...headers, 'content-length': '100' }],
  ['an upload', '/v1/measure', { ...headers, 'content-type': 'application/octet-stream', 'content-length': '100' }],
]

test.each(bodies)('a connection closed during %s is no server error', async (_, path, sentHeaders) => {
  const sending = startRequest(path, { method: 'POST', headers: sentHeaders })
  sending.write('{"text": "to be')
  await waitForConnection(sending)
  // The request must be on its way before its rest fails to arrive.
  await sleep(100)
  hangUp(sending)
  expect(await getLoggedOutcome(path)).toEqual(closedWithoutErrors)
})

test.each(bodies)('a server error while reading %s is logged as one', async (_, path, sentHeaders) => {
  const body = new ReadableStream({
    pull: () => {
      throw new TypeError('chunk is not iterable')
    },
  })
  const { status } = await app.request(path, {
    method: 'POST',
    headers: sentHeaders,
    body,
    duplex: 'half',
  } as RequestInit)
  expect(status).toBe(500)
  const errors = [expect.objectContaining({ level: 'error', msg: 'request failed unexpectedly' })]
  expect(await getLoggedOutcome(path)).toEqual({ level: 'info', status: 500, errors })
})

test.each(['throws the reason', 'wraps the reason'])(
  'work stopped because its caller has gone is no server error, where it %s',
  async (how) => {
    const sending = startRequest(`/v1/ponder?how=${encodeURIComponent(how)}`)
    sending.end()
    await waitForConnection(sending)
    await sleep(100)
    hangUp(sending)
    expect(await getLoggedOutcome('/v1/ponder')).toEqual(closedWithoutErrors)
  },
)

test('a response abandoned while it streams is no server error', async () => {
  const said = [vi.spyOn(console, 'error'), vi.spyOn(console, 'info')]
  const sending = startRequest('/v1/notes/export')
  sending.end()
  const [response] = await once(sending, 'response')
  await once(response, 'data')
  hangUp(sending)
  // A whole call in between, so that the server has handled the closed connection.
  await (await fetch(`${url}/v1/hello`)).text()
  // The status was sent before.
  expect(await getLoggedOutcome('/v1/notes/export')).toEqual({ ...closedWithoutErrors, status: 200 })
  for (const line of said) expect(line).not.toHaveBeenCalled()
})

test('a bug is logged as an error even when the caller has gone', async () => {
  const sending = startRequest('/v1/crash')
  sending.end()
  await once(sending, 'response')
  hangUp(sending)
  const errors = [expect.objectContaining({ level: 'error', msg: 'request failed unexpectedly' })]
  expect(await getLoggedOutcome('/v1/crash')).toEqual({ level: 'info', status: 500, errors })
})
