import type { Transaction } from '@dooryard/contract/billing/transactions'
import { formatDay, formatMoney } from '../format/format.ts'

/** Additional information about a payment. */
export function formatPaymentNote({
  status,
  failure,
  declinedFirst,
  refundedAt,
  refundedAmount,
  currency,
  couponCode,
}: Transaction): string | undefined {
  if (status === 'FAILED') return failure
  const partly = refundedAmount && `${formatMoney({ amount: refundedAmount, currency })} refunded`
  const refund = refundedAt ? `Refunded on ${formatDay(refundedAt)}` : partly
  const coupon = couponCode && `Coupon ${couponCode}`
  // Last, because it is a sentence of its own.
  const declined = declinedFirst && `Declined first on ${formatDay(declinedFirst.at)}: ${declinedFirst.failure}`
  const notes = [refund, coupon].filter(Boolean).join(', ')
  return [notes && declined ? `${notes}.` : notes, declined].filter(Boolean).join(' ') || undefined
}
