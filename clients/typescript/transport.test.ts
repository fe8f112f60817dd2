import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createDooryard, type DooryardOptions } from './src/index.ts'
import { waitBefore } from './src/waiting.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server that answers each request with the next of some answers, and the last one from then on. */
async function portalThat(...answers: Answer[]) {
  const asked: { at: number; method: string; url: string; key: string | undefined }[] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    asked.push({ at: performance.now(), method, url, key: headers.authorization })
    answers[Math.min(asked.length, answers.length) - 1]?.(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clientOf = (options: Partial<DooryardOptions> = {}) =>
    createDooryard({ apiKey: 'dyk_7Hq2', baseUrl, ...options })
  return { asked, baseUrl, clientOf }
}

const says =
  (status: number, body: unknown, headers = {}): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const order = says(200, { id: 'o', userFacingStatus: 'PENDING' })
const busy = (seconds: string | number) =>
  says(429, { code: 'RATE_LIMITED', message: 'Too many requests.', requestId: 'r' }, { 'retry-after': seconds })
const starting = says(503, { code: 'UNAVAILABLE', message: 'Starting.', requestId: 'r' }, { 'retry-after': 0 })
const cutOff: Answer = (request) => request.socket.destroy()
const hangs: Answer = () => {}
const stalls: Answer = (_, response) => response.writeHead(500, { 'content-type': 'application/json' }).write('{')

test('a busy server is asked again after the time that it asks for', async () => {
  const { asked, clientOf } = await portalThat(busy(1), order)
  expect(await clientOf().orders.get('o')).toMatchObject({ id: 'o' })
  const [first, second] = asked
  // A timer may fire a millisecond early by this clock.
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(998)
})

test('those who were all turned away do not all come back at once', () => {
  const waits = Array.from({ length: 20 }, () => waitBefore(0, new Response('', { headers: { 'retry-after': '0' } })))
  expect(new Set(waits).size).toBeGreaterThan(1)
  expect(Math.min(...waits.map(Number))).toBeGreaterThan(0)
})

test('a server that says when to come back by a date is asked again then', async () => {
  const { asked, clientOf } = await portalThat(busy('Mon, 02 Nov 2020 09:30:00 GMT'), order)
  await clientOf().orders.get('o')
  expect(asked).toHaveLength(2)
})

test('who would have to wait for more than a minute hears of it instead', async () => {
  const { asked, clientOf } = await portalThat(busy(3_600))
  const refused = clientOf().orders.get('o')
  await expect(refused).rejects.toMatchObject({ status: 429, code: 'RATE_LIMITED', requestId: 'r' })
  expect(asked).toHaveLength(1)
})

test('what fails again and again fails, after as many attempts as were said', async () => {
  const { asked, clientOf } = await portalThat(starting)
  await expect(clientOf({ retries: 2 }).orders.get('o')).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  expect(asked).toHaveLength(3)
})

test('an answer that was lost is asked for again; of a cancelling it is said that nobody knows', async () => {
  const lost = await portalThat(cutOff, order)
  expect(await lost.clientOf().orders.get('o')).toMatchObject({ id: 'o' })
  const cancelled = await portalThat(cutOff, order)
  await expect(cancelled.clientOf().orders.cancel('o')).rejects.toMatchObject({ status: undefined, code: 'NETWORK' })
  expect(cancelled.asked.map(({ method }) => method)).toEqual(['PATCH'])
  const turnedAway = await portalThat(starting, order)
  expect(await turnedAway.clientOf().orders.cancel('o')).toMatchObject({ id: 'o' })
})

test('what is refused is not tried again', async () => {
  const { asked, clientOf } = await portalThat(says(404, { code: 'NOT_FOUND', message: 'No.', requestId: 'r' }), order)
  await expect(clientOf().orders.get('o')).rejects.toMatchObject({ status: 404 })
  expect(asked).toHaveLength(1)
})

test.each([
  ['answer', hangs],
  ['say why it refuses', stalls],
])('a server that does not %s in time is given up', async (_, answer) => {
  const { clientOf } = await portalThat(answer)
  // Counted here: a call may be given up before the server has heard of it.
  let tries = 0
  const counted: typeof fetch = (...call) => {
    tries += 1
    return fetch(...call)
  }
  const client = clientOf({ timeoutMs: 50, retries: 1, fetch: counted })
  await expect(client.orders.get('o')).rejects.toMatchObject({ code: 'TIMEOUT' })
  expect(tries).toBe(2)
})

test('a call with a signal that is aborted before it begins asks for nothing', async () => {
  const { asked, clientOf } = await portalThat(order)
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(clientOf().orders.get('o', { signal })).rejects.toThrow('enough')
  expect(asked).toEqual([])
})

test.each([
  ['waits for an answer', hangs],
  ['reads why it was refused', stalls],
  ['waits to try again', busy(30)],
])('a call that is aborted while it %s ends with the reason of its signal', async (_, answer) => {
  const { asked, clientOf } = await portalThat(answer)
  const ending = new AbortController()
  const ended = expect(clientOf().orders.get('o', { signal: ending.signal })).rejects.toThrow('enough')
  await expect.poll(() => asked.length).toBe(1)
  ending.abort(new Error('enough'))
  await ended
})

test('an order that is not done in time is said to be under way', async () => {
  const { asked, clientOf } = await portalThat(order)
  const waiting = clientOf().orders.waitUntilDone('o', { timeoutMs: 2_000 })
  await expect(waiting).rejects.toMatchObject({ code: 'TIMEOUT', message: 'The order is still PENDING' })
  expect(asked.length).toBeGreaterThan(1)
})

test.each([
  ['hangs', hangs],
  ['is busy', busy(30)],
])('the time to wait for an order bounds a call that %s, too', async (_, answer) => {
  const { clientOf } = await portalThat(answer)
  const waiting = clientOf().orders.waitUntilDone('o', { timeoutMs: 50 })
  await expect(waiting).rejects.toMatchObject({ code: 'TIMEOUT', message: 'No answer in time' })
})

test('an order that moves to the next page while pages are read is given once', async () => {
  const page = (ids: string[], nextPage: number | null) => says(200, { items: ids.map((id) => ({ id })), nextPage })
  const { clientOf } = await portalThat(page(['c', 'b'], 2), page(['b', 'a'], null))
  const all = await Array.fromAsync(clientOf().orders.all())
  expect(all.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
})

test('an order is not sent with a key that would not keep it from being placed twice', async () => {
  const { asked, clientOf } = await portalThat(order)
  const placed = (idempotencyKey: unknown) =>
    clientOf().orders.place(
      { campaignId: 'c', orderName: 'First mailing', quantity: 50 },
      { idempotencyKey: idempotencyKey as string }, // as from a program without types
    )
  for (const none of ['', null, 7, ' ', 'a key', 'naïve', 'a\nb', 'k'.repeat(201)])
    await expect(placed(none)).rejects.toThrow(TypeError)
  expect(asked).toEqual([])
  await placed('k'.repeat(200))
  expect(asked).toHaveLength(1)
})

test('the key goes to no other address: neither by a redirect nor along with the link of a file', async () => {
  const elsewhere = await portalThat(order)
  const leads = await portalThat((_, response) => response.writeHead(307, { location: elsewhere.baseUrl }).end())
  await expect(leads.clientOf().orders.get('o')).rejects.toMatchObject({ status: 307 })
  const link = says(200, { url: `${elsewhere.baseUrl}/v1/files/o.csv?ticket=t` })
  const { asked, clientOf } = await portalThat(link, says(200, 'id'))
  await clientOf().orders.download('o')
  expect(asked.map(({ url, key }) => [url, key])).toEqual([
    ['/v1/enterprise/orders/o/download', 'Bearer dyk_7Hq2'],
    ['/v1/files/o.csv?ticket=t', undefined],
  ])
  expect(elsewhere.asked).toEqual([])
})

test('what is no portal is said to be none', async () => {
  const { clientOf } = await portalThat((_, response) => response.end('<h1>Welcome</h1>'))
  await expect(clientOf().orders.get('o')).rejects.toMatchObject({ status: 200, code: 'UNREADABLE' })
  const broken = await portalThat((_, response) => response.writeHead(500, 'Oh no').end('<h1>Oh no</h1>'))
  await expect(broken.clientOf().orders.get('o')).rejects.toMatchObject({
    status: 500,
    message: 'The answer was 500 Oh no',
  })
})

test('ids and queries are sent as what they are', async () => {
  const { asked, clientOf } = await portalThat(says(200, { items: [], nextPage: null }))
  const { orders } = clientOf()
  await orders.get('../../about?')
  await orders.list({ status: 'COMPLETED', fromDate: '2026-11-02T00:00:00+01:00' })
  await Array.fromAsync(orders.all())
  expect(asked.map(({ url }) => url)).toEqual([
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
])('a client of %j is refused at once', (options, message) => expect(() => createDooryard(options)).toThrow(message))

test.each([
  ...[-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY].map((retries) => ({ retries })),
  ...[0, -1, Number.NaN, 2 ** 31].map((timeoutMs) => ({ timeoutMs })),
])('a client that is to try or to wait for %o is refused at once', (options) => {
  const [name = ''] = Object.keys(options)
  expect(() => createDooryard({ apiKey: 'dyk_7Hq2', baseUrl: 'https://portal.example.com', ...options })).toThrow(name)
})
