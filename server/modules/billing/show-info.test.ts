import { account } from '@dooryard/contract/account'
import { billing } from '@dooryard/contract/billing'
import { afterAll, expect, test } from 'vitest'
import { testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { buy, growth, infoOf, scale, smallPack, starter, subscriber } from './buying.fixture.ts'
import { advance } from './sandbox/pay.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

type Buyer = Awaited<ReturnType<typeof subscriber>>

const glanceOf = async ({ as }: Buyer) => (await as.call(account.me)).body.subscription
const cancel = ({ as }: Buyer) => as.call(billing.cancel, { body: {} })
const close = ({ as }: Buyer) => as.call(account.close, { body: { password: testPassword } })
const topUpOf = ({ id }: Buyer) =>
  portal.db.selectFrom('autoTopUps').select('isEnabled').where('userId', '=', id).executeTakeFirst()

test('the signed-in user is told of their live subscription', async () => {
  const buyer = await user(portal)
  expect(await glanceOf(buyer)).toBeUndefined()
  await buy(portal, buyer, { planId: growth })
  const { subscription } = await infoOf(buyer)
  const glance = { planName: 'Growth', status: 'ACTIVE', currentPeriodEnd: subscription?.currentPeriodEnd }
  expect(await glanceOf(buyer)).toEqual({ ...glance, cancelAtPeriodEnd: false })
  await cancel(buyer)
  expect(await glanceOf(buyer)).toEqual({ ...glance, cancelAtPeriodEnd: true })
})

test('a subscription that has ended shows as ended, and the next one in its place', async () => {
  const buyer = await subscriber(portal)
  await cancel(buyer)
  await advance(portal, 32)
  // As the event would, which nobody delivers here.
  await buyer.as.call(billing.quote, { body: { planId: scale } })
  const ended = await infoOf(buyer)
  expect(ended).toMatchObject({
    subscription: { planName: 'Growth', status: 'INACTIVE', endReason: 'CANCELLED' },
    balance: { subscriptionCredits: 0 },
  })
  expect([ended.plan, ended.nextCharge, await glanceOf(buyer)]).toEqual([undefined, undefined, undefined])
  expect(Date.parse(ended.now) - Date.now()).toBeGreaterThan(31 * 86_400_000)
  expect(await buy(portal, buyer, { planId: starter })).toMatchObject({ status: 'PAID' })
  expect(await infoOf(buyer)).toMatchObject({ subscription: { planName: 'Starter', status: 'ACTIVE' } })
})

test('nobody sees what is of somebody else', async () => {
  await subscriber(portal)
  const other = await infoOf(await user(portal))
  expect([other.subscription, other.paymentMethod, other.plan]).toEqual([undefined, undefined, undefined])
})

test('an account is not closed while its subscription would go on to be charged', async () => {
  const buyer = await subscriber(portal)
  expect(await close(buyer)).toMatchObject({
    status: 409,
    body: { message: 'Your Growth subscription would go on. Cancel it first, then you can close your account.' },
  })
  await cancel(buyer)
  expect(await close(buyer)).toMatchObject({ status: 204 })
})

test('closing an account ends its automatic top-up', async () => {
  const buyer = await user(portal)
  await buy(portal, buyer, { packId: smallPack })
  const body = { enabled: true, threshold: 10, packId: smallPack, monthlyCap: 20_000 }
  expect(await buyer.as.call(billing.autoTopUp, { body })).toMatchObject({ status: 200 })
  expect((await infoOf(buyer)).autoTopUp).toMatchObject({ enabled: true, threshold: 10, packId: smallPack })
  expect(await topUpOf(buyer)).toEqual({ isEnabled: true })
  expect(await close(buyer)).toMatchObject({ status: 204 })
  expect(await topUpOf(buyer)).toEqual({ isEnabled: false })
})
