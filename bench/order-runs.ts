import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Criteria } from '@dooryard/contract/criteria'
import { privateOrders } from '@dooryard/contract/orders'
import { properties } from '@dooryard/contract/properties'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { sql } from 'kysely'
import { grantCredits } from '../server/modules/credits/index.ts'
import type { Services } from '../server/platform/context.ts'
import { addJob, startWorker } from '../server/platform/jobs.ts'
import type { Pool } from '../server/platform/postgres/database.ts'
import { timed, timingOf } from './measure.ts'
import type { Ask, openPortal } from './portal.ts'
import { counties } from './questions.ts'

type Given = { services: Services; portal: Awaited<ReturnType<typeof openPortal>>; leads: number }

const worth = 50_000
/** Every home that is worth something: more than any order asks for. */
const criteria = { property: { estimatedValue: { min: worth } } }

/** Milliseconds that the store itself takes to choose as many rows in the same order, and to write them to a file. */
export async function asTheEngineWrites({ services: { clickhouse }, leads }: Given): Promise<number> {
  const file = join(tmpdir(), `dooryard-bench-${randomUUID()}.csv`)
  const write = () =>
    clickhouse.run(`select owner_names, owner_type, mailing_address, mailing_city, mailing_state, mailing_zip, address, unit,
        city, state, zip, county_fips, apn, asset_sub_group, use_code, use_description, bedrooms, bathrooms,
        living_area_sqft, year_built, assessed_value, market_value, last_sale_date, last_sale_price
      from properties where is_mailable and estimated_value >= ${worth}
      order by cityHash64(property_id, ''), property_id limit ${leads} into outfile '${file}' format CSVWithNames`)
  try {
    return (await timed(write)).ms
  } finally {
    await rm(file, { force: true })
  }
}

/** Somebody with credits for `leads` leads of either type, who asks for them. */
async function buyer({ services, portal, leads }: Given): Promise<{ ask: Ask; userId: string }> {
  const name = `bench-${randomUUID()}`
  const { ask, email } = await portal.buyer(name)
  const { id: userId } = await services.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const grant = { userId, reason: 'To be measured with', actor: 'bench', bucket: 'ON_DEMAND' } as const
  await grantCredits(services.db, { ...grant, amount: leads * 10 })
  return { ask, userId }
}

const place = (ask: Ask, campaignType: CampaignType, quantity: number, asked: Criteria = criteria) =>
  ask(privateOrders.place, { orderName: 'Measured', campaignType, quantity, criteria: asked })

/** Waits until all of some users' orders are over. */
async function allOver({ db }: Services, userIds: readonly string[]): Promise<void> {
  const underWay = () =>
    db
      .selectFrom('orders')
      .select('id')
      .where('userId', 'in', userIds)
      .where('internalStatus', 'not in', ['READY', 'FAILED', 'CANCELLED'])
      .limit(1)
      .executeTakeFirst()
  while (await underWay()) await sleep(20)
}

/** One large order from the click to its file: milliseconds, leads delivered, and the most memory that it took. */
export async function oneOrder(given: Given, campaignType: CampaignType) {
  const { ask, userId } = await buyer(given)
  const before = process.memoryUsage.rss()
  let most = before
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 50)
  const { ms } = await timed(async () => {
    await place(ask, campaignType, given.leads)
    await allOver(given.services, [userId])
  }).finally(() => clearInterval(looking))
  const order = await given.services.db
    .selectFrom('orders')
    .select(['deliveredQuantity', 'failureReason'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  if (order.failureReason) console.log(order.failureReason)
  return { ms, delivered: order.deliveredQuantity, megabytes: (most - before) / 1e6 }
}

let turn = 5_000_000

/** A count of a county that nobody has asked for before. */
function countCounty(ask: Ask) {
  turn += 1
  const county = counties[turn % counties.length] ?? ''
  return ask(properties.count, {
    criteria: { location: { counties: [county] }, property: { estimatedValue: { min: turn } } },
  })
}

const between = 40

/** County counts alone, and while an order of each type is worked on. */
export async function twoOrdersBesideCounts(given: Given) {
  const users = await Promise.all([buyer(given), buyer(given)])
  const [first, second] = users
  const alone: number[] = []
  const counted = async (times: number[]) => {
    times.push((await timed(() => countCounty(first.ask))).ms)
    await sleep(between)
  }
  for (let at = 0; at < 100; at++) await counted(alone)
  await Promise.all([place(first.ask, 'CALL_READY', given.leads), place(second.ask, 'MAIL_READY', given.leads)])
  let isOver = false
  const over = allOver(
    given.services,
    users.map(({ userId }) => userId),
  ).then(() => {
    isOver = true
  })
  const beside: number[] = []
  while (!isOver) await counted(beside)
  await over
  return { alone: timingOf(alone).median, beside: timingOf(beside).median, counts: beside.length }
}

const ordersOfAUser = 20
/** As most people order. */
const ofCounty = (at: number): Criteria => ({
  ...criteria,
  location: { counties: [counties[at % counties.length] ?? ''] },
})
const leadsOfAnOrder = 100

/** Many small orders of many users, all placed at once: orders a second until the last is over, and what went wrong. */
export async function manyOrders(given: Given, orders: number) {
  const users = await Promise.all(
    Array.from({ length: Math.ceil(orders / ordersOfAUser) }, () =>
      buyer({ ...given, leads: 10 * leadsOfAnOrder * ordersOfAUser }),
    ),
  )
  const userIds = users.map(({ userId }) => userId)
  const { ms } = await timed(async () => {
    await Promise.all(
      users.map(async ({ ask }, user) => {
        const own = Math.min(ordersOfAUser, orders - user * ordersOfAUser)
        for (let at = 0; at < own; at++)
          await place(ask, at % 2 ? 'CALL_READY' : 'MAIL_READY', leadsOfAnOrder, ofCounty(at))
      }),
    )
    await allOver(given.services, userIds)
  })
  const { ready, twice } = await sql<{ ready: number; twice: number }>`
    select (select count(*) from orders where user_id = any(${userIds}) and internal_status = 'READY'
        and delivered_quantity = ${leadsOfAnOrder})::int as ready,
      (select count(*) from (select 1 from order_leads l join orders o on o.id = l.order_id
        where o.user_id = any(${userIds}) and not l.is_repeat
        group by o.user_id, o.campaign_type, l.property_id, l.owner_key having count(*) > 1) again)::int as twice`
    .execute(given.services.db)
    .then(({ rows: [row] }) => row ?? { ready: 0, twice: 0 })
  return { perSecond: (orders / ms) * 1000, lost: orders - ready, twice }
}

type RawJobs = { services: Services; pool: Pool; jobs: number; worksAtOnce: number }

/** As many jobs that do nothing, added one by one and worked on as orders are: jobs a second. */
export async function rawJobs({ services: { db, log }, pool, jobs, worksAtOnce }: RawJobs): Promise<number> {
  let done = 0
  const nothing = async () => {
    done += 1
  }
  const worker = await startWorker({ pool, tasks: { 'bench-nothing': nothing }, concurrency: worksAtOnce, log })
  try {
    const { ms } = await timed(async () => {
      for (let at = 0; at < jobs; at++) await addJob(db, 'bench-nothing', { at })
      while (done < jobs) await sleep(5)
    })
    return (jobs / ms) * 1000
  } finally {
    await worker.stop()
  }
}
