import { notifications } from '@dooryard/contract/identity/notifications'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { recurringOrders } from '@dooryard/contract/recurring/recurring-orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Task } from '../../../../platform/jobs/jobs.ts'
import { enterpriseUser, signInWithPassword, type TestUser, user } from '../../../../test/factories.ts'
import { type Portal, testPortal } from '../../../../test/portal.ts'
import { noContactProvider } from '../../../contacts/index.ts'
import { getBalance } from '../../../credits/index.ts'
import { queueDueRuns } from './queue-recurring.ts'
import { failAbandonedRuns, runRecurringOrder } from './run-recurring.job.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
})
afterAll(() => portal.close())

const hour = 3_600_000
const day = 24 * hour
const everyDay = { every: 'DAY', time: '08:00', timeZone: 'UTC' } as const
const draft = {
  name: 'New homes',
  criteria: { location: { states: ['TN'] } },
  schedule: everyDay,
  maxLeads: 60,
  monthlyCredits: 1_000,
}

async function createConsumer(body: object = {}, onDemandCredits = 500) {
  const owner = await user(portal, { role: 'CONSUMER_USER', onDemandCredits })
  const created = await owner.as.call(recurringOrders.create, {
    body: { ...draft, campaignType: 'MAIL_READY', ...body },
  })
  expect(created).toMatchObject({ status: 201, body: { status: 'ACTIVE', creditsThisMonth: 0 } })
  return { owner, params: { id: created.body.id } }
}

const signInAgain = ({ email }: TestUser) => signInWithPassword(portal, email)

const listPending = (id: string) =>
  portal.db
    .selectFrom('recurringOrderRuns')
    .innerJoin('recurringOrders', 'recurringOrders.id', 'recurringOrderRuns.recurringOrderId')
    .select(['recurringOrderRuns.id as runId', 'recurringOrders.userId'])
    .where('recurringOrderId', '=', id)
    .where('outcome', '=', 'PENDING')
    .execute()

const runTask = (payload: object, services: Parameters<typeof runRecurringOrder>[0] | undefined = undefined) => {
  const task: Task = runRecurringOrder(services ?? { ...portal.services, contacts: noContactProvider })
  return task(payload, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal })
}

/** A day passes, and all workers look for due runs and run them. */
async function passDay({ owner, params }: Awaited<ReturnType<typeof createConsumer>>, days = 1) {
  portal.clock.advance(days * day)
  await Promise.all([queueDueRuns(portal.services), queueDueRuns(portal.services)])
  for (const run of await listPending(params.id)) await Promise.all([runTask(run), runTask(run)])
  const { as } = await signInAgain(owner)
  const { body } = await as.call(recurringOrders.runs, { params })
  return { as, runs: body.items, now: (await as.call(recurringOrders.get, { params })).body }
}

test('a due time places one order of new leads, however many workers see it, and missed ones are caught up once', async () => {
  const recurring = await createConsumer()
  const { as, runs, now } = await passDay(recurring, 5)
  expect(runs).toMatchObject([
    { outcome: 'ORDERED', ordered: 60, credits: 60, isManual: false, detail: expect.stringContaining('Limit per run') },
  ])
  expect((await as.call(privateOrders.list, { query: { isSingle: 'false' } })).body.items).toMatchObject([
    { orderName: expect.stringMatching(/^New homes, /), quantity: 60, onePerOwner: false, creditsHeld: 60 },
  ])
  expect(now).toMatchObject({ creditsThisMonth: 60, lastRun: { outcome: 'ORDERED' } })
  expect(Date.parse(now.nextRunAt ?? '')).toBeGreaterThan(portal.clock.now().getTime())
})

test('the limit of the month counts held credits, holds under concurrent runs, and ends with the month', async () => {
  const recurring = await createConsumer({ monthlyCredits: 100 })
  const { runs, as } = await passDay(recurring)
  const { params } = recurring
  expect(runs).toMatchObject([{ outcome: 'ORDERED', ordered: 60 }])
  const replies = await Promise.all([1, 2, 3].map(() => as.call(recurringOrders.run, { params })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 409, 409])
  for (const run of await listPending(params.id)) await runTask(run)
  const second = await as.call(recurringOrders.runs, { params })
  expect(second.body.items[0]).toMatchObject({ isManual: true, ordered: 40, credits: 40 })
  expect((await passDay(recurring)).runs[0]).toMatchObject({
    outcome: 'MONTHLY_LIMIT',
    ordered: 0,
    detail: '100 of 100 credits of this month are used.',
  })
  expect((await passDay(recurring, 32)).runs[0]).toMatchObject({ outcome: 'ORDERED' })
})

test('a balance that does not cover a run pauses with a mail until the user resumes', async () => {
  const recurring = await createConsumer({}, 59)
  const { runs, now, as } = await passDay(recurring)
  expect(runs).toMatchObject([{ outcome: 'LOW_BALANCE', detail: 'This run needs 60 credits and you have 59.' }])
  expect(now).toMatchObject({ status: 'PAUSED', pauseReason: 'LOW_BALANCE' })
  expect(now).not.toHaveProperty('nextRunAt')
  expect((await as.call(notifications.list)).body.items).toMatchObject([
    { kind: 'RECURRING_ORDER', title: 'Recurring order paused: New homes', isRead: false },
  ])
  expect(await as.call(recurringOrders.run, recurring)).toMatchObject({ status: 422 })
  expect((await passDay(recurring)).runs).toHaveLength(1)
  const resumed = await (await signInAgain(recurring.owner)).as.call(recurringOrders.resume, recurring)
  expect(resumed.body).toMatchObject({ status: 'ACTIVE' })
  expect(resumed.body).not.toHaveProperty('pauseReason')
  expect(await getBalance(portal.db, recurring.owner.id)).toMatchObject({ onDemandCredits: 59 })
})

test('a followed search is used as it is at the run, and its deletion pauses', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 500 })
  const search = await owner.as.call(savedSearches.create, { body: { name: 'Homes', criteria: draft.criteria } })
  const { criteria: _, ...rest } = draft
  const body = { ...rest, campaignType: 'MAIL_READY' as const, savedSearchId: search.body.id }
  const created = await owner.as.call(recurringOrders.create, { body })
  expect(created.body.savedSearch).toEqual({ id: search.body.id, name: 'Homes', isDeleted: false })
  const none = { property: { stories: { min: 99 } } }
  const searchParams = { params: { id: search.body.id } }
  await owner.as.call(savedSearches.change, { ...searchParams, body: { criteria: none } })
  const recurring = { owner, params: { id: created.body.id } }
  const { runs, as } = await passDay(recurring)
  expect(runs).toMatchObject([{ outcome: 'NO_NEW_MATCHES', matched: 0 }])
  await as.call(savedSearches.remove, searchParams)
  const { now } = await passDay(recurring)
  expect(now).toMatchObject({ pauseReason: 'SEARCH_DELETED', savedSearch: { name: 'Homes', isDeleted: true } })
  const again = await signInAgain(owner)
  expect(await again.as.call(recurringOrders.resume, recurring)).toMatchObject({ status: 422 })
})

test('three failed runs in a row pause, and a run whose worker was killed for good does not block the next', async () => {
  const recurring = await createConsumer()
  const { params } = recurring
  for (const _ of [1, 2]) {
    portal.clock.advance(day)
    await queueDueRuns(portal.services)
    await portal.db.deleteFrom('outboxMails').execute()
    const [run] = await listPending(params.id)
    const broken = {
      ...portal.services,
      contacts: noContactProvider,
      clickhouse: new Proxy(portal.services.clickhouse, failing),
    }
    await expect(runTask(run ?? {}, broken)).rejects.toThrow('no store')
  }
  portal.clock.advance(day)
  await queueDueRuns(portal.services)
  await failAbandonedRuns(portal.services)
  expect(await listPending(params.id)).toHaveLength(1)
  const [run] = await listPending(params.id)
  await portal.pool.query(
    `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where key = $1))`,
    [`recurring-run:${run?.runId}`],
  )
  await failAbandonedRuns(portal.services)
  const { as } = await signInAgain(recurring.owner)
  const { body } = await as.call(recurringOrders.get, { params })
  expect(body).toMatchObject({ status: 'PAUSED', pauseReason: 'FAILED_RUNS', lastRun: { outcome: 'FAILED' } })
})

const failing: ProxyHandler<Portal['services']['clickhouse']> = {
  get: () => () => Promise.reject(new Error('no store')),
}

test('an enterprise order is placed in its campaign, waits for the minimum order, and stops with the account', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 1_000 })
  const { params: campaign, ...body } = { ...draft, params: { campaignId: owner.campaign.id } }
  const create = (more: object) => owner.as.call(recurringOrders.create, { body: { ...body, ...campaign, ...more } })
  expect((await create({ maxLeads: 49 })).body).toMatchObject({
    message: 'A Mail Ready order needs at least 50 leads.',
  })
  expect((await create({ monthlyCredits: 49 })).body).toMatchObject({
    message: 'The smallest Mail Ready order costs 50 credits: allow at least that many per month.',
  })
  const created = await create({ maxLeads: 5_000, monthlyCredits: 5_000 })
  const recurring = { owner, params: { id: created.body.id } }
  await portal.db
    .updateTable('creditSettings')
    .set({ minCampaignVolume: 5_000 })
    .where('key', '=', 'MAIL_READY')
    .execute()
  const waiting = await passDay(recurring)
  await portal.db.updateTable('creditSettings').set({ minCampaignVolume: 50 }).where('key', '=', 'MAIL_READY').execute()
  expect(waiting.runs).toMatchObject([{ outcome: 'BELOW_MINIMUM', ordered: 0 }])
  const { as, runs } = await passDay(recurring)
  expect(runs[0]).toMatchObject({ outcome: 'ORDERED', order: { campaignId: owner.campaign.id } })
  expect((await as.call(orders.list, campaignCall(owner))).body.totalCount).toBe(1)
  await portal.db.updateTable('users').set({ isActive: false }).where('id', '=', owner.id).execute()
  portal.clock.advance(3 * day)
  await queueDueRuns(portal.services)
  expect(await listPending(created.body.id)).toEqual([])
})

const campaignCall = ({ campaign: { id } }: { campaign: { id: string } }) => ({ params: { campaignId: id } })

test('one user cannot see or change the recurring orders of another, and limits can be edited', async () => {
  const { owner, params } = await createConsumer()
  const other = await user(portal, { role: 'CONSUMER_USER' })
  for (const endpoint of [recurringOrders.get, recurringOrders.runs, recurringOrders.pause, recurringOrders.remove])
    expect((await other.as.call(endpoint, { params })).status).toBe(404)
  const changed = await owner.as.call(recurringOrders.change, {
    params,
    body: { name: 'Fridays', schedule: { ...everyDay, every: 'WEEK', weekdays: [5, 5] }, maxLeads: 5 },
  })
  expect(changed.body).toMatchObject({ name: 'Fridays', maxLeads: 5, schedule: { weekdays: [5] } })
  expect(new Date(changed.body.nextRunAt ?? '').getUTCDay()).toBe(5)
  expect((await owner.as.call(recurringOrders.pause, { params })).body).toMatchObject({ pauseReason: 'USER' })
  expect((await owner.as.call(recurringOrders.remove, { params })).status).toBe(204)
  expect((await owner.as.call(recurringOrders.list)).body.items).toEqual([])
})
