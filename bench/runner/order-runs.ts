import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CampaignType } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { properties } from '@dooryard/contract/properties/properties'
import { sql } from 'kysely'
import { grantCredits } from '../../server/modules/credits/index.ts'
import type { Services } from '../../server/platform/context.ts'
import { addJob, startWorker } from '../../server/platform/jobs/jobs.ts'
import type { Pool } from '../../server/platform/postgres/database.ts'
import { counties } from '../data/questions.ts'
import { measureTime, summarizeTimes } from './measure.ts'
import type { CallApi, openPortal } from './portal.ts'

type OrderRunContext = { services: Services; portal: Awaited<ReturnType<typeof openPortal>>; leads: number }

const minEstimatedValue = 50_000
/** Every home with an estimated value, which is more than any order requests. */
const criteria = { property: { estimatedValue: { min: minEstimatedValue } } }

/** Milliseconds that the store itself takes to select as many rows in the same order and to write them to a file. */
export async function measureEngineWrite({ services: { clickhouse }, leads }: OrderRunContext): Promise<number> {
  const file = join(tmpdir(), `dooryard-bench-${randomUUID()}.csv`)
  const write = () =>
    clickhouse.run(`select owner_names, owner_type, mailing_address, mailing_city, mailing_state, mailing_zip, address, unit,
        city, state, zip, county_fips, apn, asset_sub_group, use_code, use_description, bedrooms, bathrooms,
        living_area_sqft, year_built, assessed_value, market_value, last_sale_date, last_sale_price
      from properties where is_mailable and estimated_value >= ${minEstimatedValue}
      order by cityHash64(property_id, ''), property_id limit ${leads} into outfile '${file}' format CSVWithNames`)
  try {
    return (await measureTime(write)).ms
  } finally {
    await rm(file, { force: true })
  }
}

/** Creates a user with credits for `leads` leads of either type. */
async function createBuyer({ services, portal, leads }: OrderRunContext): Promise<{ ask: CallApi; userId: string }> {
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

const placeOrder = (ask: CallApi, campaignType: CampaignType, quantity: number, orderCriteria: Criteria = criteria) =>
  ask(privateOrders.place, { orderName: 'Measured', campaignType, quantity, criteria: orderCriteria })

/** Waits until all orders of the users have ended. */
async function waitUntilAllDone({ db }: Services, userIds: readonly string[]): Promise<void> {
  const countInProgress = () =>
    db
      .selectFrom('orders')
      .select('id')
      .where('userId', 'in', userIds)
      .where('internalStatus', 'not in', ['READY', 'FAILED', 'CANCELLED'])
      .limit(1)
      .executeTakeFirst()
  while (await countInProgress()) await sleep(20)
}

/** One large order from the request to its file: milliseconds, leads delivered, and peak memory. */
export async function measureOneOrder(orderRun: OrderRunContext, campaignType: CampaignType) {
  const { ask, userId } = await createBuyer(orderRun)
  const before = process.memoryUsage.rss()
  let most = before
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 50)
  const { ms } = await measureTime(async () => {
    await placeOrder(ask, campaignType, orderRun.leads)
    await waitUntilAllDone(orderRun.services, [userId])
  }).finally(() => clearInterval(looking))
  const order = await orderRun.services.db
    .selectFrom('orders')
    .select(['deliveredQuantity', 'failureReason'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  if (order.failureReason) console.log(order.failureReason)
  return { ms, delivered: order.deliveredQuantity, megabytes: (most - before) / 1e6 }
}

let turn = 5_000_000

/** Counts a county with criteria that were not used before. */
function countNextCounty(ask: CallApi) {
  turn += 1
  const county = counties[turn % counties.length] ?? ''
  return ask(properties.count, {
    criteria: { location: { counties: [county] }, property: { estimatedValue: { min: turn } } },
  })
}

const between = 40

/** County counts alone, and while an order of each type is in progress. */
export async function measureOrdersDuringCounts(orderRun: OrderRunContext) {
  const users = await Promise.all([createBuyer(orderRun), createBuyer(orderRun)])
  const [first, second] = users
  const alone: number[] = []
  const counted = async (times: number[]) => {
    times.push((await measureTime(() => countNextCounty(first.ask))).ms)
    await sleep(between)
  }
  for (let at = 0; at < 100; at++) await counted(alone)
  await Promise.all([
    placeOrder(first.ask, 'CALL_READY', orderRun.leads),
    placeOrder(second.ask, 'MAIL_READY', orderRun.leads),
  ])
  let isOver = false
  const over = waitUntilAllDone(
    orderRun.services,
    users.map(({ userId }) => userId),
  ).then(() => {
    isOver = true
  })
  const beside: number[] = []
  while (!isOver) await counted(beside)
  await over
  return { alone: summarizeTimes(alone).median, beside: summarizeTimes(beside).median, counts: beside.length }
}

const ordersPerUser = 20
/** A typical order. */
const buildCountyCriteria = (at: number): Criteria => ({
  ...criteria,
  location: { counties: [counties[at % counties.length] ?? ''] },
})
const leadsPerOrder = 100

/**
 * Many small orders of many users, all placed at once: orders per second until the last has ended, and the failures.
 */
export async function measureManyOrders(orderRun: OrderRunContext, orders: number) {
  const users = await Promise.all(
    Array.from({ length: Math.ceil(orders / ordersPerUser) }, () =>
      createBuyer({ ...orderRun, leads: 10 * leadsPerOrder * ordersPerUser }),
    ),
  )
  const userIds = users.map(({ userId }) => userId)
  const { ms } = await measureTime(async () => {
    await Promise.all(
      users.map(async ({ ask }, user) => {
        const own = Math.min(ordersPerUser, orders - user * ordersPerUser)
        for (let at = 0; at < own; at++)
          await placeOrder(ask, at % 2 ? 'CALL_READY' : 'MAIL_READY', leadsPerOrder, buildCountyCriteria(at))
      }),
    )
    await waitUntilAllDone(orderRun.services, userIds)
  })
  const { ready, twice } = await sql<{ ready: number; twice: number }>`
    select (select count(*) from orders where user_id = any(${userIds}) and internal_status = 'READY'
        and delivered_quantity = ${leadsPerOrder})::int as ready,
      (select count(*) from (select 1 from order_leads l join orders o on o.id = l.order_id
        where o.user_id = any(${userIds}) and not l.is_repeat
        group by o.user_id, o.campaign_type, l.property_id, l.owner_key having count(*) > 1) again)::int as twice`
    .execute(orderRun.services.db)
    .then(({ rows: [row] }) => row ?? { ready: 0, twice: 0 })
  return { perSecond: (orders / ms) * 1000, lost: orders - ready, twice }
}

type RawJobsOptions = { services: Services; pool: Pool; jobs: number; workerConcurrency: number }

/** As many empty jobs, added one by one and run like orders: jobs per second. */
export async function measureRawJobs({
  services: { db, log },
  pool,
  jobs,
  workerConcurrency,
}: RawJobsOptions): Promise<number> {
  let done = 0
  const nothing = async () => {
    done += 1
  }
  const worker = await startWorker({ pool, tasks: { 'bench-nothing': nothing }, concurrency: workerConcurrency, log })
  try {
    const { ms } = await measureTime(async () => {
      for (let at = 0; at < jobs; at++) await addJob(db, 'bench-nothing', { at })
      while (done < jobs) await sleep(5)
    })
    return (jobs / ms) * 1000
  } finally {
    await worker.stop()
  }
}
