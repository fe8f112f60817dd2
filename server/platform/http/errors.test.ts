import { createServer } from 'node:net'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openRemoteClickHouse } from '../clickhouse/remote.ts'
import { createSecrets } from '../crypto/secrets.ts'
import { createLog } from '../log.ts'
import { createDatabase, openPool } from '../postgres/database.ts'
import { createApp } from './app.ts'
import type { RequestVariables } from './handlers.ts'
import { createRateLimiter } from './limits/rate-limits.ts'

const logged: string[] = []
const log = createLog('warn', { write: (line) => void logged.push(line) })

/** Returns the answer to a call whose work fails. */
async function requestFailingWith(work: () => Promise<unknown>) {
  const options = { log, publicUrl: 'http://localhost', state: () => 'ready' as const, checkStores: async () => true }
  const app: Hono<{ Variables: RequestVariables }> = createApp(options)
  app.get('/v1/work', async (request) => request.json(await work()))
  const response = await app.request('/v1/work')
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() }
}

/** Returns a port on which nothing listens any more. */
async function findClosedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}

test('a request without its database is told to retry soon', async () => {
  const pool = openPool(`postgres://127.0.0.1:${await findClosedPort()}/nowhere`)
  const answer = await requestFailingWith(() => sql`select 1`.execute(createDatabase(pool)))
  expect(answer).toMatchObject({
    status: 503,
    retryAfter: '2',
    body: { code: 'UNAVAILABLE', message: 'The database cannot be reached just now. Please try again in a moment.' },
  })
  expect(logged.at(-1)).toMatch(/ECONNREFUSED.*request lost the database/)
  // The rate limiter has its own connection to the database.
  const limiter = createRateLimiter(pool, { secrets: createSecrets('0'.repeat(64)) })
  const limit = { name: 'calls', per: 'address', times: 5, seconds: 60 } as const
  expect(await requestFailingWith(() => limiter.count([limit], { address: '192.0.2.1' }))).toMatchObject({
    status: 503,
  })
  await pool.end()
})

test('an unreachable property store is not reported as the database, nor is another service', async () => {
  const port = await findClosedPort()
  const store = openRemoteClickHouse(`http://127.0.0.1:${port}`)
  const ofStore = await requestFailingWith(() => store.rows('select 1'))
  expect(ofStore).toMatchObject({
    status: 503,
    retryAfter: '2',
    body: { message: 'The property store cannot be reached just now. Please try again in a moment.' },
  })
  expect(logged.at(-1)).toMatch(/ECONNREFUSED.*property store cannot be reached/)
  await store.close()
  const ofOther = await requestFailingWith(() =>
    Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
  )
  expect(ofOther).toMatchObject({ status: 500, retryAfter: null, body: { code: 'INTERNAL' } })
})
