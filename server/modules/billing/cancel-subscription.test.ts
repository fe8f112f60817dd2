import { billing } from '@dooryard/contract/billing'
import { afterAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { change, growth, infoOf, paymentsOf, quoteCall, quoted, scale, subscriber } from './buying.fixture.ts'
import { advance, cardThat } from './sandbox/pay.fixture.ts'
import { syncOverdue } from './sync-overdue.ts'

const portal = await testPortal()
afterAll(portal.close)

const cancel = ({ as }: Pick<TestUser, 'as'>) => as.call(billing.cancel, { body: {} })

test('a cancelled subscription runs to its end, and keeping it or choosing another plan undoes that', async () => {
  const buyer = await subscriber(portal)
  const askedFor = portal.db
    .selectFrom('auditLog')
    .select('id')
    .where('action', '=', 'subscription.cancel_requested')
    .where('actorId', '=', buyer.id)
  const first = await cancel(buyer)
  expect(await askedFor.execute()).toHaveLength(1)
  for (const reply of [first, ...(await Promise.all([cancel(buyer), cancel(buyer)]))])
    expect(reply).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: true, status: 'ACTIVE' } })
  const info = await infoOf(buyer)
  expect(info).toMatchObject({ balance: { subscriptionCredits: 4000 }, plan: { name: 'Growth' } })
  expect(info.nextCharge).toBeUndefined()
  expect(await askedFor.execute()).toHaveLength(1)

  expect(await change(buyer, await quoted(buyer, growth))).toMatchObject({
    status: 200,
    body: { cancelAtPeriodEnd: false },
  })
  await cancel(buyer)
  expect(await change(buyer, await quoted(buyer, scale))).toMatchObject({
    body: { planName: 'Scale', cancelAtPeriodEnd: false },
  })
  await cancel(buyer)
  expect(await change(buyer, await quoted(buyer, growth))).toMatchObject({
    body: { planName: 'Scale', cancelAtPeriodEnd: false, next: { planName: 'Growth' } },
  })
  // What was planned for the next month does not come after a cancellation, and is not promised.
  expect((await cancel(buyer)).body).toMatchObject({ planName: 'Scale', cancelAtPeriodEnd: true })
  expect((await infoOf(buyer)).subscription?.next).toBeUndefined()
})

test('a quote from before a cancellation does not undo it: one that says so does', async () => {
  const buyer = await subscriber(portal)
  const silent = await quoted(buyer, scale)
  await cancel(buyer)
  expect(await change(buyer, silent)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('changed') },
  })
  expect((await infoOf(buyer)).subscription).toMatchObject({ planName: 'Growth', cancelAtPeriodEnd: true })
  expect(await change(buyer, await quoted(buyer, scale))).toMatchObject({ body: { cancelAtPeriodEnd: false } })
})

test('whoever has no subscription has none to change or cancel', async () => {
  const buyer = await user(portal)
  expect(await quoteCall(buyer, scale)).toMatchObject({ status: 409 })
  expect(await cancel(buyer)).toMatchObject({ status: 409, body: { message: 'You have no subscription to cancel.' } })
})

test('cancelled while its month is unpaid it ends at once, and nothing more is asked for it', async () => {
  const buyer = await subscriber(portal, { card: cardThat('FAILS_AT_RENEWAL') })
  await advance(portal, 32)
  await syncOverdue({ ...portal.services, ...portal.billing })
  expect((await infoOf(buyer)).subscription).toMatchObject({ status: 'PAST_DUE' })
  expect(await cancel(buyer)).toMatchObject({ status: 200, body: { status: 'INACTIVE' } })
  expect(await infoOf(buyer)).toMatchObject({ balance: { subscriptionCredits: 0 } })
  await advance(portal, 8)
  expect((await paymentsOf(portal, buyer.id)).map(({ status }) => status)).toEqual(['PAID', 'FAILED'])
  expect(await cancel(buyer)).toMatchObject({ status: 409 })
})
