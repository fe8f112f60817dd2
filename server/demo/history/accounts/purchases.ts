import { billing } from '@dooryard/contract/billing/billing'
import { sandbox, type TestCard } from '@dooryard/contract/billing/payments'
import type { CheckoutSession } from '@dooryard/contract/billing/purchases'
import type { PastUser } from '../past-api.ts'

// The ids from the migration.
export const plans = {
  STARTER: '00000000-0000-7000-8000-000000000101',
  GROWTH: '00000000-0000-7000-8000-000000000102',
  SCALE: '00000000-0000-7000-8000-000000000103',
} as const
export type PlanName = keyof typeof plans

/** By their credits. */
export const packs = {
  500: '00000000-0000-7000-8000-000000000201',
  2000: '00000000-0000-7000-8000-000000000202',
  10000: '00000000-0000-7000-8000-000000000203',
} as const
export type PackSize = keyof typeof packs

const goodCard: TestCard = '4242424242424242'

type BuyOptions = { couponCode?: string | undefined; card?: TestCard }

const payOnPage = async (user: PastUser, { url, sessionId }: CheckoutSession, card: TestCard): Promise<void> => {
  const session = new URL(url).searchParams.get('session') ?? ''
  await user.call(sandbox.pay, { params: { session }, body: { card } })
  // As the browser does that returns from the payment page.
  await user.call(billing.checkoutState, { params: { sessionId } })
}

/** Without an interval, by the month. */
export async function subscribe(
  user: PastUser,
  plan: PlanName,
  { couponCode, card = goodCard, interval }: BuyOptions & { interval?: 'YEAR' | undefined } = {},
): Promise<void> {
  const body = { planId: plans[plan], couponCode, ...(interval && { interval }) }
  await payOnPage(user, await user.call(billing.checkout, { body }), card)
}

export async function buyPack(user: PastUser, size: PackSize, { couponCode, card = goodCard }: BuyOptions = {}) {
  await payOnPage(user, await user.call(billing.checkout, { body: { packId: packs[size], couponCode } }), card)
}

export async function changeCard(user: PastUser, card: TestCard = goodCard): Promise<void> {
  await payOnPage(user, await user.call(billing.updatePaymentMethod), card)
}

/** An upgrade is paid at once; a downgrade begins with the next month. */
export async function changePlan(user: PastUser, plan: PlanName, couponCode?: string): Promise<void> {
  const planId = plans[plan]
  const { quoteId } = await user.call(billing.quote, { body: { planId, couponCode } })
  await user.call(billing.changePlan, { body: { planId, quoteId } })
}
