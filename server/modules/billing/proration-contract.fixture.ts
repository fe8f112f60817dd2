import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PaymentProvider, PlanTerms } from './provider.ts'

type Plans = { first: PlanTerms; larger: PlanTerms; largest: PlanTerms }
type Subscribed = { provider: PaymentProvider; subscriptionId: string }
type Subscribe = (plan: PlanTerms, discount: number) => Promise<Subscribed>

/** What the days left are worth with every provider alike: what was paid for them. */
export function creditsWhatWasPaid({ first, larger, largest }: Plans, subscribe: Subscribe): void {
  const changeAtStart = async ({ provider, subscriptionId }: Subscribed, to: PlanTerms, discount = 0) => {
    const { periodStart: proratedAt } = await provider.subscription(subscriptionId)
    const change = { subscriptionId, to, proratedAt, discount }
    const order = { quoteId: randomUUID(), when: 'NOW', cancelAtPeriodEnd: false } as const
    return { ...change, ...(await provider.quoteChange(change)), ...order }
  }
  const changed = async (subscribed: Subscribed, to: PlanTerms, discount = 0) => {
    const { credit: _credit, charge: _charge, ...order } = await changeAtStart(subscribed, to, discount)
    await subscribed.provider.changePlan(order)
  }
  const refunded = async ({ provider, subscriptionId }: Subscribed, reason: 'FIRST' | 'CHANGE') => {
    const invoice = (await provider.invoicesOf(subscriptionId)).find((one) => one.reason === reason)
    const { paymentRef = '', amount = 0 } = invoice ?? {}
    await provider.refund({ transactionId: randomUUID(), paymentRef, amount })
  }

  test('a cancellation that nobody was told of stands, and the change is refused', async () => {
    const subscribed = await subscribe(first, 0)
    const { provider, subscriptionId } = subscribed
    await provider.setCancelAtPeriodEnd(subscriptionId, true)
    const refusal = { code: 'UNPROCESSABLE', message: expect.stringContaining('has changed since this was quoted') }
    await expect(changed(subscribed, larger)).rejects.toMatchObject(refusal)
    expect(await provider.subscription(subscriptionId)).toMatchObject({ plan: first, cancelAtPeriodEnd: true })
    expect(await provider.invoicesOf(subscriptionId)).toHaveLength(1)
  })

  test.each([0, first.price / 2, first.price])('a month bought for %i cents less is credited as paid', async (less) => {
    const subscribed = await subscribe(first, less)
    const credit = first.price - less
    expect(await changeAtStart(subscribed, larger)).toMatchObject({
      charge: larger.price,
      credit,
      amountDue: larger.price - credit,
    })
    await changed(subscribed, larger)
    expect(await changeAtStart(subscribed, largest)).toMatchObject({ charge: largest.price, credit: larger.price })
  })

  test.each([1000, larger.price - first.price])(
    'a change bought for %i cents less is credited as paid',
    async (less) => {
      const subscribed = await subscribe(first, 0)
      await changed(subscribed, larger, less)
      const credit = larger.price - less
      expect(await changeAtStart(subscribed, largest)).toMatchObject({ credit, amountDue: largest.price - credit })
      await changed(subscribed, largest)
      const invoices = await subscribed.provider.invoicesOf(subscribed.subscriptionId)
      expect(invoices.map(({ amount }) => amount)).toEqual([
        first.price,
        larger.price - first.price - less,
        largest.price - credit,
      ])
    },
  )

  test('a month that was paid back is not credited, and what is paid in its place is', async () => {
    const subscribed = await subscribe(first, 0)
    await refunded(subscribed, 'FIRST')
    expect(await changeAtStart(subscribed, larger)).toMatchObject({ credit: 0, amountDue: larger.price })
    await changed(subscribed, larger)
    expect(await changeAtStart(subscribed, largest)).toMatchObject({ credit: larger.price })
  })

  test('of a change that was paid back, what was paid before it is credited', async () => {
    const subscribed = await subscribe(first, 0)
    await changed(subscribed, larger)
    await refunded(subscribed, 'CHANGE')
    expect(await changeAtStart(subscribed, largest)).toMatchObject({ credit: first.price })
  })
}
