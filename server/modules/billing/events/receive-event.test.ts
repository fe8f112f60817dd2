import { paymentEvents } from '@dooryard/contract/billing/payments'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymousCaller } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { purgePaymentEvents } from '../billing.jobs.ts'
import { fakeProvider } from '../provider/fake-provider.fixture.ts'
import {
  type BillingTestContext,
  createBillingTestContext,
  createBuyer,
  day,
  getBillingRecord,
  payTestCheckout,
  retryFailedJobs,
} from '../sync/sync.fixture.ts'
import { receiveEvent } from './receive-event.ts'

const fake = fakeProvider()
let portal: Portal
let context: BillingTestContext
beforeAll(async () => {
  portal = await testPortal({ provider: () => fake.provider, worker: true })
  context = createBillingTestContext(portal, fake)
})
afterAll(() => portal.close())

let count = 0
const buildEvent = (object: { kind: string; id: string }, customerId?: string) => {
  count += 1
  return JSON.stringify({ id: `evt_${count}`, type: 'it.changed', at: new Date(), object, customerId })
}

const send = (text: string, headers: Record<string, string>) =>
  anonymousCaller(portal).call(paymentEvents.receive, { body: text, headers })
const validHeaders = { 'fake-signature': 'right' }

const countStoredEvents = async () => {
  const { events } = await portal.db
    .selectFrom('paymentEvents')
    .select(({ fn }) => fn.countAll<number>().as('events'))
    .executeTakeFirstOrThrow()
  return events
}

const getAvailableCredits = async (userId: string) => (await getBillingRecord(context, userId)).sums.ON_DEMAND.available

const pack = { credits: 500, price: 3500 }

test('an event is accepted at once, and its object is recorded soon', async () => {
  const buyer = await createBuyer(context)
  const { paymentId } = await payTestCheckout(context, buyer, { pack })
  const text = buildEvent({ kind: 'PAYMENT', id: paymentId }, buyer.customerId)
  const replies = await Promise.all(Array.from({ length: 10 }, () => send(text, validHeaders)))
  expect(replies.map(({ status, body }) => [status, body])).toEqual(Array(10).fill([200, { received: true }]))
  await expect.poll(() => getAvailableCredits(buyer.userId)).toBe(500)
  expect((await getBillingRecord(context, buyer.userId)).payments).toHaveLength(1)
})

test('an event that cannot be applied now is retried and then applied', async () => {
  const buyer = await createBuyer(context)
  const { paymentId } = await payTestCheckout(context, buyer, { pack })
  fake.failures.down = true
  await send(buildEvent({ kind: 'PAYMENT', id: paymentId }, buyer.customerId), validHeaders)
  const failures = async () => {
    const { rows } = await sql<{ attempts: number }>`
      select attempts from graphile_worker.jobs where task_identifier = 'apply-payment-event' and last_error is not null
    `.execute(portal.db)
    return rows.length
  }
  await expect.poll(failures).toBe(1)
  expect(await getAvailableCredits(buyer.userId)).toBe(0)
  fake.failures.down = false
  await retryFailedJobs(portal)
  await expect.poll(() => getAvailableCredits(buyer.userId)).toBe(500)
})

test.each([
  { is: 'not signed', headers: {} },
  { is: 'signed by somebody else', headers: { 'fake-signature': 'wrong' } },
])('an event that is $is is refused and not stored', async ({ headers }) => {
  const before = await countStoredEvents()
  const { status } = await send(buildEvent({ kind: 'PAYMENT', id: 'pi_none' }), headers as Record<string, string>)
  expect(status).toBe(400)
  expect(await countStoredEvents()).toBe(before)
})

test('an event about an unknown object is ignored and not retried for days', async () => {
  const text = buildEvent({ kind: 'PAYMENT', id: 'pi_of_another_shop' })
  expect((await send(text, validHeaders)).status).toBe(200)
  const event = portal.db.selectFrom('paymentEvents').select('appliedAt').where('objectId', '=', 'pi_of_another_shop')
  await expect.poll(async () => (await event.executeTakeFirst())?.appliedAt).toBeInstanceOf(Date)
})

test('the address does not exist if payments are off', async () => {
  const off = { ...context.services, provider: null }
  await expect(receiveEvent(off, { text: '{}', header: () => 'right' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('events are deleted after 90 days', async () => {
  const now = Date.now()
  const row = { provider: 'SANDBOX', type: 'it.changed', objectKind: 'OTHER', objectId: 'x' }
  const at = (days: number) => ({ createdAt: new Date(now - days * day), receivedAt: new Date(now - days * day) })
  await portal.db
    .insertInto('paymentEvents')
    .values([
      { ...row, ...at(89), id: 'evt_young' },
      { ...row, ...at(91), id: 'evt_old' },
    ])
    .execute()
  await purgePaymentEvents(portal.services)
  const kept = portal.db.selectFrom('paymentEvents').select('id').where('objectKind', '=', 'OTHER')
  expect(await kept.execute()).toEqual([{ id: 'evt_young' }])
})
