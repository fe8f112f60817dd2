import { recurringOrders } from '@dooryard/contract/recurring/recurring-orders'
import { expect } from 'vitest'
import type { Task } from '../../../../platform/jobs/jobs.ts'
import { signInWithPassword, type TestUser, user } from '../../../../test/factories.ts'
import type { Portal } from '../../../../test/portal.ts'
import { noContactProvider } from '../../../contacts/index.ts'
import { captureHold } from '../../../credits/index.ts'
import { queueDueRuns } from './queue-recurring.ts'
import { runRecurringOrder } from './run-recurring.job.ts'

const hour = 3_600_000
export const day = 24 * hour
export const everyDay = { every: 'DAY', time: '08:00', timeZone: 'UTC' } as const
export const draft = {
  name: 'New homes',
  criteria: { location: { states: ['TN'] } },
  schedule: everyDay,
  maxLeads: 60,
  monthlyCredits: 1_000,
}

/** Recurring orders whose runs a test makes due and runs itself. */
export function createRecurringHarness(portal: Portal) {
  async function createConsumer(body: object = {}, onDemandCredits = 500) {
    const owner = await user(portal, { role: 'CONSUMER_USER', onDemandCredits })
    const created = await owner.as.call(recurringOrders.create, {
      body: { ...draft, campaignType: 'MAIL_READY', ...body },
    })
    expect(created).toMatchObject({ status: 201, body: { status: 'ACTIVE', creditsThisMonth: 0 } })
    return { owner, params: { id: created.body.id } }
  }

  /** Moves the clock to the tenth of the next month, so that the days after it are of one month. */
  function moveToMidMonth() {
    const now = portal.clock.now()
    portal.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10) - now.getTime())
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

  /** Ends the orders of its runs as their completion does, for what they hold. */
  async function completeOrders({ params }: { params: { id: string } }) {
    const runs = await portal.db
      .selectFrom('recurringOrderRuns')
      .innerJoin('creditHolds', 'creditHolds.orderId', 'recurringOrderRuns.orderId')
      .innerJoin('orders', 'orders.id', 'recurringOrderRuns.orderId')
      .select(['creditHolds.orderId', 'orders.quantity'])
      .where('recurringOrderId', '=', params.id)
      .where('creditHolds.settledAt', 'is', null)
      .execute()
    const how = { reason: 'Delivered', actor: 'system', at: portal.clock.now() }
    for (const { orderId, quantity } of runs) await captureHold(portal.db, { orderId, capture: quantity, ...how })
  }

  return { createConsumer, moveToMidMonth, signInAgain, listPending, runTask, passDay, completeOrders }
}
