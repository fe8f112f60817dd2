import type { Transaction } from '@dooryard/contract/billing/transactions'
import { expect, test } from 'vitest'
import { formatPaymentNote } from './payment-note.ts'

const paid: Transaction = {
  transactionId: 'one',
  kind: 'SUBSCRIPTION',
  description: 'Growth',
  amount: 14_900,
  currency: 'USD',
  status: 'PAID',
  creditsGranted: 4000,
  createdAt: '2026-11-02T12:00:00.000Z',
}
const failure = 'Your card was declined.'
const declinedFirst = { at: '2026-11-02T12:00:00.000Z', failure }

test.each([
  [{}, undefined],
  [{ status: 'FAILED', failure }, failure],
  [{ declinedFirst }, 'Declined first on Nov 2, 2026: Your card was declined.'],
  [{ couponCode: 'SPRING-20' }, 'Coupon SPRING-20'],
  [
    { status: 'REFUNDED', refundedAt: '2026-11-05T12:00:00.000Z', couponCode: 'SPRING-20', declinedFirst },
    'Refunded on Nov 5, 2026, Coupon SPRING-20. Declined first on Nov 2, 2026: Your card was declined.',
  ],
] as const)('a payment with %j has the note: %s', (facts, says) => {
  expect(formatPaymentNote({ ...paid, ...facts })).toBe(says)
})
