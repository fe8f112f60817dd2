import { auditLog } from '@dooryard/contract/admin/audit-log'
import { dayMs } from '@dooryard/contract/api/time'
import { sandbox } from '@dooryard/contract/billing/payments'
import { afterAll, expect, test } from 'vitest'
import type { Context } from '../../../../platform/context.ts'
import { user } from '../../../../test/factories.ts'
import { testPortal } from '../../../../test/portal.ts'
import { addMonths } from '../add-months.ts'
import { advanceClock } from './advance-clock.ts'
import { advance } from './pay.fixture.ts'
import {
  changeCard,
  createSandboxSubscriber,
  growth,
  listEvents,
  requireSandboxProvider,
  starter,
} from './sandbox.fixture.ts'
import { runSandbox } from './sandbox.job.ts'
import { setDueUntil } from './sandbox.queries.ts'

const portal = await testPortal()
afterAll(portal.close)
const provider = requireSandboxProvider(portal)

const daysUntil = async (date: Date) => Math.ceil((date.getTime() - (await provider.now()).getTime()) / dayMs)
const listSentEvents = async (customerId: string) => (await listEvents(portal, customerId)).slice(4)
const addDays = (from: Date, days: number) => new Date(from.getTime() + days * dayMs)

test('after 93 days a subscription has been renewed three times, each at its own instant', async () => {
  const { customerId, subscriptionId } = await createSandboxSubscriber(portal)
  const { periodStart: startedAt } = await provider.subscription(subscriptionId)
  await advance(portal, 93)
  const invoices = await provider.listInvoices(subscriptionId)
  const starts = [0, 1, 2, 3].map((months) => addMonths(startedAt, months))
  expect(invoices.map(({ reason }) => reason)).toEqual(['FIRST', 'RENEWAL', 'RENEWAL', 'RENEWAL'])
  expect(invoices.map(({ periodStart }) => periodStart)).toEqual(starts)
  expect(invoices.map(({ at }) => at)).toEqual(starts)
  expect(invoices.map(({ periodEnd }) => periodEnd)).toEqual([...starts.slice(1), addMonths(startedAt, 4)])
  for (const { id, ...invoice } of invoices)
    expect(invoice).toMatchObject({ status: 'PAID', amount: 14_900, discount: 0, plan: growth, paymentRef: id })
  expect(await provider.subscription(subscriptionId)).toMatchObject({
    status: 'ACTIVE',
    periodStart: starts[3],
    periodEnd: addMonths(startedAt, 4),
  })
  const events = await listSentEvents(customerId)
  expect(events.map(({ at }) => at)).toEqual(starts.slice(1).flatMap((start) => [start, start]))
  expect(events.map(({ type }) => type)).toEqual(
    starts.slice(1).flatMap(() => ['subscription.renewed', 'invoice.paid']),
  )
})

test('steps due for several subscriptions run in order of time', async () => {
  const first = await createSandboxSubscriber(portal)
  await advance(portal, 10)
  const second = await createSandboxSubscriber(portal)
  await advance(portal, 62)
  const sent = await Promise.all([first, second].map(({ customerId }) => listSentEvents(customerId)))
  const jobs = await portal.pool.query<{ created: string }>(
    `select (payload->>'text')::json->>'created' as created from graphile_worker._private_jobs
     where payload->>'text' like any ($1) order by id`,
    [[first, second].map(({ customerId }) => `%"${customerId}"%`)],
  )
  expect(jobs.rows).toHaveLength(sent.flat().length + 8)
  const created = jobs.rows.map((row) => row.created)
  expect(created).toEqual(created.toSorted())
})

test('a failed payment is retried after 3 and 5 days; the end of the month ends the subscription', async () => {
  const { customerId, subscriptionId } = await createSandboxSubscriber(portal, 'FAILS_AT_RENEWAL')
  const { periodStart, periodEnd } = await provider.subscription(subscriptionId)
  await advance(portal, await daysUntil(periodEnd))
  const [, invoice] = await provider.listInvoices(subscriptionId)
  expect(invoice).toMatchObject({
    reason: 'RENEWAL',
    status: 'FAILED',
    failure: 'Your card was declined.',
    at: periodEnd,
  })
  expect(invoice).not.toHaveProperty('paymentRef')
  expect(await provider.subscription(subscriptionId)).toMatchObject({ status: 'PAST_DUE', periodStart: periodEnd })
  await advance(portal, 40)
  // Counted from the first day: after a month that began on the 30th because there was no 31st, the next one ends on
  // the 31st.
  const end = addMonths(periodStart, 2)
  expect((await listSentEvents(customerId)).map(({ type, at }) => [type, at])).toEqual([
    ['subscription.past_due', periodEnd],
    ['invoice.failed', periodEnd],
    ['invoice.failed', addDays(periodEnd, 3)],
    ['invoice.failed', addDays(periodEnd, 5)],
    ['subscription.ended', end],
    ['invoice.voided', end],
  ])
  expect(await provider.subscription(subscriptionId)).toMatchObject({
    status: 'INACTIVE',
    endedAt: end,
    endReason: 'PAYMENT_FAILED',
  })
  expect((await provider.listInvoices(subscriptionId)).map(({ status }) => status)).toEqual(['PAID', 'VOID'])
})

test('a working card put on file while past due pays the open invoice at once', async () => {
  const { customerId, subscriptionId } = await createSandboxSubscriber(portal, 'FAILS_AT_RENEWAL')
  await advance(portal, 31)
  await changeCard(portal, customerId, 'FAILS_AT_RENEWAL')
  expect(await provider.subscription(subscriptionId)).toMatchObject({ status: 'PAST_DUE' })
  await changeCard(portal, customerId, 'SUCCEEDS')
  const { status, periodStart, periodEnd } = await provider.subscription(subscriptionId)
  expect(status).toBe('ACTIVE')
  const [, invoice] = await provider.listInvoices(subscriptionId)
  expect(invoice).toMatchObject({ status: 'PAID', periodStart, periodEnd })
  expect(invoice).not.toHaveProperty('failure')
  await advance(portal, 6)
  expect(await provider.listInvoices(subscriptionId)).toHaveLength(2)
})

test('a manual retry uses up none of the automatic ones', async () => {
  const { customerId, subscriptionId } = await createSandboxSubscriber(portal, 'FAILS_AT_RENEWAL')
  await advance(portal, await daysUntil((await provider.subscription(subscriptionId)).periodEnd))
  const { periodStart: failed } = await provider.subscription(subscriptionId)
  await changeCard(portal, customerId, 'FAILS_AT_RENEWAL')
  await advance(portal, 6)
  const tries = (await listEvents(portal, customerId)).filter(({ type }) => type === 'invoice.failed')
  expect(tries.map(({ at }) => at)).toEqual([failed, expect.any(Date), addDays(failed, 3), addDays(failed, 5)])
})

test('while a history is written, nothing falls due in the present, and nothing is bought or changed there', async () => {
  const { customerId, subscriptionId } = await createSandboxSubscriber(portal)
  const { periodEnd } = await provider.subscription(subscriptionId)
  await setDueUntil(portal.db, addDays(periodEnd, 1))
  portal.clock.advance(40 * dayMs)
  await runSandbox({ ...portal.services, ...portal.billing, provider })
  expect(await provider.listInvoices(subscriptionId)).toHaveLength(1)
  const refusal = { code: 'CONFLICT', message: expect.stringContaining('still being written') }
  await expect(provider.setCancelAtPeriodEnd(subscriptionId, true)).rejects.toMatchObject(refusal)
  await expect(changeCard(portal, customerId, 'SUCCEEDS')).rejects.toMatchObject(refusal)
  await setDueUntil(portal.db, null)
  await runSandbox({ ...portal.services, ...portal.billing, provider })
  expect(await provider.listInvoices(subscriptionId)).toHaveLength(2)
})

test('a cancelled subscription ends with its period and is not charged again', async () => {
  const { customerId, subscriptionId } = await createSandboxSubscriber(portal)
  await provider.setCancelAtPeriodEnd(subscriptionId, true)
  await provider.setCancelAtPeriodEnd(subscriptionId, true)
  const { periodEnd, cancelAtPeriodEnd } = await provider.subscription(subscriptionId)
  expect(cancelAtPeriodEnd).toBe(true)
  await advance(portal, 93)
  expect(await provider.subscription(subscriptionId)).toMatchObject({
    status: 'INACTIVE',
    endedAt: periodEnd,
    endReason: 'CANCELLED',
  })
  expect(await provider.listInvoices(subscriptionId)).toHaveLength(1)
  expect((await listSentEvents(customerId)).map(({ type }) => type)).toEqual([
    'subscription.changed',
    'subscription.ended',
  ])
})

test('a subscription whose cancellation is undone renews', async () => {
  const { subscriptionId } = await createSandboxSubscriber(portal)
  await provider.setCancelAtPeriodEnd(subscriptionId, true)
  await provider.setCancelAtPeriodEnd(subscriptionId, false)
  await advance(portal, 31)
  expect(await provider.subscription(subscriptionId)).toMatchObject({ status: 'ACTIVE' })
  expect(await provider.listInvoices(subscriptionId)).toHaveLength(2)
})

test('a subscription ended by the portal ends now, once, and charges nothing more', async () => {
  const ended = await createSandboxSubscriber(portal)
  const unpaid = await createSandboxSubscriber(portal, 'FAILS_AT_RENEWAL')
  await provider.endSubscription(ended.subscriptionId)
  const { endedAt, ...rest } = await provider.subscription(ended.subscriptionId)
  expect(rest).toMatchObject({ status: 'INACTIVE', endReason: 'CANCELLED' })
  await provider.endSubscription(unpaid.subscriptionId, { ifUnpaid: true })
  expect(await provider.subscription(unpaid.subscriptionId)).toMatchObject({ status: 'ACTIVE' })
  await advance(portal, 31)
  await provider.endSubscription(unpaid.subscriptionId, { ifUnpaid: true })
  expect(await provider.subscription(unpaid.subscriptionId)).toMatchObject({ endReason: 'PAYMENT_FAILED' })
  await advance(portal, 62)
  await provider.endSubscription(ended.subscriptionId)
  expect(await provider.subscription(ended.subscriptionId)).toMatchObject({ endedAt })
  expect(await provider.listInvoices(ended.subscriptionId)).toHaveLength(1)
  expect((await provider.listInvoices(unpaid.subscriptionId)).map(({ status }) => status)).toEqual(['PAID', 'VOID'])
  await expect(provider.setCancelAtPeriodEnd(ended.subscriptionId, true)).rejects.toMatchObject({
    code: 'UNPROCESSABLE',
  })
})

test('automatic steps run once, however many processes trigger them', async () => {
  const { customerId, subscriptionId } = await createSandboxSubscriber(portal)
  const { periodEnd } = await provider.subscription(subscriptionId)
  portal.clock.advance((await daysUntil(periodEnd)) * dayMs)
  const services = { ...portal.services, ...portal.billing }
  await Promise.all(Array.from({ length: 8 }, () => runSandbox(services)))
  expect(await provider.listInvoices(subscriptionId)).toHaveLength(2)
  expect(await listSentEvents(customerId)).toHaveLength(2)
})

test('two clicks advance the clock twice, and what falls due is charged once', async () => {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const { subscriptionId } = await createSandboxSubscriber(portal)
  const before = await admin.as.call(sandbox.clock)
  const replies = await Promise.all([1, 2].map(() => admin.as.call(sandbox.advance, { body: { days: 32 } })))
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const days = replies.map(({ body }) => body.daysAhead - before.body.daysAhead)
  expect(days.toSorted()).toEqual([32, 64])
  expect(await provider.listInvoices(subscriptionId)).toHaveLength(3)
  const now = await admin.as.call(sandbox.clock)
  expect(Date.parse(now.body.now)).toBeLessThanOrEqual((await provider.now()).getTime())
  const entries = await admin.as.call(auditLog.list, { query: { action: 'sandbox.clock_advanced' } })
  expect(entries.body.items).toMatchObject([
    {
      actor: { id: admin.id },
      before: { daysAhead: now.body.daysAhead - 32 },
      after: { days: 32, daysAhead: now.body.daysAhead },
    },
    { actor: { id: admin.id }, after: { days: 32, daysAhead: now.body.daysAhead - 32 } },
  ])
})

test('a clock move that cannot be audited moves nothing, charges nobody and emits nothing', async () => {
  const { customerId, subscriptionId } = await createSandboxSubscriber(portal)
  const before = await provider.now()
  const actor: Context['actor'] = { userId: 'nobody', role: 'SUPER_ADMIN', sessionId: 'none' }
  const caller = { ipAddress: '127.0.0.1', userAgent: 'test' }
  const { signal } = new AbortController()
  const ctx: Context = { ...portal.services, requestId: 'none', caller, signal, actor }
  await expect(advanceClock(ctx, { days: 31 })).rejects.toThrow()
  expect((await provider.now()).getTime() - before.getTime()).toBeLessThan(dayMs)
  expect(await provider.listInvoices(subscriptionId)).toHaveLength(1)
  expect(await listSentEvents(customerId)).toEqual([])
})

test('a failed operation leaves neither a change nor an event', async () => {
  const { customerId, subscriptionId } = await createSandboxSubscriber(portal, 'FAILS_AT_RENEWAL')
  const sent = (await listEvents(portal, customerId)).length
  const { periodStart } = await provider.subscription(subscriptionId)
  const change = {
    quoteId: 'a',
    subscriptionId,
    to: { ...growth, price: 49_900 },
    proratedAt: periodStart,
    discount: 0,
    amountDue: 35_000,
    cancelAtPeriodEnd: false,
  }
  await expect(provider.changePlan({ ...change, when: 'NOW' })).rejects.toMatchObject({
    code: 'UNPROCESSABLE',
    message: 'Your card was declined.',
  })
  expect(await provider.subscription(subscriptionId)).toMatchObject({ plan: growth })
  expect(await listEvents(portal, customerId)).toHaveLength(sent)
})

test('a plan changed for the next period is billed from then on', async () => {
  const { subscriptionId } = await createSandboxSubscriber(portal)
  const { periodStart } = await provider.subscription(subscriptionId)
  const free = { discount: 0, amountDue: 0, cancelAtPeriodEnd: false } as const
  const change = { subscriptionId, proratedAt: periodStart, when: 'PERIOD_END', ...free } as const
  expect(await provider.changePlan({ ...change, quoteId: 'down', to: starter })).toEqual({})
  expect(await provider.subscription(subscriptionId)).toMatchObject({ plan: starter })
  await advance(portal, 31)
  const [first, second] = await provider.listInvoices(subscriptionId)
  expect(first).toMatchObject({ plan: growth, amount: 14_900 })
  expect(second).toMatchObject({ plan: starter, amount: 4900 })
})
