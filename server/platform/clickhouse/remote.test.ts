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
