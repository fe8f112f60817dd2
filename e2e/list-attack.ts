import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { account } from '@dooryard/contract/account'
import { adminCampaigns } from '@dooryard/contract/admin-campaigns'
import { adminOrders } from '@dooryard/contract/admin-orders'
import { auth } from '@dooryard/contract/auth'
import { campaigns } from '@dooryard/contract/campaigns'
import type { Criteria } from '@dooryard/contract/criteria'
import { orders } from '@dooryard/contract/orders'
import { savedSearches } from '@dooryard/contract/saved-searches'
import pg from 'pg'
import { call, newDataFolder, type PortalProcess, removeDataFolder, startPortal } from './portal-process.ts'

/** Megabytes of the whole process, and how long an ordinary call took at worst, in milliseconds. */
export type Held = { atRest: number; atMost: number; slowestMs: number }

async function megabytesOf({ pid }: PortalProcess, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+)`).exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** Every so often until it is over, an ordinary call: gives the longest that one took. */
async function slowestWhile(portal: PortalProcess, token: string, work: Promise<unknown>): Promise<number> {
  let [isOver, slowest] = [false, 0]
  const over = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const begun = performance.now()
    await call(portal.url, token, account.me, {})
    slowest = Math.max(slowest, performance.now() - begun)
    await sleep(20)
  }
  await over
  return slowest
}

const signIn = async ({ url }: PortalProcess, role: string) => {
  const body = { email: `${role}@dooryard.test`, password: 'dooryard-demo' }
  return (await call(url, undefined, auth.login, { body })).accessToken
}

/** Of each kind half a page is as calls take it now, and half as it was taken before. */
const half = 50

/** Saves searches and campaigns of these criteria, and places an order, all by calls. */
async function fill({ url }: PortalProcess, token: string, criteria: Criteria): Promise<void> {
  for (let at = 0; at < half; at++) {
    await call(url, token, savedSearches.create, { body: { name: `Large ${at}`, criteria } })
    const body = { name: `Large ${at}`, campaignType: 'MAIL_READY' as const, criteria }
    const { id: campaignId } = await call(url, token, campaigns.create, { body })
    const params = { campaignId }
    if (at === 0) await call(url, token, orders.place, { params, body: { orderName: 'Large', quantity: 50 } })
  }
}

/** Copies a row of a table as often as said, with other criteria. Columns that the database makes it makes again. */
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

/** Adds searches, campaigns and orders as they could be stored before criteria had a limit. */
async function fillAsBefore({ folder }: PortalProcess, criteria: Criteria): Promise<void> {
  const client = new pg.Client({ host: join(folder, 'postgres/run'), user: 'dooryard', database: 'postgres' })
  await client.connect()
  try {
    await copyRow(client, 'saved_searches', 'name', criteria, half)
    await copyRow(client, 'campaigns', 'name', criteria, half)
    await copyRow(client, 'orders', 'order_name', criteria, 2 * half)
    await client.query(`insert into credit_holds (id, user_id, order_id, subscription, on_demand)
      select gen_random_uuid(), user_id, id, 0, 0 from orders on conflict do nothing`)
  } finally {
    await client.end()
  }
}

type Attack = {
  /** The largest that calls take, and the largest that were taken before. */
  criteria: Criteria
  before: Criteria
  times: number
}

/**
 * What a portal in a process of its own holds while lists of large things are asked for at once: ten of saved searches,
 * thirty of campaigns and ten of orders, with those of administrators, each of a hundred rows, and all of it `times` over.
 */
export async function attackLists({ criteria, before, times }: Attack): Promise<Held> {
  const folder = await newDataFolder()
  const portal = await startPortal(folder)
  try {
    const { url } = portal
    const [owner, admin] = [await signIn(portal, 'enterprise'), await signIn(portal, 'admin')]
    await fill(portal, owner, criteria)
    await fillAsBefore(portal, before)
    await sleep(2_000)
    const atRest = await megabytesOf(portal, 'VmRSS')
    const query = { limit: 100 }
    const attack = async () => {
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
    const slowestMs = await slowestWhile(portal, await signIn(portal, 'consumer'), attack())
    return { atRest, atMost: await megabytesOf(portal, 'VmHWM'), slowestMs }
  } finally {
    await portal.kill('SIGTERM')
    await removeDataFolder(folder)
  }
}
