import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { buildPath } from '@dooryard/contract/api/endpoint'
import { adminCampaigns } from '@dooryard/contract/orders/admin-campaigns'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { enterpriseUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = await testPortal({ demoRows: 1_000 })
afterAll(portal.close)

// Four batches, so that no export has finished by the time its reader disconnects.
beforeAll(async () => {
  await enterpriseUser(portal)
  const { as } = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 100 })
  const what = { campaignType: 'MAIL_READY' as const, criteria: { location: { states: ['TN'] } } }
  const placed = await as.call(privateOrders.place, { body: { orderName: 'First', quantity: 50, ...what } })
  expect(placed.status).toBe(201)
  for (const table of ['campaigns', 'orders'] as const) await multiplyRows(table, 7_000)
  await portal.pool.query(`
    insert into credit_holds (id, user_id, order_id, subscription, on_demand)
      select gen_random_uuid(), user_id, id, 0, 50 from orders on conflict do nothing`)
})

/** Duplicates the single row of a table `count` times. */
async function multiplyRows(table: 'campaigns' | 'orders', count: number) {
  const columns = await portal.pool.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
      where table_name = $1 and column_name <> 'id' and is_generated = 'NEVER'`,
    [table],
  )
  const names = columns.rows[0]?.names
  await portal.pool.query(
    `insert into ${table} (id, ${names}) select gen_random_uuid(), ${names} from ${table}, generate_series(1, ${count})`,
  )
}

/** Locks a table until the returned function is called or the test ends. */
async function lockTable(table: string): Promise<() => void> {
  const client = await portal.pool.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  let isHeld = true
  const free = () => {
    if (isHeld) client.release(true)
    isHeld = false
  }
  onTestFinished(free)
  return free
}

/** Statements that are currently waiting for a lock. */
const listWaitingQueries = async () =>
  (
    await portal.pool.query<{ query: string }>(
      `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rows.map(({ query }) => query)

const expectWaitFor = (table: string) =>
  expect.poll(listWaitingQueries).toEqual([expect.stringContaining(`from "${table}"`)])

/** The server side of every connection opened from now on, until the test ends. */
function trackConnections(): Socket[] {
  const accepted: Socket[] = []
  // Shape of a `net.server.socket` message.
  const take = (message: unknown) => void accepted.push((message as { socket: Socket }).socket)
  subscribe('net.server.socket', take)
  onTestFinished(() => void unsubscribe('net.server.socket', take))
  return accepted
}

/** Releases one lock and lets the waiting query block on the next one. */
async function moveLock(free: () => void, next: string) {
  const freeNext = await lockTable(next)
  free()
  await expectWaitFor(next)
  return freeNext
}

test.each([
  ['campaigns', buildPath(adminCampaigns.export, {})],
  ['orders', buildPath(adminOrders.export, { query: { kind: 'CONSUMER' } })],
])('an export of %s stops querying the database once its reader disconnects', async (table, path) => {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  const headers = { authorization: `Bearer ${as.token}` }
  const accepted = trackConnections()
  // Each batch reads its rows first, then their owners.
  const rowsOfFirst = await lockTable(table)
  const answered = new Promise<IncomingMessage>((resolve) => {
    get(portal.url + path, { headers }, resolve)
  })
  await expectWaitFor(table)
  const rowsOfSecond = await moveLock(await moveLock(rowsOfFirst, 'users'), table)
  const answer = await answered
  expect(answer.statusCode).toBe(200)
  answer.on('error', () => undefined)
  await new Promise((resolve) => answer.once('data', resolve))
  const ownersOfSecond = await moveLock(rowsOfSecond, 'users')
  await lockTable(table)
  const connection = accepted.find(({ remotePort }) => remotePort === answer.socket.localPort)
  if (!connection) throw new Error('the portal accepted no such connection')
  const hasLeft = once(connection, 'close')
  answer.destroy()
  await hasLeft
  ownersOfSecond()
  await expect.poll(listWaitingQueries).toEqual([])
  // A third batch would show up as waiting well before 50 polls.
  for (let look = 0; look < 50; look++) expect(await listWaitingQueries()).toEqual([])
})
