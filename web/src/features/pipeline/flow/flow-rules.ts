import type { OrderQuote } from '@dooryard/contract/order-quote'
import { quoteLines } from '../../../criteria/order-quote/quote-labels.ts'
import { formatNumber } from '../../../lib/format.ts'

/** A step of the breakdown: how many are left, as far as that is known, and what it took from the step before. */
export type FlowStep<Count = number> = { key: string; label: string; count: Count; taken?: Taken; hint?: string }

export type Taken = {
  count: number
  /** Why, when some are taken. */
  why: string
  /** What to say when none is. */
  none: string
  hint?: string | undefined
  parts?: { key: string; label: string; count: number }[] | undefined
}

/** What a campaign type leaves of the distinct matches, step by step. */
export function buildTypeSteps(quote: OrderQuote): FlowStep[] {
  const { campaignType, matched, alreadyDelivered, noContact, suppressed, deliverable, free } = quote
  const isCall = campaignType === 'CALL_READY'
  const lines = new Map(quoteLines(quote).map((line) => [line.key, line]))
  const delivered = { count: alreadyDelivered, why: 'yours already, so left out', none: 'None of them is yours yet' }
  const unreachable = {
    count: noContact,
    why: isCall ? 'without a known phone number' : 'without an owner name or full mailing address',
    none: isCall ? 'All have a known number' : 'All can be mailed',
    hint: lines.get('noContact')?.hint,
  }
  const forbidden = {
    count: suppressed,
    why: 'may not be called',
    none: 'All may be called',
    parts: lines.get('suppressed')?.parts?.map(({ hint: _, ...part }) => part),
  }
  // The phones of a call are checked against the lists, which say nothing about mail.
  const unchecked = { count: 0, why: '', none: 'Mail needs no do-not-call check' }
  const fresh = matched - alreadyDelivered
  const reachable = fresh - noContact
  return [
    { key: 'new', label: 'Not yet delivered to you', count: fresh, taken: delivered },
    {
      key: 'contactable',
      label: isCall ? 'Have a phone number' : 'Have a mailing address',
      count: reachable,
      taken: unreachable,
    },
    ...(isCall ? [{ key: 'allowed', label: 'Not suppressed', count: reachable - suppressed, taken: forbidden }] : []),
    {
      key: 'deliverable',
      label: 'Can be delivered',
      count: deliverable,
      ...(!isCall && { taken: unchecked }),
      ...(free > 0 && { hint: `${formatNumber(free)} of them free: you paid for them within a year.` }),
    },
  ]
}

/** What stacking takes away from what the searches find one by one. */
export const stackTaken = (found: number, distinct: number, atLeast: number): Taken => ({
  count: found - distinct,
  why: atLeast > 1 ? 'counted more than once, or in too few of the searches' : 'found by more than one search',
  none: 'No property is found twice',
})

/** How wide a step is, in percent of the widest: what is there is always seen. */
export const toBarWidth = (count: number, most: number) =>
  count <= 0 || most <= 0 ? 0 : Math.max(1.5, Math.min(100, (count / most) * 100))

const searchColors = ['#4f46e5', '#0d9488', '#d97706', '#8b8ff8', '#64748b'] as const

/** The color that stands for a chosen search, on its card and in the bar. */
export const getSearchColor = (index: number) => searchColors[index % searchColors.length]
