import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { account } from '@dooryard/contract/identity/account'
import { auth } from '@dooryard/contract/identity/auth'
import { adminCampaigns } from '@dooryard/contract/orders/admin-campaigns'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import pg from 'pg'
import { call, newDataFolder, type PortalProcess, removeDataFolder, startPortal } from '../support/portal-process.ts'

/** Memory of the whole process in megabytes, and the duration of the slowest ordinary call in milliseconds. */
export type ListMemoryUsage = { atRest: number; atMost: number; slowestMs: number }

async function readMemoryMb({ pid }: PortalProcess, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+)`).exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** Makes ordinary calls until the work is done; returns the longest duration. */
async function measureSlowestCall(portal: PortalProcess, token: string, work: Promise<unknown>): Promise<number> {
  let [isOver, slowest] = [false, 0]
  const over = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const startedAt = performance.now()
    await call(portal.url, token, account.me, {})
    slowest = Math.max(slowest, performance.now() - startedAt)
    await sleep(20)
  }
  await over
  return slowest
}

const signIn = async ({ url }: PortalProcess, role: string) => {
  const body = { email: `${role}@dooryard.test`, password: 'dooryard-demo' }
  return (await call(url, undefined, auth.login, { body })).accessToken
}

/** Of each kind, half a page is as the API accepts it now, and half as it was accepted before. */
const halfPage = 50

/** Saves searches and campaigns with these criteria, and places an order, all through the API. */
async function createLargeRows({ url }: PortalProcess, token: string, criteria: Criteria): Promise<void> {
  for (let at = 0; at < halfPage; at++) {
    await call(url, token, savedSearches.create, { body: { name: `Large ${at}`, criteria } })
    const body = { name: `Large ${at}`, campaignType: 'MAIL_READY' as const, criteria }
    const { id: campaignId } = await call(url, token, campaigns.create, { body })
    const params = { campaignId }
    if (at === 0) await call(url, token, orders.place, { params, body: { orderName: 'Large', quantity: 50 } })
  }
}

/** Copies a row of a table `times` times with other criteria. Generated columns are generated again. */
async function copyRow(client: pg.Client, table: string, nameColumn: string, criteria: Criteria, times: number) {
  const { rows } = await client.query(
    `select string_agg(quote_ident(column_name), ', ') as others from information_schema.columns
    where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'
      and column_name not in ('id', 'criteria', 'criteria_ids', $2)`,
    [table, nameColumn],
  )
  const { others } = rows[0]
  await client.query(
    `insert into ${table} (id, criteria, ${nameColumn}, ${others})
    select gen_random_uuid(), $1::jsonb, 'Of before ' || n, ${others}
    from (select * from ${table} where ${nameColumn} like 'Large%' limit 1) one, generate_series(1, $2::integer) n`,
    [JSON.stringify(criteria), times],
  )
}

/** Inserts searches, campaigns and orders as they could be stored before criteria had a limit. */
async function insertLegacyRows({ folder }: PortalProcess, criteria: Criteria): Promise<void> {
  const client = new pg.Client({ host: join(folder, 'postgres/run'), user: 'dooryard', database: 'postgres' })
  await client.connect()
  try {
    await copyRow(client, 'saved_searches', 'name', criteria, halfPage)
    await copyRow(client, 'campaigns', 'name', criteria, halfPage)
    await copyRow(client, 'orders', 'order_name', criteria, 2 * halfPage)
    await client.query(`insert into credit_holds (id, user_id, order_id, subscription, on_demand)
      select gen_random_uuid(), user_id, id, 0, 0 from orders on conflict do nothing`)
  } finally {
    await client.end()
  }
}

type ListLoad = {
  /** The largest criteria that the API accepts, and the largest that it accepted before. */
  criteria: Criteria
  before: Criteria
  times: number
}

/**
 * Measures the memory of a separate portal process while lists of large rows are requested concurrently: ten of saved
 * searches, thirty of campaigns and ten of orders, those of administrators included, each of a hundred rows, repeated
 * `times` times.
 */
export async function measureListMemory({ criteria, before, times }: ListLoad): Promise<ListMemoryUsage> {
  const folder = await newDataFolder()
  const portal = await startPortal(folder)
  try {
    const { url } = portal
    const [owner, admin] = [await signIn(portal, 'enterprise'), await signIn(portal, 'admin')]
    await createLargeRows(portal, owner, criteria)
    await insertLegacyRows(portal, before)
    await sleep(2_000)
    const atRest = await readMemoryMb(portal, 'VmRSS')
    const query = { limit: 100 }
    const requestLists = async () => {
      for (let time = 0; time < times; time++) {
        const lists = Array.from({ length: 10 }, () => [
          call(url, owner, savedSearches.list, { query }),
          call(url, owner, campaigns.list, { query }),
          call(url, owner, campaigns.list, { query }),
          call(url, admin, adminCampaigns.list, { query }),
          call(url, admin, adminOrders.list, { query }),
        ])
        const pages = await Promise.all(lists.flat())
        for (const { items } of pages) if (items.length !== 100) throw new Error(`a list has ${items.length} items`)
      }
    }
    const slowestMs = await measureSlowestCall(portal, await signIn(portal, 'consumer'), requestLists())
    return { atRest, atMost: await readMemoryMb(portal, 'VmHWM'), slowestMs }
  } finally {
    await portal.kill('SIGTERM')
    await removeDataFolder(folder)
  }
}
