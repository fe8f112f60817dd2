import type { Transaction } from '@dooryard/contract/transactions'
import { formatDay } from './format.ts'

/** What is good to know of a payment besides what it was for. */
export function asideOf({ status, failure, declinedFirst, refundedAt, couponCode }: Transaction): string | undefined {
  if (status === 'FAILED') return failure
  const refund = refundedAt && `Refunded on ${formatDay(refundedAt)}`
  const coupon = couponCode && `Coupon ${couponCode}`
  // Last, since it brings a sentence of its own.
  const declined = declinedFirst && `Declined first on ${formatDay(declinedFirst.at)}: ${declinedFirst.failure}`
  const facts = [refund, coupon].filter(Boolean).join(', ')
  return [facts && declined ? `${facts}.` : facts, declined].filter(Boolean).join(' ') || undefined
}
