import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { conformance } from './conformance.fixture.ts'
import { startClickHouseHttp } from './http-server.fixture.ts'
import { openRemoteClickHouse } from './remote.ts'

conformance(async () => {
  const server = await startClickHouseHttp()
  const store = openRemoteClickHouse(server.url)
  const close = async () => {
    await store.close()
    await server.close()
  }
  return { store, close }
})

test('a server that is not there fails the ping rather than throwing', async () => {
  const store = openRemoteClickHouse('http://127.0.0.1:9')
  expect(await store.ping()).toBe(false)
  await store.close()
})

/** A server that closes the connection of the first requests unanswered, at once or after a while, and says how often it was asked. */
async function closingServer(closes: number, { afterMs = 0, ...options }: { afterMs?: number; staleMs?: number } = {}) {
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    if (asked <= closes) setTimeout(() => request.socket.resetAndDestroy(), afterMs)
    else response.end('{"x":1}\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const store = openRemoteClickHouse(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, options)
  const close = async () => {
    await store.close()
    server.close()
  }
  return { store, asked: () => asked, close }
}

test('a read whose connection is closed unanswered is asked once more, and no oftener', async () => {
  const first = await closingServer(1)
  expect(await first.store.rows('SELECT 1 AS x')).toEqual([{ x: 1 }])
  await first.close()
  const always = await closingServer(9)
  await expect(always.store.rows('SELECT 1 AS x')).rejects.toThrow()
  expect(always.asked()).toBe(2)
  await always.close()
})

test('a read whose connection is closed while it was at work is not asked again', async () => {
  const { store, asked, close } = await closingServer(1, { afterMs: 100, staleMs: 50 })
  await expect(store.rows('SELECT 1 AS x')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(asked()).toBe(1)
  await close()
})
