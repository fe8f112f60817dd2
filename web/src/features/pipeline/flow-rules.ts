import type { OrderQuote } from '@dooryard/contract/order-quote'
import { quoteLines } from '../../criteria/quote-words.ts'
import { formatNumber } from '../../lib/format.ts'

/** A step of the flow: how many are left, and what it took from the step before. */
export type FlowStep = {
  key: string
  label: string
  count: number
  taken?: Taken
  hint?: string
}

export type Taken = {
  count: number
  /** Why, when some are taken. */
  why: string
  /** What to say when none is. */
  none: string
  hint?: string | undefined
  parts?: { key: string; label: string; count: number }[] | undefined
}

const takenIn = (quote: OrderQuote, key: string) => quoteLines(quote).find((line) => line.key === key)

function newToYou({ matched, alreadyDelivered }: OrderQuote): FlowStep {
  const count = matched - alreadyDelivered
  const taken = { count: alreadyDelivered, why: 'yours already, so left out', none: 'None of them is yours yet' }
  return { key: 'new', label: 'Not yet delivered to you', count, taken }
}

function reachable(quote: OrderQuote): FlowStep {
  const { matched, alreadyDelivered, noContact, campaignType } = quote
  const line = takenIn(quote, 'noContact')
  const isCall = campaignType === 'CALL_READY'
  return {
    key: 'contactable',
    label: isCall ? 'Have a phone number' : 'Have a mailing address',
    count: matched - alreadyDelivered - noContact,
    taken: {
      count: noContact,
      why: isCall ? 'without a known phone number' : 'without an owner name or full mailing address',
      none: isCall ? 'All have a known number' : 'All can be mailed',
      hint: line?.hint,
    },
  }
}

function callable(quote: OrderQuote): FlowStep {
  const { matched, alreadyDelivered, noContact, suppressed } = quote
  const parts = takenIn(quote, 'suppressed')?.parts?.map(({ key, label, count }) => ({ key, label, count }))
  return {
    key: 'allowed',
    label: 'Not suppressed',
    count: matched - alreadyDelivered - noContact - suppressed,
    taken: { count: suppressed, why: 'may not be called', none: 'All may be called', parts },
  }
}

/** What a campaign type leaves of the distinct matches, step by step. */
export function typeSteps(quote: OrderQuote): FlowStep[] {
  const { campaignType, deliverable, free } = quote
  const steps = [newToYou(quote), reachable(quote)]
  if (campaignType === 'CALL_READY') steps.push(callable(quote))
  // The phones of a call are checked against the lists, which say nothing about mail.
  const taken = campaignType === 'MAIL_READY' && { count: 0, why: '', none: 'Mail needs no do-not-call check' }
  const hint = free > 0 ? `${formatNumber(free)} of them free: you paid for them within a year.` : undefined
  return [
    ...steps,
    {
      key: 'deliverable',
      label: 'Can be delivered',
      count: deliverable,
      ...(taken && { taken }),
      ...(hint && { hint }),
    },
  ]
}

/** What stacking takes away from what the searches find one by one. */
export function stackTaken(found: number, distinct: number, atLeast: number): Taken {
  return {
    count: found - distinct,
    why: atLeast > 1 ? 'counted more than once, or in too few of the searches' : 'found by more than one search',
    none: 'No property is found twice',
  }
}

/** How wide a step is, in percent of the widest: what is there is always seen. */
export const widthOf = (count: number, most: number) =>
  count <= 0 || most <= 0 ? 0 : Math.max(1.5, Math.min(100, (count / most) * 100))

/** The place of each search's part in the bar of all of them, in percent. */
export function partsOf(counts: readonly number[]): { from: number; width: number }[] {
  const sum = counts.reduce((total, count) => total + count, 0)
  let from = 0
  return counts.map((count) => {
    const width = sum > 0 ? (count / sum) * 100 : 0
    const part = { from, width }
    from += width
    return part
  })
}
