import type { PaymentMethod } from '@dooryard/contract/billing/billing'
import type { Subscription } from '@dooryard/contract/billing/subscriptions'
import { expect, test } from 'vitest'
import {
  formatCard,
  formatCardExpiry,
  formatPastDue,
  getOverdueAmount,
  getSubscriptionStatus,
  isCardExpiredAt,
  isLiveSubscription,
  listCancelEffects,
} from './subscription-labels.ts'

const card: PaymentMethod = { brand: 'visa', last4: '4242', expMonth: 3, expYear: 2027 }

const subscription = (change: Partial<Subscription>): Subscription => ({
  id: '1',
  planId: '2',
  planName: 'Growth',
  status: 'ACTIVE',
  interval: 'MONTH',
  price: { amount: 14_900, currency: 'USD' },
  creditsPerPeriod: 4000,
  currentPeriodStart: '2026-11-02T12:00:00.000Z',
  currentPeriodEnd: '2026-12-02T12:00:00.000Z',
  cancelAtPeriodEnd: false,
  createdAt: '2026-11-02T12:00:00.000Z',
  ...change,
})

test.each([
  [{}, 'Active', true],
  [{ cancelAtPeriodEnd: true }, 'Ends Dec 2, 2026', true],
  [{ status: 'PAST_DUE' }, 'Past due', true],
  [{ status: 'PAST_DUE', cancelAtPeriodEnd: true }, 'Past due, cancelled', true],
  [{ status: 'INACTIVE', cancelAtPeriodEnd: true }, 'Ended', false],
] as const)('a subscription %j is "%s"', (change, label, live) => {
  expect(getSubscriptionStatus(subscription(change)).label).toBe(label)
  expect(isLiveSubscription(subscription(change))).toBe(live)
})

const overdue = { status: 'PAST_DUE', graceUntil: '2026-11-09T12:00:00.000Z' } as const

test('cancelling ends a paid subscription with its month, and an overdue one immediately', () => {
  expect(listCancelEffects(subscription({}))).toEqual([
    'Growth ends on Dec 2, 2026. It is not charged again.',
    'Until then everything works as it does now.',
  ])
  const next = { planId: '1', planName: 'Starter', price: { amount: 4900, currency: 'USD' }, creditsPerPeriod: 1000 }
  expect(listCancelEffects(subscription({ next })).at(-1)).toBe(
    'The change to Starter is dropped. Undoing this does not bring it back.',
  )
  expect(listCancelEffects(subscription(overdue))).toEqual([
    'Growth ends at once.',
    '$149.00 for the month until Dec 2, 2026 is unpaid, and no longer asked for.',
  ])
})

test('an overdue subscription shows its deadline and the effect of cancelling', () => {
  const ends = 'Unless it is paid by Nov 9, 2026, Growth ends then. Change your card, and it is tried again. '
  expect(formatPastDue(subscription(overdue))).toBe(
    `${ends}The credits you have can still be spent; new ones come with the payment.`,
  )
  expect(formatPastDue(subscription({ ...overdue, cancelAtPeriodEnd: true }))).toBe(
    `${ends}You cancelled: once it is paid, Growth runs until Dec 2, 2026 and is not charged again.`,
  )
})

test('with a scheduled smaller plan, the overdue amount is the price of that plan', () => {
  const next = { planId: '1', planName: 'Starter', price: { amount: 4900, currency: 'USD' }, creditsPerPeriod: 1000 }
  expect(getOverdueAmount(subscription({ ...overdue, next }))).toEqual(next.price)
  expect(getOverdueAmount(subscription(overdue)).amount).toBe(14_900)
})

test('a user who never subscribed has no live subscription', () => {
  expect(isLiveSubscription(undefined)).toBe(false)
})

test('a card is shown as its brand and last digits', () => {
  expect(formatCard(card)).toBe('Visa ending in 4242')
  expect(formatCard({ ...card, brand: 'amex' })).toBe('American Express ending in 4242')
  expect(formatCardExpiry(card)).toBe('03/2027')
})

test.each([
  ['2027-03-31T23:59:59.000Z', false],
  ['2027-04-01T00:00:00.000Z', true],
])('a card valid through March 2027 has expired at %s: %s', (instant, expired) => {
  expect(isCardExpiredAt(card, instant)).toBe(expired)
})
