import { adminBilling } from '@dooryard/contract/admin-billing'
import { coupons } from '@dooryard/contract/coupons'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { buy, change, coupon, infoOf, paymentsOf, quoted, scale, smallPack, starter } from '../buying.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

test('an affiliate sees which of the purchases with their coupon were refunded, and how many', async () => {
  const [admin, affiliate] = [
    await user(portal, { role: 'SUPER_ADMIN' }),
    await user(portal, { role: 'AFFILIATE_USER' }),
  ]
  const couponCode = await coupon(portal, { affiliateUserId: affiliate.id })
  const [refunded, kept, subscribed] = [await user(portal), await user(portal), await user(portal)]
  await buy(portal, refunded, { packId: smallPack, couponCode })
  await buy(portal, kept, { packId: smallPack, couponCode })
  await buy(portal, subscribed, { planId: starter, couponCode })
  for (const { id } of [refunded, subscribed]) {
    const transactionId = (await paymentsOf(portal, id))[0]?.id ?? ''
    const call = { params: { transactionId }, body: { reason: 'Bought by mistake' } }
    expect((await admin.as.call(adminBilling.refund, call)).status).toBe(200)
  }
  const own = (await affiliate.as.call(coupons.list, { query: {} })).body.items[0]
  expect(own).toMatchObject({ code: couponCode, redemptions: 3, refunded: 2 })
  const call = { params: { id: own?.id ?? '' }, query: {} }
  const { items } = (await affiliate.as.call(coupons.redemptions, call)).body
  expect(items.map(({ purchase, refundedAt }) => [purchase, refundedAt !== undefined])).toEqual([
    ['SUBSCRIPTION', true],
    ['PACK', false],
    ['PACK', true],
  ])
})

test('the credits that a coupon gave on top of a plan, or of a larger one, go back with its payment', async () => {
  const [admin, buyer] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  const [first, second] = [
    await coupon(portal, { kind: 'CREDITS', value: 50 }),
    await coupon(portal, { kind: 'CREDITS', value: 70 }),
  ]
  const balance = async () => (await infoOf(buyer)).balance
  await buy(portal, buyer, { planId: starter, couponCode: first })
  expect(await balance()).toMatchObject({ subscriptionCredits: 1000, onDemandCredits: 50 })
  const quote = await quoted(buyer, scale, second)
  expect(await change(buyer, { planId: scale, quoteId: quote.quoteId })).toMatchObject({ status: 200 })
  expect(await balance()).toMatchObject({ subscriptionCredits: 16_000, onDemandCredits: 120 })
  const left = [
    { subscriptionCredits: 1000, onDemandCredits: 50 },
    { subscriptionCredits: 0, onDemandCredits: 0 },
  ]
  for (const [at, { id }] of (await paymentsOf(portal, buyer.id)).toReversed().entries()) {
    const call = { params: { transactionId: id }, body: { reason: 'Bought by mistake' } }
    expect((await admin.as.call(adminBilling.refund, call)).status).toBe(200)
    expect(await balance()).toMatchObject(left[at] ?? {})
  }
})
