import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { adminCampaigns } from '@dooryard/contract/admin-campaigns'
import { adminOrders } from '@dooryard/contract/admin-orders'
import { pathOf } from '@dooryard/contract/endpoint'
import { privateOrders } from '@dooryard/contract/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterpriseUser, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'

const portal = await testPortal()
afterAll(portal.close)

// Ten batches, so that none of the exports is over by the time its reader leaves.
beforeAll(async () => {
  await enterpriseUser(portal)
  const { as } = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 50 })
  const what = { campaignType: 'MAIL_READY' as const, criteria: { location: { states: ['TN'] } } }
  await as.call(privateOrders.place, { body: { orderName: 'First', quantity: 50, ...what } })
  for (const table of ['campaigns', 'orders'] as const) await multiply(table, 20_000)
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

/** The search for the next rows of a list, wherever it runs or has run last. */
const batches = (table: string) => `select state, query_start from pg_stat_activity
  where query like '%from "${table}" listed%' and query not like '%pg_stat_activity%'`
const rowsOf = async (query: string, values?: unknown[]) => (await portal.pool.query(query, values)).rows
const running = async (table: string) => (await rowsOf(`${batches(table)} and state = 'active'`)).length

test.each([
  ['campaigns', adminCampaigns.export],
  ['orders', adminOrders.export],
] as const)('an export of %s asks the database for nothing more once its reader has left', async (table, endpoint) => {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  const headers = { authorization: `Bearer ${as.token}` }
  const answer = await new Promise<IncomingMessage>((resolve) => {
    get(portal.url + pathOf(endpoint, {}), { headers }, resolve)
  })
  expect(answer.statusCode).toBe(200)
  answer.on('error', () => undefined)
  await new Promise((resolve) => answer.once('data', resolve))
  // Its next batch waits here until the reader is gone.
  const lock = await portal.pool.connect()
  await lock.query(`begin; lock table ${table} in access exclusive mode`)
  await expect.poll(() => running(table)).toBe(1)
  answer.destroy()
  await sleep(200)
  const [{ released }] = (await lock.query('select clock_timestamp() as released')).rows
  await lock.query('commit')
  lock.release()
  await expect.poll(() => running(table)).toBe(0)
  await sleep(300)
  expect(await rowsOf(`${batches(table)} and query_start > $1`, [released])).toEqual([])
})
