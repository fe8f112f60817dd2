import type { Checkout } from '@dooryard/contract/billing/purchases'
import { expect, test } from 'vitest'
import { formatPurchaseText, formatPurchaseTitle, formatRefundText, formatRefundTitle } from './purchase-labels.ts'

const buildCheckout = (change: Partial<Checkout>): Checkout => ({
  sessionId: '1',
  kind: 'PACK',
  name: '500 credits',
  status: 'PAID',
  credits: 500,
  bonusCredits: 0,
  total: { amount: 2800, currency: 'USD' },
  ...change,
})

const formatMessage = (checkout: Checkout) => `${formatPurchaseTitle(checkout)}: ${formatPurchaseText(checkout)}`

test('a pack shows what was paid and what it gave', () => {
  expect(formatMessage(buildCheckout({}))).toBe('You bought 500 credits: $28.00 paid. 500 credits are available now.')
})

test('the bonus credits of a coupon are shown separately', () => {
  expect(formatMessage(buildCheckout({ bonusCredits: 50 }))).toBe(
    'You bought 500 credits: $28.00 paid. 500 credits, and 50 credits more from your coupon, are available now.',
  )
})

test('a free subscription says that nothing was paid', () => {
  const free = buildCheckout({
    kind: 'SUBSCRIPTION',
    name: 'Growth',
    credits: 4000,
    total: { amount: 0, currency: 'USD' },
  })
  expect(formatMessage(free)).toBe(
    'You are subscribed to Growth: There was nothing to pay. 4,000 credits are available now.',
  )
})

test('a new card mentions no credits', () => {
  expect(formatMessage(buildCheckout({ kind: 'PAYMENT_METHOD', credits: 0 }))).toBe(
    'Your new card is on file: Renewals and automatic purchases are charged to it from now on.',
  )
})

test('a refunded purchase shows the reason and the amount, and that it gives no credits', () => {
  const change = { name: 'Scale', status: 'REFUNDED', credits: 0, total: { amount: 49_900, currency: 'USD' } } as const
  const refunded = buildCheckout({ ...change, refundReason: 'There was a subscription already' })
  expect(formatRefundTitle(refunded)).toBe('Your payment for Scale was refunded')
  expect(formatRefundText(refunded)).toBe(
    'There was a subscription already. $499.00 is refunded to the card that it was paid with. No credits come with it.',
  )
})
