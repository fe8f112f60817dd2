import { paymentEvents } from '@dooryard/contract/payments'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nobody } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { forgetOldEvents } from './billing.jobs.ts'
import { fakeProvider } from './fake-provider.fixture.ts'
import { receiveEvent } from './receive-event.ts'
import { buyer, day, paid, recordOf, retryFailedJobs, type Settling, settling } from './settle/settle.fixture.ts'

const fake = fakeProvider()
let portal: Portal
let given: Settling
beforeAll(async () => {
  portal = await testPortal({ provider: () => fake.provider, worker: true })
  given = settling(portal, fake)
})
afterAll(() => portal.close())

let count = 0
const eventOf = (object: { kind: string; id: string }, customerId?: string) => {
  count += 1
  return JSON.stringify({ id: `evt_${count}`, type: 'it.changed', at: new Date(), object, customerId })
}

const send = (text: string, headers: Record<string, string>) =>
  nobody(portal).call(paymentEvents.receive, { body: text, headers })
const right = { 'fake-signature': 'right' }

const stored = async () => {
  const { events } = await portal.db
    .selectFrom('paymentEvents')
    .select(({ fn }) => fn.countAll<number>().as('events'))
    .executeTakeFirstOrThrow()
  return events
}

const available = async (userId: string) => (await recordOf(given, userId)).sums.ON_DEMAND.available

const pack = { credits: 500, price: 3500 }

test('an event is received at once, and what it is about is recorded soon', async () => {
  const who = await buyer(given)
  const { paymentId } = await paid(given, who, { pack })
  const text = eventOf({ kind: 'PAYMENT', id: paymentId }, who.customerId)
  const replies = await Promise.all(Array.from({ length: 10 }, () => send(text, right)))
  expect(replies.map(({ status, body }) => [status, body])).toEqual(Array(10).fill([200, { received: true }]))
  await expect.poll(() => available(who.userId)).toBe(500)
  expect((await recordOf(given, who.userId)).payments).toHaveLength(1)
})

test('what cannot be applied now is tried again, and applied then', async () => {
  const who = await buyer(given)
  const { paymentId } = await paid(given, who, { pack })
  fake.trouble.down = true
  await send(eventOf({ kind: 'PAYMENT', id: paymentId }, who.customerId), right)
  const failures = async () => {
    const { rows } = await sql<{ attempts: number }>`
      select attempts from graphile_worker.jobs where task_identifier = 'apply-payment-event' and last_error is not null
    `.execute(portal.db)
    return rows.length
  }
  await expect.poll(failures).toBe(1)
  expect(await available(who.userId)).toBe(0)
  fake.trouble.down = false
  await retryFailedJobs(portal)
  await expect.poll(() => available(who.userId)).toBe(500)
})

test.each([
  { is: 'not signed', headers: {} },
  { is: 'signed by somebody else', headers: { 'fake-signature': 'wrong' } },
])('an event that is $is is refused, and nothing is kept', async ({ headers }) => {
  const before = await stored()
  const { status } = await send(eventOf({ kind: 'PAYMENT', id: 'pi_none' }), headers as Record<string, string>)
  expect(status).toBe(400)
  expect(await stored()).toBe(before)
})

test('an event of what nobody knows is left alone, and not tried for days', async () => {
  const text = eventOf({ kind: 'PAYMENT', id: 'pi_of_another_shop' })
  expect((await send(text, right)).status).toBe(200)
  const event = portal.db.selectFrom('paymentEvents').select('appliedAt').where('objectId', '=', 'pi_of_another_shop')
  await expect.poll(async () => (await event.executeTakeFirst())?.appliedAt).toBeInstanceOf(Date)
})

test('where nobody takes money there is no such address', async () => {
  const off = { ...given.services, provider: null }
  await expect(receiveEvent(off, { text: '{}', header: () => 'right' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('events are forgotten after 90 days', async () => {
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
  await forgetOldEvents(portal.services)
  const kept = portal.db.selectFrom('paymentEvents').select('id').where('objectKind', '=', 'OTHER')
  expect(await kept.execute()).toEqual([{ id: 'evt_young' }])
})
