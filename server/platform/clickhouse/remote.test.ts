import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { testConformance } from './conformance.fixture.ts'
import { startClickHouseHttp } from './http-server.fixture.ts'
import { openRemoteClickHouse } from './remote.ts'

testConformance(async () => {
  const server = await startClickHouseHttp()
  const store = openRemoteClickHouse(server.url)
  const close = async () => {
    await store.close()
    await server.close()
  }
  return { store, close }
})

test('an unreachable server fails the ping without throwing', async () => {
  const store = openRemoteClickHouse('http://127.0.0.1:9')
  expect(await store.ping()).toBe(false)
  await store.close()
})

/**
 * A server that closes the connection of the first requests unanswered, at once or after a delay, and counts requests.
 */
async function startClosingServer(
  closes: number,
  { afterMs = 0, ...options }: { afterMs?: number; staleMs?: number } = {},
) {
  let requestCount = 0
  const server = createServer((request, response) => {
    requestCount += 1
    if (requestCount <= closes) setTimeout(() => request.socket.resetAndDestroy(), afterMs)
    else response.end('{"x":1}\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const store = openRemoteClickHouse(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, options)
  const close = async () => {
    await store.close()
    server.close()
  }
  return { store, asked: () => requestCount, close }
}

test('a read whose connection closes unanswered is retried once, and no more', async () => {
  const first = await startClosingServer(1)
  expect(await first.store.rows('SELECT 1 AS x')).toEqual([{ x: 1 }])
  await first.close()
  const always = await startClosingServer(9)
  await expect(always.store.rows('SELECT 1 AS x')).rejects.toThrow()
  expect(always.asked()).toBe(2)
  await always.close()
})

test('a read whose connection closes while it runs is not retried', async () => {
  const { store, asked: requestCount, close } = await startClosingServer(1, { afterMs: 100, staleMs: 50 })
  await expect(store.rows('SELECT 1 AS x')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(requestCount()).toBe(1)
  await close()
})
