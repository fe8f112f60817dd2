import type { Checkout } from '@dooryard/contract/purchases'
import { expect, test } from 'vitest'
import { boughtText, boughtTitle, refundedText, refundedTitle } from './purchase-labels.ts'

const bought = (change: Partial<Checkout>): Checkout => ({
  sessionId: '1',
  kind: 'PACK',
  name: '500 credits',
  status: 'PAID',
  credits: 500,
  bonusCredits: 0,
  total: { amount: 2800, currency: 'USD' },
  ...change,
})

const words = (checkout: Checkout) => `${boughtTitle(checkout)}: ${boughtText(checkout)}`

test('a pack says what was paid and what it gave', () => {
  expect(words(bought({}))).toBe('You bought 500 credits: $28.00 paid. 500 credits are yours to spend now.')
})

test('the credits of a coupon are said apart', () => {
  expect(words(bought({ bonusCredits: 50 }))).toBe(
    'You bought 500 credits: $28.00 paid. 500 credits, and 50 credits more from your coupon, are yours to spend now.',
  )
})

test('a subscription that cost nothing says so', () => {
  const free = bought({ kind: 'SUBSCRIPTION', name: 'Growth', credits: 4000, total: { amount: 0, currency: 'USD' } })
  expect(words(free)).toBe(
    'You are subscribed to Growth: There was nothing to pay. 4,000 credits are yours to spend now.',
  )
})

test('a card speaks of no credits', () => {
  expect(words(bought({ kind: 'PAYMENT_METHOD', credits: 0 }))).toBe(
    'Your new card is on file: Renewals and automatic purchases are charged to it from now on.',
  )
})

test('a purchase that went back says why, how much, and that it gives nothing', () => {
  const change = { name: 'Scale', status: 'REFUNDED', credits: 0, total: { amount: 49_900, currency: 'USD' } } as const
  const refunded = bought({ ...change, refundReason: 'There was a subscription already' })
  expect(refundedTitle(refunded)).toBe('Your payment for Scale was refunded')
  expect(refundedText(refunded)).toBe(
    'There was a subscription already. $499.00 goes back to the card that it was paid with. No credits come with it.',
  )
})
