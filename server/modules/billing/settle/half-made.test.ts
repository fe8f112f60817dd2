import { afterAll, expect, test } from 'vitest'
import { testPortal } from '../../../test/portal.ts'
import { buyer, growth, mailsTo, paid, recordOf, settling } from './settle.fixture.ts'
import { settleCheckout } from './settle-checkout.ts'

const portal = await testPortal()
afterAll(portal.close)
const given = settling(portal)
const { fake, services } = given

test('a subscription that is paid for before it has begun is asked about again, and then it begins', async () => {
  const who = await buyer(given)
  const { checkoutId, subscriptionId } = await paid(given, who, { plan: growth })
  const subscription = fake.subscriptions.get(subscriptionId) ?? {}
  Object.assign(subscription, { status: 'INACTIVE' })
  await expect(settleCheckout(services, checkoutId)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await recordOf(given, who.userId)).toMatchObject({ subscriptions: [], payments: [] })

  Object.assign(subscription, { status: 'ACTIVE' })
  await settleCheckout(services, checkoutId)
  expect(await recordOf(given, who.userId)).toMatchObject({
    subscriptions: [{ status: 'ACTIVE' }],
    sums: { SUBSCRIPTION: { available: 4000 } },
  })
  expect(await mailsTo(given, who.email)).toEqual([expect.stringContaining('receipt')])
})
