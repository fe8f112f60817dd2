import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { createMovableClock } from '../../../../test/clock.ts'
import type { CheckoutItem, NewCheckout, PaymentProvider, PlanTerms } from '../provider.ts'
import { createStripe } from './create-stripe.ts'
import { type FakeStripe, fakeStripe, testKeys } from './fake-stripe.fixture.ts'
import type { PaymentBehavior } from './fake-stripe-state.fixture.ts'

export const day = 86_400_000

const plan = (id: number, name: string, price: number, credits: number): PlanTerms => ({
  planId: `00000000-0000-7000-8000-00000000010${id}`,
  name,
  interval: 'MONTH',
  price,
  currency: 'USD',
  credits,
})
export const starter = plan(1, 'Starter', 4900, 1000)
export const growth = plan(2, 'Growth', 14_900, 4000)
export const scale = plan(3, 'Scale', 49_900, 16_000)

export const pack = {
  kind: 'PACK',
  packId: '00000000-0000-7000-8000-000000000201',
  name: '500 credits',
  price: 3500,
  currency: 'USD',
} as const

export const monthlyItem = (terms: PlanTerms): CheckoutItem => ({ kind: 'SUBSCRIPTION', plan: terms })

/** A fake Stripe with our provider on top; tests must not use anything unknown to Stripe. */
export function createTestShop() {
  const clock = createMovableClock()
  const shop = { clock, provider: {} as PaymentProvider, stripe: {} as FakeStripe }
  beforeAll(async () => {
    shop.stripe = await fakeStripe(clock.now)
    shop.provider = createStripe({ ...testKeys, apiUrl: shop.stripe.url, clock })
  })
  afterAll(async () => {
    await shop.stripe.close()
    expect(shop.stripe.misfits).toEqual([])
  })

  const customer = () => {
    const userId = randomUUID()
    return shop.provider.createCustomer({ userId, email: `${userId}@example.com`, name: 'Ada Example' })
  }
  const draft = (customerId: string, item: CheckoutItem, discount = 0): NewCheckout => ({
    ...{ checkoutId: randomUUID(), customerId, email: 'ada@example.com', item, discount },
    successUrl: 'https://dooryard.example.com/portal/settings/billing?checkout=1',
    cancelUrl: 'https://dooryard.example.com/portal/settings/billing?cancelled=1',
    expiresAt: new Date(clock.now().getTime() + 31 * 60_000),
  })
  const begin = async (item: CheckoutItem, discount = 0) => {
    const checkout = draft(await customer(), item, discount)
    return { checkout, ...(await shop.provider.createCheckout(checkout)) }
  }
  /** Creates a subscriber whose card behaves like this from now on. */
  const subscriber = async (
    terms: PlanTerms,
    { does, discount = 0 }: { does?: PaymentBehavior; discount?: number } = {},
  ) => {
    const { id, checkout } = await begin(monthlyItem(terms), discount)
    shop.stripe.pay(id, does)
    const { subscriptionId = '', invoiceId = '' } = await shop.provider.checkout(id)
    return { checkout, subscriptionId, invoiceId, customerId: checkout.customerId }
  }
  return Object.assign(shop, { customer, draft, begin, subscriber })
}
