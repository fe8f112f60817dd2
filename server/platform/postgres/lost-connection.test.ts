import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/stores/database.ts'
import { createDatabase, isLostConnection, openPool } from './database.ts'

const { pool, close } = await testDatabase()
afterAll(close)

const getFailure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => error,
  )

const getConnectError = async (connectionString: string) => {
  const away = openPool(connectionString)
  try {
    const ofPool = await getFailure(away.query('select 1'))
    expect(isLostConnection(ofPool)).toBe(true)
    return await getFailure(sql`select 1`.execute(createDatabase(away)))
  } finally {
    await away.end()
  }
}

test('an unreachable server is a lost connection, on a port and on a socket', async () => {
  expect(isLostConnection(await getConnectError('postgres://127.0.0.1:9/nowhere'))).toBe(true)
  expect(isLostConnection(await getConnectError('postgres:///nowhere?host=/nowhere'))).toBe(true)
})

test('a query whose connection ends has lost its connection', async () => {
  const client = await pool.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const asleep = getFailure(client.query('select pg_sleep(60)'))
  await pool.query('select pg_terminate_backend($1)', [rows[0].pid])
  expect(isLostConnection(await asleep)).toBe(true)
  expect(isLostConnection(await getFailure(client.query('select 1')))).toBe(true)
  client.release(true)
})

test('a transaction whose connection ends has lost its connection, though it cannot be rolled back', async () => {
  const transaction = createDatabase(pool)
    .transaction()
    .execute(async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await sql`select pg_sleep(60)`.execute(db)
    })
  expect(isLostConnection(await getFailure(transaction))).toBe(true)
})

test('a query that the database refuses has not lost its connection', async () => {
  expect(isLostConnection(await getFailure(pool.query('select * from nothing_of_the_kind')))).toBe(false)
  expect(isLostConnection(await getFailure(pool.query('select 1 / 0')))).toBe(false)
  // The request was malformed, for which the server has a code of the same class.
  const malformed = getFailure(pool.query({ text: 'select $1::int', values: [1, 2] }))
  expect(await malformed).toMatchObject({ code: '08P01' })
  expect(isLostConnection(await malformed)).toBe(false)
})
