import { createServer } from 'node:net'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openRemoteClickHouse } from '../clickhouse/remote.ts'
import { createLog } from '../log.ts'
import { createDatabase, openPool } from '../postgres/database.ts'
import { secretsFrom } from '../secrets.ts'
import { createApp } from './app.ts'
import type { Web } from './handlers.ts'
import { createLimiter } from './limits.ts'

const logged: string[] = []
const log = createLog('warn', { write: (line) => void logged.push(line) })

/** What is answered where the work fails so. */
async function answerTo(work: () => Promise<unknown>) {
  const options = { log, publicUrl: 'http://localhost', state: () => 'ready' as const, storesAnswer: async () => true }
  const app: Hono<{ Variables: Web }> = createApp(options)
  app.get('/v1/work', async (request) => request.json(await work()))
  const response = await app.request('/v1/work')
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() }
}

/** A port where nobody answers any more. */
async function deadPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}

test('without its database a request is asked to come again soon', async () => {
  const pool = openPool(`postgres://127.0.0.1:${await deadPort()}/nowhere`)
  const answer = await answerTo(() => sql`select 1`.execute(createDatabase(pool)))
  expect(answer).toMatchObject({
    status: 503,
    retryAfter: '2',
    body: { code: 'UNAVAILABLE', message: 'The database cannot be reached just now. Please try again in a moment.' },
  })
  expect(logged.at(-1)).toMatch(/ECONNREFUSED.*request lost the database/)
  // Those who count calls have a way of their own to the database.
  const limiter = createLimiter(pool, { secrets: secretsFrom('0'.repeat(64)) })
  const limit = { name: 'calls', per: 'address', times: 5, seconds: 60 } as const
  expect(await answerTo(() => limiter.count([limit], { address: '192.0.2.1' }))).toMatchObject({ status: 503 })
  await pool.end()
})

test('a property store that is away is not called the database, and neither is anybody else', async () => {
  const port = await deadPort()
  const store = openRemoteClickHouse(`http://127.0.0.1:${port}`)
  const ofStore = await answerTo(() => store.rows('select 1'))
  expect(ofStore).toMatchObject({
    status: 503,
    retryAfter: '2',
    body: { message: 'The property store cannot be reached just now. Please try again in a moment.' },
  })
  expect(logged.at(-1)).toMatch(/ECONNREFUSED.*property store cannot be reached/)
  await store.close()
  const ofOther = await answerTo(() => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })))
  expect(ofOther).toMatchObject({ status: 500, retryAfter: null, body: { code: 'INTERNAL' } })
})
