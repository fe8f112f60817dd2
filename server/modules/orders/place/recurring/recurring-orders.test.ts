import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { recurringOrders } from '@dooryard/contract/recurring/recurring-orders'
import { afterAll, expect, test } from 'vitest'
import { enterpriseUser, user } from '../../../../test/factories.ts'
import { testPortal } from '../../../../test/portal.ts'
import { queueDueRuns } from './queue-recurring.ts'
import { createRecurringHarness, day, draft, everyDay } from './recurring-orders.fixture.ts'

const portal = await testPortal({ demoRows: 1_000 })
afterAll(portal.close)
const { createConsumer, moveToMidMonth, signInAgain, listPending, runTask, passDay, completeOrders } =
  createRecurringHarness(portal)

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

test('the limit of the month counts the credits of its orders, holds under concurrent runs, and ends with the month', async () => {
  moveToMidMonth()
  const recurring = await createConsumer({ monthlyCredits: 100 })
  const { runs, as } = await passDay(recurring)
  const { params } = recurring
  expect(runs).toMatchObject([{ outcome: 'ORDERED', ordered: 60 }])
  await completeOrders(recurring)
  const replies = await Promise.all([1, 2, 3].map(() => as.call(recurringOrders.run, { params })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 409, 409])
  for (const run of await listPending(params.id)) await runTask(run)
  const second = await as.call(recurringOrders.runs, { params })
  expect(second.body.items[0]).toMatchObject({ isManual: true, ordered: 40, credits: 40 })
  await completeOrders(recurring)
  expect((await passDay(recurring)).runs[0]).toMatchObject({
    outcome: 'MONTHLY_LIMIT',
    ordered: 0,
    detail: '100 of 100 credits of this month are used.',
  })
  expect((await passDay(recurring, 32)).runs[0]).toMatchObject({ outcome: 'ORDERED' })
})

test('a due time that finds a run pending is skipped, and the run log says why', async () => {
  const recurring = await createConsumer()
  portal.clock.advance(day)
  await queueDueRuns(portal.services)
  portal.clock.advance(day)
  await Promise.all([queueDueRuns(portal.services), queueDueRuns(portal.services)])
  const { as } = await signInAgain(recurring.owner)
  const { body } = await as.call(recurringOrders.runs, recurring)
  const detail = 'Skipped, because an earlier run was still in progress and would have ordered the same leads.'
  expect(body.items).toMatchObject([{ outcome: 'RUN_IN_PROGRESS', detail, ordered: 0 }, { outcome: 'PENDING' }])
  expect((await as.call(recurringOrders.get, recurring)).body.lastRun).toMatchObject({ outcome: 'PENDING' })
  const { runs } = await passDay(recurring)
  expect(runs.map(({ outcome }) => outcome)).toEqual(['RUN_IN_PROGRESS', 'RUN_IN_PROGRESS', 'ORDERED'])
})

test('while the credits of a month are used up, the next run that can order is the first of the next month', async () => {
  moveToMidMonth()
  const recurring = await createConsumer({ monthlyCredits: 60, schedule: { ...everyDay, time: '00:00' } })
  expect((await recurring.owner.as.call(recurringOrders.get, recurring)).body).not.toHaveProperty('nextOrderAt')
  const held = (await passDay(recurring)).now
  expect(held).toMatchObject({ creditsThisMonth: 60 })
  // The order may fail and release them, and then the next run orders.
  expect(held).not.toHaveProperty('nextOrderAt')
  await completeOrders(recurring)
  const { now } = await passDay(recurring)
  expect(now).toMatchObject({ creditsThisMonth: 60 })
  const at = portal.clock.now()
  const firstOfNext = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)).toISOString()
  expect(now.nextOrderAt).toBe(firstOfNext)
  expect(Date.parse(now.nextRunAt ?? '')).toBeLessThan(Date.parse(firstOfNext))
})

test('no run orders while the order of an earlier run is in progress', async () => {
  moveToMidMonth()
  const recurring = await createConsumer()
  expect((await passDay(recurring)).runs).toMatchObject([{ outcome: 'ORDERED', ordered: 60 }])
  const { as, runs, now } = await passDay(recurring)
  expect(runs[0]).toMatchObject({ outcome: 'ORDER_IN_PROGRESS', ordered: 0, credits: 0 })
  expect(now).toMatchObject({ status: 'ACTIVE', creditsThisMonth: 60 })
  expect(await as.call(recurringOrders.run, recurring)).toMatchObject({
    status: 409,
    body: { message: 'The order of the last run is in progress. Please wait until it ends.' },
  })
  await completeOrders(recurring)
  expect((await passDay(recurring)).runs[0]).toMatchObject({ outcome: 'ORDERED' })
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

test('an enterprise order is placed in its campaign, waits for the minimum order, and stops with the account', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 1_000 })
  const { params: campaign, ...body } = { ...draft, params: { campaignId: owner.campaign.id } }
  const create = (more: object) => owner.as.call(recurringOrders.create, { body: { ...body, ...campaign, ...more } })
  expect((await create({ maxLeads: 49 })).body).toMatchObject({
    message: 'A Mail Ready order needs at least 50 leads.',
  })
  expect((await create({ monthlyCredits: 49 })).body).toMatchObject({
    message: 'The minimum Mail Ready order costs 50 credits: allow at least that many per month.',
    issues: [{ path: 'monthlyCredits' }],
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

test('filters and delivery are changed as validated at creation, and not while a run is in progress', async () => {
  const { owner, params } = await createConsumer()
  const change = (body: object) => owner.as.call(recurringOrders.change, { params, body })
  const search = await owner.as.call(savedSearches.create, { body: { name: 'Homes', criteria: draft.criteria } })
  expect((await change({ criteria: {} })).body).toMatchObject({
    message: 'A recurring order needs at least one filter.',
  })
  expect((await change({ sort: { by: 'distance' } })).status).toBe(422)
  const body = { savedSearchId: search.body.id, onePerOwner: true, columns: ['OWNER'] }
  expect((await change(body)).body).toMatchObject({ savedSearch: { name: 'Homes' }, onePerOwner: true, maxLeads: 60 })
  const criteria = { location: { zips: ['37203'] } }
  const copied = await change({ criteria })
  expect(copied.body).toMatchObject({ criteria, columns: ['OWNER'] })
  expect(copied.body).not.toHaveProperty('savedSearch')
  await owner.as.call(recurringOrders.run, { params })
  expect((await change({ criteria: draft.criteria })).status).toBe(409)
  expect((await change({ maxLeads: 10 })).body).toMatchObject({ maxLeads: 10, criteria })
})

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
