import { repeatLeadFreeDays } from '@dooryard/contract/api/limits'
import type { OrderQuote } from '@dooryard/contract/orders/quote/order-quote'
import { toOrderBreakdownLines } from '../../../criteria/order-quote/order-breakdown-lines.ts'
import { formatNumber } from '../../../lib/format/format.ts'

/** A step of the breakdown: the remaining count, if known, and what it removed from the previous step. */
export type FlowStep<Count = number> = {
  key: string
  label: string
  count: Count
  removed?: RemovedCount
  hint?: string
}

export type RemovedCount = {
  count: number
  /** Reason, when some are removed. */
  reason: string
  /** Text when none are removed. */
  noneText: string
  hint?: string | undefined
  parts?: { key: string; label: string; count: number }[] | undefined
}

/** What was purchased of them, where that differs: calling orders can add phones to leads purchased for mail. */
const listPurchasedParts = ({ purchased, purchasedForMail }: OrderQuote) =>
  purchasedForMail > 0
    ? [
        { key: 'purchased', label: 'Purchased with phones', count: purchased },
        { key: 'purchasedForMail', label: 'Purchased for mail', count: purchasedForMail },
      ]
    : undefined

/** What remains of the distinct matches for a campaign type, step by step. */
export function buildTypeSteps(quote: OrderQuote): FlowStep[] {
  const { campaignType, matched, alreadyDelivered, noContact, suppressed, duplicates, deliverable, free, isEstimate } =
    quote
  const isCall = campaignType === 'CALL_READY'
  const lines = new Map(toOrderBreakdownLines(quote).map((line) => [line.key, line]))
  const purchased = {
    count: alreadyDelivered,
    reason: 'already purchased',
    noneText: 'None of them is purchased yet',
    parts: listPurchasedParts(quote),
  }
  const noContactLoss = {
    count: noContact,
    reason: isCall ? 'without a known phone number' : 'without an owner name or full mailing address',
    noneText: isCall ? 'All have a known number' : 'All can be mailed',
    hint: lines.get('noContact')?.hint,
  }
  const suppression = {
    count: suppressed,
    reason: 'may not be called',
    noneText: 'All callable',
    parts: lines.get('suppressed')?.parts?.map(({ hint: _, ...part }) => part),
  }
  // Phones are checked against the do-not-call lists; mail needs no check, and has one piece per owner and mailbox.
  const repeats = {
    count: duplicates,
    reason: 'of the same owner or mailing address',
    noneText: 'Mail needs no do-not-call check',
  }
  const notes = [
    ...(free > 0 ? [`${formatNumber(free)} of them free: purchased in the last ${repeatLeadFreeDays} days.`] : []),
    ...(isEstimate ? ['Estimated from a sample of these leads.'] : []),
  ]
  const fresh = matched - alreadyDelivered
  const reachable = fresh - noContact
  return [
    { key: 'new', label: 'Not yet purchased', count: fresh, removed: purchased },
    {
      key: 'contactable',
      label: isCall ? 'Have a phone number' : 'Have a mailing address',
      count: reachable,
      removed: noContactLoss,
    },
    ...(isCall
      ? [{ key: 'allowed', label: 'Not suppressed', count: reachable - suppressed, removed: suppression }]
      : []),
    {
      key: 'deliverable',
      label: 'Deliverable leads',
      count: deliverable,
      ...(!isCall && { removed: repeats }),
      ...(notes.length > 0 && { hint: notes.join(' ') }),
    },
  ]
}

/** What stacking removes from the sum of the searches' own counts. */
export const getStackRemoval = (found: number, distinct: number, atLeast: number): RemovedCount => ({
  count: found - distinct,
  reason: atLeast > 1 ? 'counted more than once, or in too few of the searches' : 'found by more than one search',
  noneText: 'No duplicates',
})

/** The width of a step in percent of the widest; a non-zero count is always visible. */
export const toBarWidth = (count: number, max: number) =>
  count <= 0 || max <= 0 ? 0 : Math.max(1.5, Math.min(100, (count / max) * 100))

const searchColors = ['#4f46e5', '#0d9488', '#d97706', '#8b8ff8', '#64748b'] as const

/** The color of a selected search, on its card and in the bar. */
export const getSearchColor = (index: number) => searchColors[index % searchColors.length]
