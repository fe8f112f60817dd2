import type { RefundPreview } from '@dooryard/contract/billing/admin/admin-billing'
import { formatNumber, pluralize } from '../../lib/format/format.ts'

const formatCountWithVerb = (count: number) => `${formatNumber(count)} ${count === 1 ? 'is' : 'are'}`

/** What a refund does to the credits of its payment, one sentence per part. */
export function listRefundEffects(preview: RefundPreview): string[] {
  const { creditsGranted, credits, creditsTaken, refundedAmount } = preview
  if (creditsGranted === 0) return ['This payment has no credits.']
  const { available, held } = creditsTaken
  const isPart = credits < creditsGranted
  const taken = isPart
    ? `${pluralize(available, 'credit')} ${available === 1 ? 'is' : 'are'} removed now.`
    : `${formatNumber(available)} of its ${pluralize(creditsGranted, 'credit')} ${available === 1 ? 'is' : 'are'} removed now.`
  // Earlier parts took their share of all that the payment brought.
  const unavailable = isPart || refundedAmount === 0 ? Math.max(0, credits - available - held) : 0
  return [
    ...(isPart
      ? [`This part is worth ${formatNumber(credits)} of ${pluralize(creditsGranted, 'credit')}, rounded down.`]
      : []),
    taken,
    ...(held > 0
      ? [
          `${formatCountWithVerb(held)} held by orders in progress. Credits charged for delivered leads are not removed.`,
        ]
      : []),
    ...(unavailable > 0
      ? [`${formatCountWithVerb(unavailable)} already spent, expired or removed. The amount is refunded anyway.`]
      : []),
  ]
}

/** The cents that pay for so many credits of a payment, rounded up so that their share has all of them. */
export const toRefundCents = (
  { amount, creditsGranted }: { amount: number; creditsGranted: number },
  credits: number,
) => (creditsGranted === 0 ? 0 : Math.ceil((amount * credits) / creditsGranted))
