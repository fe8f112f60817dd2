import { type CampaignType, type ScrubResult, scrubResults } from '@dooryard/contract/api/enums'
import { repeatLeadFreeDays } from '@dooryard/contract/api/limits'
import type { OrderQuote } from '@dooryard/contract/orders/order-quote'
import { formatNumber } from '../../lib/format/format.ts'

/** One line of an order breakdown: a total, or a deduction that may be split into parts. */
export type OrderBreakdownLine = {
  key: string
  label: string
  count: number
  kind: 'start' | 'less' | 'rest'
  hint?: string
  parts?: { key: string; label: string; hint: string; count: number }[]
}

const suppressionReasonLabels: Record<ScrubResult, string> = {
  CLEAN: scrubResults.label('CLEAN'),
  LITIGATOR: 'On the litigator list',
  INTERNAL_DNC: 'On an internal do-not-call list',
  NATIONAL_DNC: 'On the national do-not-call registry',
  STATE_DNC: 'On a state do-not-call list',
  NOT_SCRUBBED: 'Cannot be checked',
}

export const formatDeliverable = (type: CampaignType | undefined) =>
  type === 'CALL_READY' ? 'Can be called' : 'Can be mailed'

function noContact({ campaignType, noContact: count, notTraced }: OrderQuote): OrderBreakdownLine {
  const line = { key: 'noContact', kind: 'less', count } as const
  if (campaignType === 'MAIL_READY') return { ...line, label: 'No owner name or full mailing address' }
  const words = notTraced === 1 ? '1 of them was never looked up' : `${formatNumber(notTraced)} were never looked up`
  const hint = notTraced > 0 ? `${words}: an order asks the contact provider.` : undefined
  return { ...line, label: 'No known phone number', ...(hint && { hint }) }
}

/**
 * The order breakdown, from all matches down to the deliverable leads. Each line is what remains of the line before,
 * or a deduction from it.
 */
export function toOrderBreakdownLines(quote: OrderQuote): OrderBreakdownLine[] {
  const { campaignType, matched, alreadyDelivered, free, suppressed, suppressedBy, deliverable } = quote
  const freeHint = `${formatNumber(free)} of them free: paid for within ${repeatLeadFreeDays} days.`
  const parts = suppressedBy
    .filter(({ count }) => count > 0)
    .map(({ result, count }) => ({
      key: result,
      label: suppressionReasonLabels[result],
      hint: scrubResults.description(result),
      count,
    }))
  return [
    { key: 'matched', kind: 'start', label: 'Match the filters', count: matched },
    ...(alreadyDelivered > 0
      ? [{ key: 'yours', kind: 'less', label: 'Yours already, left out', count: alreadyDelivered } as const]
      : []),
    noContact(quote),
    ...(campaignType === 'CALL_READY'
      ? [{ key: 'suppressed', kind: 'less', label: 'May not be called', count: suppressed, parts } as const]
      : []),
    {
      key: 'deliverable',
      kind: 'rest',
      label: 'Can be delivered',
      count: deliverable,
      ...(free > 0 && { hint: freeHint }),
    },
  ]
}
