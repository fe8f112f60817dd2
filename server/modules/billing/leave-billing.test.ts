import { account } from '@dooryard/contract/account'
import { billing } from '@dooryard/contract/billing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { begin, change, growth, infoOf, quoted, scale, starter, stateOf } from './buying.fixture.ts'
import { fakeProvider } from './fake-provider.fixture.ts'
import { syncSubscription } from './settle/sync-subscription.ts'
import { syncOverdue } from './sync-overdue.ts'

const fake = fakeProvider()
const portal = await testPortal({ provider: () => fake.provider })
afterAll(portal.close)

const calls = { ...fake.provider }
beforeEach(() => {
  Object.assign(fake.provider, calls)
  fake.trouble.down = false
})

/** Somebody whose subscription ends with its month. */
async function leaver() {
  const buyer = await user(portal)
  const { sessionId } = await begin(buyer, { planId: growth })
  fake.pay(`cs_${sessionId}`)
  await stateOf(buyer, sessionId)
  await buyer.as.call(billing.cancel, { body: {} })
  return { ...buyer, subscriptionId: fake.sessions.get(`cs_${sessionId}`)?.subscriptionId ?? '' }
}
type Leaver = Awaited<ReturnType<typeof leaver>>

const close = ({ as }: Leaver) => as.call(account.close, { body: { password: testPassword } })
const isRunning = ({ subscriptionId }: Leaver) => fake.subscriptions.get(subscriptionId)?.cancelAtPeriodEnd === false
const isOpen = async ({ as }: Leaver) => (await as.call(account.me)).status === 200

/** Closes the account while the provider is asked for something, the first time that it is. */
function closesWhile(call: 'changePlan' | 'setCancelAtPeriodEnd' | 'subscription', buyer: Leaver) {
  const replies: Awaited<ReturnType<typeof close>>[] = []
  const asking = async (...args: never[]) => {
    Object.assign(fake.provider, { [call]: calls[call] })
    replies.push(await close(buyer))
    return (calls[call] as (...args: never[]) => Promise<unknown>)(...args)
  }
  Object.assign(fake.provider, { [call]: asking })
  return replies
}

test('an account whose subscription ends with its month is closed, and nothing goes on', async () => {
  const buyer = await leaver()
  expect(await close(buyer)).toMatchObject({ status: 204 })
  expect(isRunning(buyer)).toBe(false)
})

test.each([
  { what: 'a larger plan is being changed to', planId: scale, call: 'changePlan', says: 'under way' },
  { what: 'a smaller plan is being changed to', planId: starter, call: 'changePlan', says: 'under way' },
  { what: 'what undid the cancellation is recorded', planId: scale, call: 'setCancelAtPeriodEnd', says: 'would go on' },
  { what: 'the plan is being kept', planId: growth, call: 'setCancelAtPeriodEnd', says: 'under way' },
] as const)('an account stays open while $what', async ({ planId, call, says }) => {
  const buyer = await leaver()
  const quote = await quoted(buyer, planId)
  const replies = closesWhile(call, buyer)
  expect(await change(buyer, quote)).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: false } })
  expect(replies).toMatchObject([{ status: 409, body: { message: expect.stringContaining(says) } }])
  expect([isRunning(buyer), await isOpen(buyer)]).toEqual([true, true])
  const message = expect.stringContaining('Cancel it first')
  expect(await close(buyer)).toMatchObject({ status: 409, body: { message } })
})

test('an account that is closed before a change begins is charged for none', async () => {
  const buyer = await leaver()
  const quote = await quoted(buyer, scale)
  const replies = closesWhile('subscription', buyer)
  expect(await change(buyer, quote)).toMatchObject({ status: 401 })
  expect(replies).toMatchObject([{ status: 204 }])
  expect(isRunning(buyer)).toBe(false)
})

test('a change whose process died after it undid the cancellation keeps the account open, however late', async () => {
  const buyer = await leaver()
  const quote = await quoted(buyer, growth)
  fake.provider.setCancelAtPeriodEnd = async (...asked) => {
    await calls.setCancelAtPeriodEnd(...asked)
    fake.trouble.down = true
  }
  expect(await change(buyer, quote)).toMatchObject({ status: 503 })
  Object.assign(fake.provider, calls)
  fake.trouble.down = false
  await portal.db
    .updateTable('subscriptionQuotes')
    .set({ startedAt: new Date(Date.now() - 6 * 60_000), attempt: crypto.randomUUID() })
    .where('id', '=', quote.quoteId)
    .execute()
  expect(await close(buyer)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Cancel it first') },
  })
  expect(await infoOf(buyer)).toMatchObject({ subscription: { cancelAtPeriodEnd: false } })
  await buyer.as.call(billing.cancel, { body: {} })
  expect(await close(buyer)).toMatchObject({ status: 204 })
  expect(isRunning(buyer)).toBe(false)
})

test('a subscription that is made to go on after its account was closed is cancelled again', async () => {
  const buyer = await leaver()
  await close(buyer)
  await fake.provider.setCancelAtPeriodEnd(buyer.subscriptionId, false)
  await syncSubscription({ ...portal.services, ...portal.billing }, buyer.subscriptionId)
  expect(isRunning(buyer)).toBe(false)
})

test.each([false, true])(
  'an unpaid month of an account that is deactivated is asked for no more, cancelled before: %s',
  async (cancelled) => {
    const { id, subscriptionId } = await leaver()
    await fake.provider.setCancelAtPeriodEnd(subscriptionId, cancelled)
    const invoice = fake.renew(subscriptionId, 'FAILED')
    const services = { ...portal.services, ...portal.billing }
    await syncSubscription(services, subscriptionId)
    await portal.db.updateTable('users').set({ isActive: false }).where('id', '=', id).execute()
    await syncOverdue(services)
    expect(await fake.provider.invoice(invoice.id)).toMatchObject({ status: 'VOID' })
    const row = portal.db.selectFrom('subscriptions').select('status').where('userId', '=', id)
    expect(await row.execute()).toEqual([{ status: 'INACTIVE' }])
    expect(await fake.provider.subscription(subscriptionId)).toMatchObject({ status: 'INACTIVE' })
  },
)

test('an account is not closed while nobody can say whether its subscription goes on', async () => {
  const buyer = await leaver()
  fake.trouble.down = true
  expect(await close(buyer)).toMatchObject({ status: 503 })
  fake.trouble.down = false
  expect(await isOpen(buyer)).toBe(true)
})
