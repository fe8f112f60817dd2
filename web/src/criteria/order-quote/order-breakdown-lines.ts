import { type CampaignType, type ScrubResult, scrubResults } from '@dooryard/contract/api/enums'
import { repeatLeadFreeDays } from '@dooryard/contract/api/limits'
import type { QuoteCounts } from '@dooryard/contract/orders/order'
import type { OrderQuote } from '@dooryard/contract/orders/quote/order-quote'
import { formatNumber, pluralize } from '../../lib/format/format.ts'
import { getDeliverablePhones } from '../../lib/order/order-cost.ts'

/** One line of an order breakdown: a total, or a deduction that may be split into parts. */
export type OrderBreakdownLine = {
  key: string
  label: string
  count: number
  kind: 'start' | 'less' | 'rest'
  hint?: string
  isEstimate?: boolean
  parts?: { key: string; label: string; hint: string; count: number }[]
}

const suppressionReasonLabels: Record<ScrubResult, string> = {
  CLEAN: scrubResults.label('CLEAN'),
  LITIGATOR: 'On the litigator list',
  INTERNAL_DNC: 'On an internal do-not-call list',
  NATIONAL_DNC: 'On the national do-not-call registry',
  STATE_DNC: 'On a state do-not-call list',
  NOT_SCRUBBED: 'Not scrubbed',
}

export const formatDeliverable = (type: CampaignType | undefined) => (type === 'CALL_READY' ? 'Callable' : 'Mailable')

/** A quote's counts, of now or of when an order's leads were selected. */
type QuotedCounts = QuoteCounts & { campaignType: CampaignType }

function noContact({ campaignType, noContact: count, notTraced }: QuotedCounts): OrderBreakdownLine {
  const line = { key: 'noContact', kind: 'less', count } as const
  if (campaignType === 'MAIL_READY') return { ...line, label: 'No owner name or full mailing address' }
  const words = notTraced === 1 ? '1 not skip traced yet' : `${formatNumber(notTraced)} not skip traced yet`
  const hint = notTraced > 0 ? `${words}: an order skip traces them.` : undefined
  return { ...line, label: 'No known phone number', ...(hint && { hint }) }
}

/** What was purchased of the matches, and is therefore excluded. */
function listPurchased(quote: QuotedCounts, isAddingPhones: boolean): OrderBreakdownLine[] {
  const { campaignType, purchased, purchasedForMail, phonesToAdd } = quote
  const isCall = campaignType === 'CALL_READY'
  const label = isCall ? 'Already purchased with phones' : 'Already purchased'
  return [
    ...(purchased > 0 ? [{ key: 'purchased', kind: 'less', label, count: purchased } as const] : []),
    ...(purchasedForMail > 0 || (isAddingPhones && phonesToAdd > 0)
      ? [{ key: 'purchasedForMail', kind: 'less', label: 'Purchased for mail', count: purchasedForMail } as const]
      : []),
  ]
}

function listSuppressed({ campaignType, suppressed, suppressedBy }: QuotedCounts): OrderBreakdownLine[] {
  if (campaignType !== 'CALL_READY') return []
  const parts = suppressedBy
    .filter(({ count }) => count > 0)
    .map(({ result, count }) => ({
      key: result,
      label: suppressionReasonLabels[result],
      hint: scrubResults.description(result),
      count,
    }))
  return [{ key: 'suppressed', kind: 'less', label: 'Not callable', count: suppressed, parts }]
}

/** `31 of them purchased for mail: phones are added. 12 of them free: purchased in the last 365 days.` */
function formatDeliverableHint(quote: QuotedCounts): string | undefined {
  const phones = getDeliverablePhones(quote)
  const parts = [
    phones > 0 &&
      `${phones === quote.deliverable ? 'All' : formatNumber(phones)} of them purchased for mail: phones are added.`,
    quote.free > 0 && `${formatNumber(quote.free)} of them free: purchased in the last ${repeatLeadFreeDays} days.`,
    quote.isEstimate && 'Estimated from a sample of these leads.',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : undefined
}

/**
 * The order breakdown, from all matches down to the deliverable leads. Each line is what remains of the line before,
 * or a deduction from it. The line of leads purchased for mail stays, at zero, while their phones are added by choice.
 */
export function toOrderBreakdownLines(quote: QuotedCounts, isAddingPhones = false): OrderBreakdownLine[] {
  const hint = formatDeliverableHint(quote)
  return [
    { key: 'matched', kind: 'start', label: 'Matching', count: quote.matched },
    ...listPurchased(quote, isAddingPhones),
    noContact(quote),
    ...listSuppressed(quote),
    ...(quote.duplicates > 0
      ? [{ key: 'duplicates', kind: 'less', label: 'Same owner or mailing address', count: quote.duplicates } as const]
      : []),
    {
      ...{ key: 'deliverable', kind: 'rest', label: 'Deliverable leads', count: quote.deliverable },
      ...(hint && { hint }),
      ...(quote.isEstimate && { isEstimate: true }),
    },
  ]
}

type PricedQuote = Pick<OrderQuote, 'creditsPerLead' | 'creditsToAddPhones' | 'deliverable' | 'free'> & QuoteCounts

/** `869 × 3 credits + 31 × 2 credits`: the price of all deliverable leads. */
export function formatFullPrice(quote: PricedQuote): string {
  const { creditsPerLead, creditsToAddPhones, deliverable, free } = quote
  const phones = getDeliverablePhones(quote)
  const parts = [
    { count: deliverable - free - phones, price: creditsPerLead },
    { count: phones, price: creditsToAddPhones },
  ]
  const shown = parts.filter(({ count }, at) => count > 0 || (at === 0 && phones === 0))
  return shown.map(({ count, price }) => `${formatNumber(count)} × ${pluralize(price, 'credit')}`).join(' + ')
}
