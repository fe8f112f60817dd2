import type { Checkout } from '@dooryard/contract/purchases'
import { formatMoney, plural } from '../../../lib/format.ts'

/** What was bought, as the heading of the news. */
export function boughtTitle({ kind, name }: Checkout): string {
  if (kind === 'PAYMENT_METHOD') return 'Your new card is on file'
  return kind === 'SUBSCRIPTION' ? `You are subscribed to ${name}` : `You bought ${name}`
}

/** That what was paid went back, as the heading of the news. */
export const refundedTitle = ({ name }: Checkout): string => `Your payment for ${name} was refunded`

/** Why, where that is known, and what becomes of the money. */
export function refundedText({ refundReason, total }: Checkout): string {
  const why = refundReason ? `${refundReason}. ` : ''
  const back =
    total.amount > 0
      ? `${formatMoney(total)} goes back to the card that it was paid with.`
      : 'There was nothing to pay.'
  return `${why}${back} No credits come with it.`
}

/** What it cost and what came of it. */
export function boughtText({ kind, credits, bonusCredits, total }: Checkout): string {
  if (kind === 'PAYMENT_METHOD') return 'Renewals and automatic purchases are charged to it from now on.'
  const bonus = bonusCredits > 0 ? `, and ${plural(bonusCredits, 'credit')} more from your coupon,` : ''
  const paid = total.amount > 0 ? `${formatMoney(total)} paid.` : 'There was nothing to pay.'
  return `${paid} ${plural(credits, 'credit')}${bonus} ${credits + bonusCredits === 1 ? 'is' : 'are'} yours to spend now.`
}
