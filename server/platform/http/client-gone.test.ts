import { once } from 'node:events'
import { type ClientRequest, type RequestOptions, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { notesServer } from './notes-server.fixture.ts'

const { app, url, logged, signIn, close } = await notesServer()
beforeEach(() => {
  logged.length = 0
})
afterAll(close)

const { token } = await signIn()
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

const begin = (path: string, options: RequestOptions = {}) => {
  const sending = request(url + path, options)
  // Hanging up on purpose is an error to whoever does it.
  sending.on('error', () => undefined)
  return sending
}

/** Resolves once there is a connection for it; a pause before that would end with nothing sent. */
async function connected(sending: ClientRequest) {
  const [socket] = await once(sending, 'socket')
  if (socket.connecting) await once(socket, 'connect')
}

const hangUp = (sending: ClientRequest) => sending.destroy()

/** How the calls to a path ended, by the log, and whatever it has besides that somebody should look at. */
async function outcomeOf(path: string) {
  const lines = () => logged.map((line) => JSON.parse(line))
  const ends = () => lines().filter((line) => line.path === path)
  await expect.poll(ends).toHaveLength(1)
  const [{ level, status }] = ends()
  return { level, status, troubles: lines().filter((line) => 'err' in line || !['debug', 'info'].includes(line.level)) }
}

const blameless = { level: 'info', status: 499, troubles: [] }

const bodies: [what: string, path: string, headers: Record<string, string>][] = [
  ['a body that said how long it is', '/v1/notes', { ...headers, 'content-length': '100' }],
  ['a body without a length', '/v1/notes/post', headers],
  ['a signed text', '/v1/notes/signed', { ...headers, 'content-length': '100' }],
  ['an upload', '/v1/measure', { ...headers, 'content-type': 'application/octet-stream', 'content-length': '100' }],
]

test.each(bodies)('half of %s and a hang-up are the fault of who hung up', async (_, path, given) => {
  const sending = begin(path, { method: 'POST', headers: given })
  sending.write('{"text": "to be')
  await connected(sending)
  // It has to be on its way before the rest does not come.
  await sleep(100)
  hangUp(sending)
  expect(await outcomeOf(path)).toEqual(blameless)
})

test.each(bodies)('our own fault in reading %s is an error of ours', async (_, path, given) => {
  const body = new ReadableStream({
    pull: () => {
      throw new TypeError('chunk is not iterable')
    },
  })
  const { status } = await app.request(path, { method: 'POST', headers: given, body, duplex: 'half' } as RequestInit)
  expect(status).toBe(500)
  const troubles = [expect.objectContaining({ level: 'error', msg: 'request failed unexpectedly' })]
  expect(await outcomeOf(path)).toEqual({ level: 'info', status: 500, troubles })
})

test.each(['throws the reason', 'wraps the reason'])(
  'work that is stopped for a caller who has gone is no failure of ours, where it %s',
  async (how) => {
    const sending = begin(`/v1/ponder?how=${encodeURIComponent(how)}`)
    sending.end()
    await connected(sending)
    await sleep(100)
    hangUp(sending)
    expect(await outcomeOf('/v1/ponder')).toEqual(blameless)
  },
)

test('an answer that is left while it streams is no failure of ours', async () => {
  const said = [vi.spyOn(console, 'error'), vi.spyOn(console, 'info')]
  const sending = begin('/v1/notes/export')
  sending.end()
  const [response] = await once(sending, 'response')
  await once(response, 'data')
  hangUp(sending)
  // A whole call in between, so that what the server does about the hang-up is done.
  await (await fetch(`${url}/v1/hello`)).text()
  // Its status was sent before.
  expect(await outcomeOf('/v1/notes/export')).toEqual({ ...blameless, status: 200 })
  for (const line of said) expect(line).not.toHaveBeenCalled()
})

test('our own mistake is an error still, whoever has gone', async () => {
  const sending = begin('/v1/crash')
  sending.end()
  await once(sending, 'response')
  hangUp(sending)
  const troubles = [expect.objectContaining({ level: 'error', msg: 'request failed unexpectedly' })]
  expect(await outcomeOf('/v1/crash')).toEqual({ level: 'info', status: 500, troubles })
})
