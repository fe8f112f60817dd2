import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { adminCampaigns } from '@dooryard/contract/admin-campaigns'
import { adminOrders } from '@dooryard/contract/admin-orders'
import { pathOf } from '@dooryard/contract/endpoint'
import { privateOrders } from '@dooryard/contract/orders'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { enterpriseUser, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'

const portal = await testPortal()
afterAll(portal.close)

// Four batches, so that none of the exports is over by the time its reader leaves.
beforeAll(async () => {
  await enterpriseUser(portal)
  const { as } = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 100 })
  const what = { campaignType: 'MAIL_READY' as const, criteria: { location: { states: ['TN'] } } }
  const placed = await as.call(privateOrders.place, { body: { orderName: 'First', quantity: 50, ...what } })
  expect(placed.status).toBe(201)
  for (const table of ['campaigns', 'orders'] as const) await multiply(table, 7_000)
  await portal.pool.query(`
    insert into credit_holds (id, user_id, order_id, subscription, on_demand)
      select gen_random_uuid(), user_id, id, 0, 50 from orders on conflict do nothing`)
})

/** Adds so many copies of the one row of a table. */
async function multiply(table: 'campaigns' | 'orders', count: number) {
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

/** Keeps everybody from a table until the returned function is called, or the test is over. */
async function locked(table: string): Promise<() => void> {
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

/** What is asked of the database just now and waits for a lock. */
const waiting = async () =>
  (
    await portal.pool.query<{ query: string }>(
      `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rows.map(({ query }) => query)

const waitsFor = (table: string) => expect.poll(waiting).toEqual([expect.stringContaining(`from "${table}"`)])

/** The portal's end of every connection that is made from now on, until the test is over. */
function connections(): Socket[] {
  const accepted: Socket[] = []
  // A `net.server.socket` message is of this shape.
  const take = (message: unknown) => void accepted.push((message as { socket: Socket }).socket)
  subscribe('net.server.socket', take)
  onTestFinished(() => void unsubscribe('net.server.socket', take))
  return accepted
}

/** Lets go of one lock and has whoever waited for it wait for the next. */
async function passOn(free: () => void, next: string) {
  const freeNext = await locked(next)
  free()
  await waitsFor(next)
  return freeNext
}

test.each([
  ['campaigns', pathOf(adminCampaigns.export, {})],
  ['orders', pathOf(adminOrders.export, { query: { kind: 'CONSUMER' } })],
])('an export of %s asks the database for nothing more once its reader has left', async (table, path) => {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  const headers = { authorization: `Bearer ${as.token}` }
  const accepted = connections()
  // Of each batch the rows are looked for first, and then their owners.
  const rowsOfFirst = await locked(table)
  const answered = new Promise<IncomingMessage>((resolve) => {
    get(portal.url + path, { headers }, resolve)
  })
  await waitsFor(table)
  const rowsOfSecond = await passOn(await passOn(rowsOfFirst, 'users'), table)
  const answer = await answered
  expect(answer.statusCode).toBe(200)
  answer.on('error', () => undefined)
  await new Promise((resolve) => answer.once('data', resolve))
  const ownersOfSecond = await passOn(rowsOfSecond, 'users')
  await locked(table)
  const connection = accepted.find(({ remotePort }) => remotePort === answer.socket.localPort)
  if (!connection) throw new Error('the portal accepted no such connection')
  const hasLeft = once(connection, 'close')
  answer.destroy()
  await hasLeft
  ownersOfSecond()
  await expect.poll(waiting).toEqual([])
  // A third batch would wait for its rows, long before so many looks were over.
  for (let look = 0; look < 50; look++) expect(await waiting()).toEqual([])
})
