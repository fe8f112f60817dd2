import { repeatLeadFreeDays } from '@dooryard/contract/limits'
import type { OrderQuote } from '@dooryard/contract/order-quote'
import { type CampaignType, type ScrubResult, scrubResults } from '@dooryard/contract/vocabularies'
import { formatNumber } from '../../lib/format.ts'

/** One number of a quote: what is taken away is said as such, and may be split. */
export type QuoteLine = {
  key: string
  label: string
  count: number
  kind: 'start' | 'less' | 'rest'
  hint?: string
  parts?: { key: string; label: string; hint: string; count: number }[]
}

const reasons: Record<ScrubResult, string> = {
  CLEAN: scrubResults.label('CLEAN'),
  LITIGATOR: 'On the litigator list',
  INTERNAL_DNC: 'On an internal do-not-call list',
  NATIONAL_DNC: 'On the national do-not-call registry',
  STATE_DNC: 'On a state do-not-call list',
  NOT_SCRUBBED: 'Cannot be checked',
}

export const usableAs = (type: CampaignType | undefined) => (type === 'CALL_READY' ? 'Can be called' : 'Can be mailed')

function noContact({ campaignType, noContact: count, notTraced }: OrderQuote): QuoteLine {
  const line = { key: 'noContact', kind: 'less', count } as const
  if (campaignType === 'MAIL_READY') return { ...line, label: 'No owner name or full mailing address' }
  const words = notTraced === 1 ? '1 of them was never looked up' : `${formatNumber(notTraced)} were never looked up`
  const hint = notTraced > 0 ? `${words}: an order asks the contact provider.` : undefined
  return { ...line, label: 'No known phone number', ...(hint && { hint }) }
}

/** A quote from all that match down to what can be delivered; each line is what is left of the one before, or taken from it. */
export function quoteLines(quote: OrderQuote): QuoteLine[] {
  const { campaignType, matched, alreadyDelivered, free, suppressed, suppressedBy, deliverable } = quote
  const freeHint = `${formatNumber(free)} of them free: paid for within ${repeatLeadFreeDays} days.`
  const parts = suppressedBy
    .filter(({ count }) => count > 0)
    .map(({ result, count }) => ({
      key: result,
      label: reasons[result],
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
