import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PaymentProvider, PlanTerms } from '../provider/provider.ts'

type ProrationPlans = { first: PlanTerms; larger: PlanTerms; largest: PlanTerms }
type TestSubscription = { provider: PaymentProvider; subscriptionId: string }
type Subscribe = (plan: PlanTerms, discount: number) => Promise<TestSubscription>

/** Every provider values the remaining days alike: at what was paid for them. */
export function testProrationCredit({ first, larger, largest }: ProrationPlans, subscribe: Subscribe): void {
  const changeAtStart = async ({ provider, subscriptionId }: TestSubscription, to: PlanTerms, discount = 0) => {
    const { periodStart: proratedAt } = await provider.subscription(subscriptionId)
    const change = { subscriptionId, to, proratedAt, discount }
    const order = { quoteId: randomUUID(), when: 'NOW', cancelAtPeriodEnd: false } as const
    return { ...change, ...(await provider.priceChange(change)), ...order }
  }
  const changed = async (subscribed: TestSubscription, to: PlanTerms, discount = 0) => {
    const { credit: _credit, charge: _charge, ...order } = await changeAtStart(subscribed, to, discount)
    await subscribed.provider.changePlan(order)
  }
  const refunded = async ({ provider, subscriptionId }: TestSubscription, reason: 'FIRST' | 'CHANGE') => {
    const invoice = (await provider.listInvoices(subscriptionId)).find((one) => one.reason === reason)
    const { paymentRef = '', amount = 0 } = invoice ?? {}
    await provider.refund({ transactionId: randomUUID(), paymentRef, amount })
  }

  test('a cancellation that is not recorded yet stands, and the change is refused', async () => {
    const subscribed = await subscribe(first, 0)
    const { provider, subscriptionId } = subscribed
    await provider.setCancelAtPeriodEnd(subscriptionId, true)
    const refusal = { code: 'UNPROCESSABLE', message: expect.stringContaining('has changed since this was quoted') }
    await expect(changed(subscribed, larger)).rejects.toMatchObject(refusal)
    expect(await provider.subscription(subscriptionId)).toMatchObject({ plan: first, cancelAtPeriodEnd: true })
    expect(await provider.listInvoices(subscriptionId)).toHaveLength(1)
  })

  test.each([0, first.price / 2, first.price])(
    'a month bought for %i cents less is credited at the paid price',
    async (less) => {
      const subscribed = await subscribe(first, less)
      const credit = first.price - less
      expect(await changeAtStart(subscribed, larger)).toMatchObject({
        charge: larger.price,
        credit,
        amountDue: larger.price - credit,
      })
      await changed(subscribed, larger)
      expect(await changeAtStart(subscribed, largest)).toMatchObject({ charge: largest.price, credit: larger.price })
    },
  )

  test.each([1000, larger.price - first.price])(
    'a change bought for %i cents less is credited at the paid price',
    async (less) => {
      const subscribed = await subscribe(first, 0)
      await changed(subscribed, larger, less)
      const credit = larger.price - less
      expect(await changeAtStart(subscribed, largest)).toMatchObject({ credit, amountDue: largest.price - credit })
      await changed(subscribed, largest)
      const invoices = await subscribed.provider.listInvoices(subscribed.subscriptionId)
      expect(invoices.map(({ amount }) => amount)).toEqual([
        first.price,
        larger.price - first.price - less,
        largest.price - credit,
      ])
    },
  )

  test('a refunded month is not credited, and what is paid in its place is', async () => {
    const subscribed = await subscribe(first, 0)
    await refunded(subscribed, 'FIRST')
    expect(await changeAtStart(subscribed, larger)).toMatchObject({ credit: 0, amountDue: larger.price })
    await changed(subscribed, larger)
    expect(await changeAtStart(subscribed, largest)).toMatchObject({ credit: larger.price })
  })

  test('if a change was refunded, what was paid before it is credited', async () => {
    const subscribed = await subscribe(first, 0)
    await changed(subscribed, larger)
    await refunded(subscribed, 'CHANGE')
    expect(await changeAtStart(subscribed, largest)).toMatchObject({ credit: first.price })
  })
}
