import { account } from '@dooryard/contract/account'
import { billing } from '@dooryard/contract/billing'
import { afterAll, expect, test, vi } from 'vitest'
import { type TestUser, testPassword, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { begin, growth, infoOf, paymentsOf, scale, stateOf } from '../buying.fixture.ts'
import { fakeProvider } from '../fake-provider.fixture.ts'
import { day, mailsTo } from './settle.fixture.ts'
import { endStranded } from './stranded.ts'
import { syncSubscription } from './sync-subscription.ts'

const fake = fakeProvider()
const portal: Portal = await testPortal({ provider: () => fake.provider })
afterAll(portal.close)
const services = { ...portal.services, ...portal.billing }

/** Somebody who has subscribed to Growth with a provider that the portal no longer has. */
async function stranded(): Promise<TestUser> {
  const buyer = await user(portal)
  await subscribe(buyer, growth)
  const moved = portal.db.updateTable('subscriptions').set({ provider: 'STRIPE' })
  await moved.where('userId', '=', buyer.id).execute()
  return buyer
}

async function subscribe(buyer: TestUser, planId: string) {
  const { sessionId } = await begin(buyer, { planId })
  fake.pay(`cs_${sessionId}`)
  return stateOf(buyer, sessionId)
}

const recordedOf = ({ id }: TestUser) =>
  portal.db
    .selectFrom('subscriptions')
    .select(['status', 'provider', 'isDuplicate'])
    .where('userId', '=', id)
    .orderBy('createdAt')
    .orderBy('provider', 'desc')
    .execute()

test('its month goes on unseen: nothing is said to be charged, and its credits can be spent', async () => {
  const buyer = await stranded()
  await endStranded(services)
  const { subscription, nextCharge, balance } = await infoOf(buyer)
  expect({ subscription, nextCharge }).toEqual({ subscription: undefined, nextCharge: undefined })
  expect(balance.subscriptionCredits).toBe(4000)
  expect((await buyer.as.call(account.me)).body).not.toHaveProperty('subscription')
  expect(await buyer.as.call(billing.cancel, { body: {} })).toMatchObject({ status: 409 })
})

test('it keeps nobody from another subscription, beside which its credits stay', async () => {
  const buyer = await stranded()
  expect(await subscribe(buyer, scale)).toMatchObject({ status: 'PAID' })
  expect(await recordedOf(buyer)).toEqual([
    { provider: 'STRIPE', status: 'INACTIVE', isDuplicate: false },
    { provider: 'SANDBOX', status: 'ACTIVE', isDuplicate: false },
  ])
  expect(await infoOf(buyer)).toMatchObject({ plan: { name: 'Scale' }, balance: { subscriptionCredits: 20_000 } })
})

test('it keeps nobody from closing the account', async () => {
  const buyer = await stranded()
  expect(await buyer.as.call(account.close, { body: { password: testPassword } })).toMatchObject({ status: 204 })
})

test('over here, it is ended and paid back once where its provider comes back and has renewed it', async () => {
  const buyer = await stranded()
  fake.advance(32 * day)
  await endStranded(services)
  const back = portal.db.updateTable('subscriptions').set({ provider: 'SANDBOX' }).where('userId', '=', buyer.id)
  const { providerId } = await back.returning('providerId').executeTakeFirstOrThrow()
  fake.renew(providerId)
  await syncSubscription(services, providerId)
  expect(await fake.provider.subscription(providerId)).toMatchObject({ status: 'INACTIVE' })
  expect(await paymentsOf(portal, buyer.id)).toMatchObject([{ status: 'PAID' }, { status: 'REFUNDED' }])
  expect(await recordedOf(buyer)).toMatchObject([{ status: 'INACTIVE', isDuplicate: false }])
})

test('one that cannot be ended holds up no other, and is ended by the next round', async () => {
  fake.advance(32 * day)
  await endStranded(services)
  const [first, second] = [await stranded(), await stranded()]
  fake.advance(32 * day)
  const clock = {
    now: vi.fn(services.clock.now).mockImplementationOnce(() => {
      throw new Error('not now')
    }),
  }
  await endStranded({ ...services, clock })
  expect(await recordedOf(first)).toMatchObject([{ status: 'ACTIVE' }])
  expect(await recordedOf(second)).toMatchObject([{ status: 'INACTIVE' }])
  await endStranded(services)
  expect(await recordedOf(first)).toMatchObject([{ status: 'INACTIVE' }])
})

test('it ends with its month, however often that is looked after, and its credits with it', async () => {
  const buyer = await stranded()
  fake.advance(32 * day)
  await endStranded({ ...services, provider: null })
  expect((await infoOf(buyer)).balance.subscriptionCredits).toBe(4000)
  await Promise.all([1, 2, 3].map(() => endStranded(services)))
  const { subscription, balance } = await infoOf(buyer)
  expect(subscription).toMatchObject({ status: 'INACTIVE', endReason: 'CANCELLED' })
  expect(balance.subscriptionCredits).toBe(0)
  const mails = await mailsTo({ portal, db: portal.db, services, fake }, buyer.email)
  expect(mails.filter((subject) => /has ended/.test(subject))).toHaveLength(1)
})
