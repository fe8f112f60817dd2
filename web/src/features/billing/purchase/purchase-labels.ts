import type { Checkout } from '@dooryard/contract/billing/purchases'
import { formatMoney, pluralize } from '../../../lib/format/format.ts'

/** Formats the title of a paid purchase. */
export function formatPurchaseTitle({ kind, name }: Checkout): string {
  if (kind === 'PAYMENT_METHOD') return 'Your new card is on file'
  return kind === 'SUBSCRIPTION' ? `You are subscribed to ${name}` : `You bought ${name}`
}

/** Formats the title of a refunded purchase. */
export const formatRefundTitle = ({ name }: Checkout): string => `Your payment for ${name} was refunded`

/** Formats the refund reason, if known, and what happens to the money. */
export function formatRefundText({ refundReason, total }: Checkout): string {
  const why = refundReason ? `${refundReason}. ` : ''
  const back =
    total.amount > 0
      ? `${formatMoney(total)} is refunded to the card that it was paid with.`
      : 'There was nothing to pay.'
  return `${why}${back} No credits come with it.`
}

/** Formats what a purchase cost and what it gave. */
export function formatPurchaseText({ kind, credits, bonusCredits, total }: Checkout): string {
  if (kind === 'PAYMENT_METHOD') return 'Renewals and automatic purchases are charged to it from now on.'
  const bonus = bonusCredits > 0 ? `, and ${pluralize(bonusCredits, 'credit')} more from your coupon,` : ''
  const paid = total.amount > 0 ? `${formatMoney(total)} paid.` : 'There was nothing to pay.'
  return `${paid} ${pluralize(credits, 'credit')}${bonus} ${credits + bonusCredits === 1 ? 'is' : 'are'} available now.`
}
