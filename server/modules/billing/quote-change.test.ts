import { adminBilling } from '@dooryard/contract/admin-billing'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import {
  begin,
  change,
  coupon,
  growth,
  infoOf,
  paymentsOf,
  quoted,
  scale,
  smallPack,
  starter,
  stateOf,
  subscriber,
  usesOf,
} from './buying.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const usd = (amount: number) => ({ amount, currency: 'USD' })

test('whoever left a page with a coupon can use it for a change of plan, which closes that page', async () => {
  const buyer = await subscriber(portal, { planId: starter })
  const code = await coupon(portal)
  const { sessionId } = await begin(buyer, { packId: smallPack, couponCode: code })
  const quote = await quoted(buyer, growth, code)
  expect(quote).toMatchObject({ discount: usd(2000), amountDueNow: usd(8000) })
  // Nothing is bought yet, so the page can still be paid on.
  expect(await stateOf(buyer, sessionId)).toMatchObject({ status: 'OPEN' })
  expect(await change(buyer, quote)).toMatchObject({ status: 200, body: { planName: 'Growth' } })
  expect(await stateOf(buyer, sessionId)).toMatchObject({ status: 'EXPIRED' })
  expect(await usesOf(portal, code)).toEqual(['RELEASED', 'REDEEMED'])
})

test('a change that a coupon made free is credited for what was paid for it', async () => {
  const buyer = await subscriber(portal, { planId: starter })
  const code = await coupon(portal, { value: 100 })
  await change(buyer, await quoted(buyer, growth, code))
  const quote = await quoted(buyer, scale)
  expect(quote).toMatchObject({ charge: usd(49_900), credit: usd(4900), amountDueNow: usd(45_000) })
  await change(buyer, quote)
  expect((await paymentsOf(portal, buyer.id)).map(({ amount }) => amount)).toEqual([4900, 0, 45_000])
})

test('of a month that was paid back, an upgrade credits neither the money nor the credits', async () => {
  const [buyer, admin] = [await subscriber(portal), await user(portal, { role: 'SUPER_ADMIN' })]
  const [first] = await paymentsOf(portal, buyer.id)
  const params = { transactionId: first?.id ?? '' }
  expect((await admin.as.call(adminBilling.refund, { params, body: { reason: 'By mistake' } })).status).toBe(200)
  expect((await infoOf(buyer)).balance.subscriptionCredits).toBe(0)
  const quote = await quoted(buyer, scale)
  expect(quote).toMatchObject({ credit: usd(0), amountDueNow: usd(49_900), creditsGrantedNow: 16_000 })
  await change(buyer, quote)
  expect((await infoOf(buyer)).balance.subscriptionCredits).toBe(16_000)
})
