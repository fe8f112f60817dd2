import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { addJob } from '../../platform/jobs.ts'
import { testPortal } from '../../test/portal.ts'
import { sumsInAccount } from '../credits/ledger.fixture.ts'
import { applyEventJob } from './payment-events.job.ts'
import { buyer, day, growth, paid, settling } from './settle/settle.fixture.ts'
import { syncSubscription } from './settle/sync-subscription.ts'
import { syncOverdue } from './sync-overdue.ts'

const portal = await testPortal()
afterAll(portal.close)
const given = settling(portal)
const { db, fake, services } = given
const hour = 3_600_000

/** A subscriber whose month has just ended, by the provider's clock. */
async function atEndOfMonth() {
  const who = await buyer(given)
  const { subscriptionId } = await paid(given, who, { plan: growth })
  await syncSubscription(services, subscriptionId)
  const subscription = fake.subscriptions.get(subscriptionId)
  if (!subscription) throw new Error('there is no subscription')
  fake.advance(subscription.periodEnd.getTime() - fake.now().getTime() + 1000)
  return { ...who, subscriptionId }
}
const creditsOf = async (userId: string) => (await sumsInAccount(db, userId)).SUBSCRIPTION?.available

test('a renewal of which no event comes is recorded two hours after the month', async () => {
  const { userId, subscriptionId } = await atEndOfMonth()
  fake.renew(subscriptionId)
  await syncOverdue(services)
  expect(await creditsOf(userId)).toBe(4000)
  fake.advance(2 * hour)
  await syncOverdue(services)
  expect(await creditsOf(userId)).toBe(8000)
})

test('an end of which no event comes is recorded, though another subscription cannot be looked at', async () => {
  const [lost, ended] = [await atEndOfMonth(), await atEndOfMonth()]
  fake.subscriptions.delete(lost.subscriptionId)
  fake.end(ended.subscriptionId)
  fake.advance(day)
  await syncOverdue(services)
  expect(await creditsOf(ended.userId)).toBe(0)
  const status = db.selectFrom('subscriptions').select('status').where('providerId', '=', ended.subscriptionId)
  expect(await status.execute()).toEqual([{ status: 'INACTIVE' }])
})

test('an event whose job was given up is tried again; another job is left alone', async () => {
  await addJob(db, applyEventJob, { provider: 'SANDBOX', id: 'evt_given_up' }, { maxAttempts: 3 })
  await addJob(db, 'send-mail', { sealed: 'any' }, { maxAttempts: 3 })
  await sql`update graphile_worker._private_jobs set attempts = 3 where max_attempts = 3`.execute(db)
  await syncOverdue(services)
  const { rows } = await sql<{ name: string; attempts: number }>`
    select task_identifier as name, attempts from graphile_worker.jobs where max_attempts = 3 order by id`.execute(db)
  expect(rows).toEqual([
    { name: applyEventJob, attempts: 0 },
    { name: 'send-mail', attempts: 3 },
  ])
})

test('the subscription of an account that was deactivated ends with its month, and is charged no more', async () => {
  const who = await buyer(given)
  const { subscriptionId } = await paid(given, who, { plan: growth })
  await syncSubscription(services, subscriptionId)
  await db.updateTable('users').set({ isActive: false }).where('id', '=', who.userId).execute()
  await syncOverdue(services)
  expect(fake.subscriptions.get(subscriptionId)).toMatchObject({ status: 'ACTIVE', cancelAtPeriodEnd: true })
})
