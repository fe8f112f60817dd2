import { notifications } from '@dooryard/contract/identity/notifications'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { recurringOrders } from '@dooryard/contract/recurring/recurring-orders'
import { afterAll, expect, test } from 'vitest'
import { enterpriseUser } from '../../../../test/factories.ts'
import { type Portal, testPortal } from '../../../../test/portal.ts'
import { noContactProvider } from '../../../contacts/index.ts'
import { getBalance } from '../../../credits/index.ts'
import { queueDueRuns } from './queue-recurring.ts'
import { createRecurringHarness, day, draft } from './recurring-orders.fixture.ts'
import { failAbandonedRuns } from './run-recurring.job.ts'

const portal = await testPortal({ demoRows: 1_000 })
afterAll(portal.close)
const { createConsumer, signInAgain, listPending, runTask, passDay } = createRecurringHarness(portal)

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

test('what would refuse each run pauses it with the reason, in the portal and by mail', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 1_000 })
  const { campaign } = owner
  const created = await owner.as.call(recurringOrders.create, { body: { ...draft, campaignId: campaign.id } })
  const recurring = { owner, params: { id: created.body.id } }
  await owner.as.call(campaigns.change, { params: { campaignId: campaign.id }, body: { status: 'ARCHIVED' } })
  const reason = 'This campaign is archived. Reactivate it to order again.'
  const { as, runs, now } = await passDay(recurring)
  expect(runs).toMatchObject([{ outcome: 'UNAVAILABLE', detail: reason, ordered: 0 }])
  expect(now).toMatchObject({ status: 'PAUSED', pauseReason: 'UNAVAILABLE' })
  expect((await as.call(notifications.list)).body.items).toMatchObject([
    { kind: 'RECURRING_ORDER', body: `${reason} Nothing was charged. Once that is solved, resume it.` },
  ])
  expect((await passDay(recurring)).runs).toHaveLength(1)
})
