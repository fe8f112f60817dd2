import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createDooryard, type DooryardOptions } from './src/index.ts'
import { getRetryDelay } from './src/waiting.ts'

type ResponseHandler = (request: IncomingMessage, response: ServerResponse) => void

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server that answers each request with the next response, and repeats the last one. */
async function startPortalWith(...answers: ResponseHandler[]) {
  const received: { at: number; method: string; url: string; key: string | undefined }[] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    received.push({ at: performance.now(), method, url, key: headers.authorization })
    answers[Math.min(received.length, answers.length) - 1]?.(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const createClient = (options: Partial<DooryardOptions> = {}) =>
    createDooryard({ apiKey: 'dyk_7Hq2', baseUrl, ...options })
  return { received, baseUrl, createClient }
}

const respond =
  (status: number, body: unknown, headers = {}): ResponseHandler =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const order = respond(200, { id: 'o', userFacingStatus: 'PENDING' })
const respondBusy = (seconds: string | number) =>
  respond(429, { code: 'RATE_LIMITED', message: 'Too many requests.', requestId: 'r' }, { 'retry-after': seconds })
const starting = respond(503, { code: 'UNAVAILABLE', message: 'Starting.', requestId: 'r' }, { 'retry-after': 0 })
const cutConnection: ResponseHandler = (request) => request.socket.destroy()
const neverRespond: ResponseHandler = () => {}
const stallResponse: ResponseHandler = (_, response) =>
  response.writeHead(500, { 'content-type': 'application/json' }).write('{')

test('a request to a busy server is retried after the time it asks for', async () => {
  const { received, createClient } = await startPortalWith(respondBusy(1), order)
  expect(await createClient().orders.get('o')).toMatchObject({ id: 'o' })
  const [first, second] = received
  // A timer may fire a millisecond early by this clock.
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(998)
})

test('clients refused together do not all retry at once', () => {
  const waits = Array.from({ length: 20 }, () =>
    getRetryDelay(0, new Response('', { headers: { 'retry-after': '0' } })),
  )
  expect(new Set(waits).size).toBeGreaterThan(1)
  expect(Math.min(...waits.map(Number))).toBeGreaterThan(0)
})

test('a retry date from the server is respected', async () => {
  const { received, createClient } = await startPortalWith(respondBusy('Mon, 02 Nov 2020 09:30:00 GMT'), order)
  await createClient().orders.get('o')
  expect(received).toHaveLength(2)
})

test('a wait of more than a minute rejects instead', async () => {
  const { received, createClient } = await startPortalWith(respondBusy(3_600))
  const refused = createClient().orders.get('o')
  await expect(refused).rejects.toMatchObject({ status: 429, code: 'RATE_LIMITED', requestId: 'r' })
  expect(received).toHaveLength(1)
})

test('a call that keeps failing rejects after the configured attempts', async () => {
  const { received, createClient } = await startPortalWith(starting)
  await expect(createClient({ retries: 2 }).orders.get('o')).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  expect(received).toHaveLength(3)
})

test('a lost response is requested again; a lost cancellation is reported as unknown', async () => {
  const lost = await startPortalWith(cutConnection, order)
  expect(await lost.createClient().orders.get('o')).toMatchObject({ id: 'o' })
  const cancelled = await startPortalWith(cutConnection, order)
  await expect(cancelled.createClient().orders.cancel('o')).rejects.toMatchObject({
    status: undefined,
    code: 'NETWORK',
  })
  expect(cancelled.received.map(({ method }) => method)).toEqual(['PATCH'])
  const turnedAway = await startPortalWith(starting, order)
  expect(await turnedAway.createClient().orders.cancel('o')).toMatchObject({ id: 'o' })
})

test('a refused request is not retried', async () => {
  const { received, createClient } = await startPortalWith(
    respond(404, { code: 'NOT_FOUND', message: 'No.', requestId: 'r' }),
    order,
  )
  await expect(createClient().orders.get('o')).rejects.toMatchObject({ status: 404 })
  expect(received).toHaveLength(1)
})

test.each([
  ['answer', neverRespond],
  ['say why it refuses', stallResponse],
])('a server that does not %s in time causes a timeout', async (_, answer) => {
  const { createClient } = await startPortalWith(answer)
  // Counted here, because a call may time out before the server receives it.
  let tries = 0
  const counted: typeof fetch = (...call) => {
    tries += 1
    return fetch(...call)
  }
  const client = createClient({ timeoutMs: 50, retries: 1, fetch: counted })
  await expect(client.orders.get('o')).rejects.toMatchObject({ code: 'TIMEOUT' })
  expect(tries).toBe(2)
})

test('a call with an aborted signal sends nothing', async () => {
  const { received, createClient } = await startPortalWith(order)
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(createClient().orders.get('o', { signal })).rejects.toThrow('enough')
  expect(received).toEqual([])
})

test.each([
  ['waits for an answer', neverRespond],
  ['reads why it was refused', stallResponse],
  ['waits to try again', respondBusy(30)],
])('a call that is aborted while it %s rejects with the reason of its signal', async (_, answer) => {
  const { received, createClient } = await startPortalWith(answer)
  const ending = new AbortController()
  const ended = expect(createClient().orders.get('o', { signal: ending.signal })).rejects.toThrow('enough')
  await expect.poll(() => received.length).toBe(1)
  ending.abort(new Error('enough'))
  await ended
})

test('an order that is not done in time is reported as in progress', async () => {
  const { received, createClient } = await startPortalWith(order)
  const waiting = createClient().orders.waitUntilDone('o', { timeoutMs: 2_000 })
  await expect(waiting).rejects.toMatchObject({ code: 'TIMEOUT', message: 'The order is still PENDING' })
  expect(received.length).toBeGreaterThan(1)
})

test.each([
  ['hangs', neverRespond],
  ['is busy', respondBusy(30)],
])('the time to wait for an order also limits a call that %s', async (_, answer) => {
  const { createClient } = await startPortalWith(answer)
  const waiting = createClient().orders.waitUntilDone('o', { timeoutMs: 50 })
  await expect(waiting).rejects.toMatchObject({ code: 'TIMEOUT', message: 'No answer in time' })
})

test('an order that moves to the next page while pages are read is returned once', async () => {
  const page = (ids: string[], nextPage: number | null) => respond(200, { items: ids.map((id) => ({ id })), nextPage })
  const { createClient } = await startPortalWith(page(['c', 'b'], 2), page(['b', 'a'], null))
  const all = await Array.fromAsync(createClient().orders.all())
  expect(all.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
})

test('an order with an invalid idempotency key is not sent', async () => {
  const { received, createClient } = await startPortalWith(order)
  const placed = (idempotencyKey: unknown) =>
    createClient().orders.place(
      { campaignId: 'c', orderName: 'First mailing', quantity: 50 },
      { idempotencyKey: idempotencyKey as string }, // as from untyped code
    )
  for (const none of ['', null, 7, ' ', 'a key', 'naïve', 'a\nb', 'k'.repeat(201)])
    await expect(placed(none)).rejects.toThrow(TypeError)
  expect(received).toEqual([])
  await placed('k'.repeat(200))
  expect(received).toHaveLength(1)
})

test('the API key is sent to no other host, neither on a redirect nor with the link of a file', async () => {
  const elsewhere = await startPortalWith(order)
  const leads = await startPortalWith((_, response) => response.writeHead(307, { location: elsewhere.baseUrl }).end())
  await expect(leads.createClient().orders.get('o')).rejects.toMatchObject({ status: 307 })
  const link = respond(200, { url: `${elsewhere.baseUrl}/v1/files/o.csv?ticket=t` })
  const { received, createClient } = await startPortalWith(link, respond(200, 'id'))
  await createClient().orders.download('o')
  expect(received.map(({ url, key }) => [url, key])).toEqual([
    ['/v1/enterprise/orders/o/download', 'Bearer dyk_7Hq2'],
    ['/v1/files/o.csv?ticket=t', undefined],
  ])
  expect(elsewhere.received).toEqual([])
})

test('a server that is not a portal is reported as such', async () => {
  const { createClient } = await startPortalWith((_, response) => response.end('<h1>Welcome</h1>'))
  await expect(createClient().orders.get('o')).rejects.toMatchObject({ status: 200, code: 'UNREADABLE' })
  const broken = await startPortalWith((_, response) => response.writeHead(500, 'Oh no').end('<h1>Oh no</h1>'))
  await expect(broken.createClient().orders.get('o')).rejects.toMatchObject({
    status: 500,
    message: 'The answer was 500 Oh no',
  })
})

test('ids and queries are encoded', async () => {
  const { received, createClient } = await startPortalWith(respond(200, { items: [], nextPage: null }))
  const { orders } = createClient()
  await orders.get('../../about?')
  await orders.list({ status: 'COMPLETED', fromDate: '2026-11-02T00:00:00+01:00' })
  await Array.fromAsync(orders.all())
  expect(received.map(({ url }) => url)).toEqual([
    '/v1/enterprise/orders/..%2F..%2Fabout%3F',
    '/v1/enterprise/orders?status=COMPLETED&fromDate=2026-11-02T00%3A00%3A00%2B01%3A00',
    '/v1/enterprise/orders?limit=100&page=1',
  ])
})

test.each([
  [{ apiKey: '', baseUrl: 'https://portal.example.com' }, /apiKey/],
  [{ apiKey: 'Bearer dyk_7Hq2', baseUrl: 'https://portal.example.com' }, /apiKey/],
  [{ apiKey: 'dyk_7Hq2', baseUrl: 'portal.example.com' }, /baseUrl/],
  [{ apiKey: 'dyk_7Hq2', baseUrl: 'file:///etc' }, /baseUrl/],
  [{ apiKey: 'dyk_7Hq2', baseUrl: 'https://me:secret@portal.example.com' }, /baseUrl/],
  [{ apiKey: 'dyk_7Hq2', baseUrl: 'https://portal.example.com?a=b' }, /baseUrl/],
])('a client with %j throws immediately', (options, message) => expect(() => createDooryard(options)).toThrow(message))

test.each([
  ...[-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY].map((retries) => ({ retries })),
  ...[0, -1, Number.NaN, 2 ** 31].map((timeoutMs) => ({ timeoutMs })),
])('a client with the timeout or retries %o throws immediately', (options) => {
  const [name = ''] = Object.keys(options)
  expect(() => createDooryard({ apiKey: 'dyk_7Hq2', baseUrl: 'https://portal.example.com', ...options })).toThrow(name)
})
