import { dayMs } from '@dooryard/contract/api/time'
import { propertyLists } from '@dooryard/contract/data/property-lists'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { testOrders } from '@dooryard/contract/integrations/test-orders'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { mailings } from '@dooryard/contract/leads/letters'
import { leadTasks } from '@dooryard/contract/leads/tasks'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { orders } from '@dooryard/contract/orders/orders'
import { SimpleFaker } from '@faker-js/faker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantCredits } from '../../../modules/credits/index.ts'
import { listUsersWithNotices } from '../../../modules/orders/leads/tasks/due-tasks.queries.ts'
import { signInWithPassword } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { demoPassword, historyDays } from '../../demo.ts'
import { seedDemoWithHistory, writeHistory } from '../history.fixture.ts'
import type { HistoryGenerator, HistoryServices } from '../history-step.ts'
import { planApiKeys } from './api-keys.ts'
import { planBoards } from './board.ts'
import { planLists } from './lists.ts'
import { planMailings } from './mailings.ts'
import { planOrderEvents } from './order-events.ts'
import { planOrders } from './orders.ts'
import { consumerEmail, enterpriseEmail } from './plan.ts'
import { planTasks } from './tasks.ts'
import { planWebhooks } from './webhooks.ts'

const portal = await testPortal({ demoRows: 500 })
afterAll(portal.close)

const days = 33
const isBeginning = (name: string) => /^(campaign|webhook|key|labels|return address|letter template)\b.*[: ]/.test(name)

/** The end of the year: what is created earlier is created at its beginning. */
const planLastWeeks: HistoryGenerator = ({ startsAt, endsAt }) => {
  const year = { startsAt: new Date(endsAt.getTime() - historyDays * dayMs), endsAt }
  const plans = [planOrders, planOrderEvents, planBoards, planApiKeys, planWebhooks, planTasks, planLists, planMailings]
  const steps = plans.flatMap((plan, index) => [...plan(year, new SimpleFaker({ seed: index }))])
  const beginning = steps.filter(({ name, at }) => isBeginning(name) && at <= startsAt)
  const grant = async ({ db, as }: HistoryServices) => {
    for (const { userId } of [await as(enterpriseEmail), await as(consumerEmail)])
      await grantCredits(db, { userId, bucket: 'ON_DEMAND', amount: 5_000, reason: 'To order with', actor: 'system' })
  }
  return [
    { at: new Date(startsAt.getTime() + 1), name: 'credits', run: grant },
    ...beginning.map((step, index) => ({ ...step, at: new Date(startsAt.getTime() + (index + 2) * 1_000) })),
    ...steps.filter(({ at }) => at > new Date(startsAt.getTime() + dayMs)),
  ]
}

/** Orders for which 500 properties have nothing. */
const isOfSmallDemo = (line: string) => /No property matches them|No phone of the owner may be called/.test(line)

const enterprise = async () => (await signInWithPassword(portal, enterpriseEmail, demoPassword)).as

beforeAll(async () => {
  await seedDemoWithHistory(portal)
  const startsAt = new Date(portal.clock.now().getTime() - days * dayMs)
  await portal.db.updateTable('demoHistory').set({ startsAt, writtenUntil: startsAt }).execute()
  await writeHistory(portal, { generators: [planLastWeeks] }).done
}, 120_000)

test('no step is left out, and orders are delivered at their own time, to a board with notes', async () => {
  const warnings = portal.logged.filter((line) => line.includes('"level":"warn"'))
  expect(warnings.filter((line) => !isOfSmallDemo(line))).toEqual([])
  const as = await enterprise()
  const { items } = (await as.call(orders.listAll, { query: { status: 'COMPLETED' } })).body
  expect(items.length).toBeGreaterThan(0)
  for (const { createdAt, completedAt = '' } of items) {
    expect(Date.parse(completedAt) - Date.parse(createdAt)).toBeLessThan(60_000)
    expect(Date.parse(completedAt)).toBeLessThan(portal.clock.now().getTime() - 5 * dayMs)
  }
  const { items: lists } = (await as.call(propertyLists.list)).body
  expect(lists.map(({ name }) => name)).toEqual(['For the partner in Franklin', 'Drive by on Saturday'])
  const { items: due } = (await as.call(leadTasks.list, { query: { limit: 100 } })).body
  expect(due.length).toBeGreaterThanOrEqual(4)
  const past = portal.clock.now()
  const waiting = (['remindAt', 'digestAt'] as const).map((column) => listUsersWithNotices(portal.db, column, past))
  expect(await Promise.all(waiting)).toEqual([[], []])
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(portal.clock.now())
  expect(due.filter(({ due: { day } }) => day === today)).toHaveLength(3)
  const { items: leads } = (await as.call(leadBoard.list, { query: { limit: 100 } })).body
  expect(leads.length).toBe(items.reduce((sum, { deliveredQuantity }) => sum + deliveredQuantity, 0))
})

test('letters are sent to the leads of an order, which show them, and the latest mailing still waits', async () => {
  const as = await enterprise()
  const { items } = (await as.call(mailings.list)).body
  expect(items.map(({ kind, sentOn }) => [kind, sentOn === null])).toEqual([
    ['POSTCARD', true],
    ['LETTER', false],
  ])
  const [recipient] = (await as.call(mailings.recipients, { params: { id: items[1]?.id ?? '' } })).body.items
  const { orderId = '', propertyId = '' } = recipient ?? {}
  const { activity } = (await as.call(leadBoard.get, { params: { orderId, propertyId } })).body
  expect(activity.filter(({ kind }) => kind === 'LETTER')).toMatchObject([
    { text: 'First letter', by: 'Erin Halvering' },
  ])
})

test('a webhook has failed deliveries, all of them sent again, and none is left to a dispatcher', async () => {
  const as = await enterprise()
  const { items } = (await as.call(webhooks.list)).body
  expect(items.map(({ waiting }) => waiting)).toEqual([0, 0, 0])
  const crm = items.find(({ url }) => url.startsWith('https://crm.'))
  const log = (await as.call(webhooks.log, { params: { id: crm?.id ?? '' }, query: { limit: 100 } })).body.items
  const failed = new Set(log.flatMap(({ status, eventId }) => (status === 'FAILED' ? [eventId] : [])))
  const delivered = new Set(log.flatMap(({ status, eventId }) => (status === 'SUCCEEDED' ? [eventId] : [])))
  expect(failed.size).toBeGreaterThan(0)
  expect([...failed].filter((id) => !delivered.has(id))).toEqual([])
  expect(log.some(({ isManual, attempt }) => isManual && attempt > 3)).toBe(true)
})

test('keys have requests on each day, no two days alike, and the orders of the test key have ended', async () => {
  const as = await enterprise()
  const { items } = (await as.call(apiKeys.list)).body
  const usage = items.find(({ name }) => name === 'CRM nightly sync')?.usage.map(({ calls }) => calls) ?? []
  expect(usage.length).toBeGreaterThanOrEqual(28)
  expect(new Set(usage).size).toBeGreaterThan(12)
  const placed = (await as.call(testOrders.list)).body.items.map(({ userFacingStatus }) => userFacingStatus)
  expect(placed.toSorted()).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED', 'FAILED'])
})
