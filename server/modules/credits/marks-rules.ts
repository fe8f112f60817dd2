import type { Bucket } from '@dooryard/contract/credit-history'
import type { Movement } from './ledger.queries.ts'

/** What an open order holds of a bucket; what is marked of it goes when it comes back. */
export type Held = { orderId: string; held: number; marked: number }

/** One bucket of an account, with the holds of orders, the oldest first. */
export type Credits = { available: number; holds: readonly Held[] }

export type Mark = { orderId: string; marked: number }

export type Taking = { taken: number; marks: Mark[] }

/** What is neither spent nor gone, nor marked to go. */
export const unusedOf = ({ available, holds }: Credits): number =>
  holds.reduce((sum, { held, marked }) => sum + held - marked, available)

/**
 * Takes credits away: first those that can be spent, then those that orders hold, which are marked to go when they come
 * back: of the oldest order first, and of each up to what it holds. What is neither there nor held was spent, and stays
 * so. Whole credits in, whole credits out.
 */
export function takeAway({ available, holds }: Credits, amount: number): Taking {
  const taken = Math.min(available, amount)
  let left = amount - taken
  const marks: Mark[] = []
  for (const { orderId, held, marked } of holds) {
    const more = Math.min(held - marked, left)
    if (more > 0) marks.push({ orderId, marked: more })
    left -= more
  }
  return { taken, marks }
}

export const markings = (bucket: Bucket, marks: readonly Mark[]): Movement[] =>
  marks.map((mark) => ({ type: 'MARK', bucket, amount: 0, held: 0, ...mark }))

/**
 * Of what comes back from a hold its own marks take as much as they say, the oldest first, and what is left of them is
 * forgotten: an order spent it, and that pays for nothing else.
 */
export function takeReturned<M extends { marked: number }>(marks: readonly M[], released: number) {
  let left = released
  return marks.map((mark) => {
    const taken = Math.min(mark.marked, left)
    left -= taken
    return { ...mark, taken, forgotten: mark.marked - taken }
  })
}

/** Something that was given, or an adjustment, which may take. Of a payment it is what did not go back. */
export type Given = { kind: 'GIVEN' | 'ADJUSTED'; transactionId: string | null; amount: number }

/**
 * What a payment gave, and what was given after it, each less what went back. An adjustment and another that undoes it
 * are as though neither had been made, whichever came first. A lapse is no refund: it counts as spent.
 */
export function givenSince(given: readonly Given[], transactionId: string): { own: number; later: number } {
  const at = given.findIndex((one) => one.transactionId === transactionId)
  const amounts = (kind: Given['kind'], part: readonly Given[]) =>
    part.filter((one) => one.kind === kind).map(({ amount }) => amount)
  const after = given.slice(at + 1)
  const adjusted = runningSums(amounts('ADJUSTED', given.slice(0, at + 1)))
  const adjustedSince = amounts('ADJUSTED', after).reduce(add, adjusted.at(-1) ?? 0)
  const later =
    amounts('GIVEN', after).reduce(add, 0) +
    // Up to where adjustments had been before, they give what they gave then.
    Math.max(0, adjustedSince - Math.max(...adjusted))
  return { own: given[at]?.amount ?? 0, later }
}

const add = (sum: number, amount: number) => sum + amount

function runningSums(amounts: readonly number[]): number[] {
  let sum = 0
  return [0, ...amounts.map((amount) => (sum += amount))]
}

/**
 * What is left of a purchase. Of a bucket the oldest credits are spent first, so what is unused is what came last: first
 * of all what was given after the purchase, then what the purchase gave.
 */
export const leftOf = (unused: number, given: { own: number; later: number }): number =>
  Math.max(0, Math.min(unused - given.later, given.own))

export type RollOver = { kept: number; lapsed: number; marks: Mark[] }

/**
 * Unused subscription credits roll over up to the worth of the month that ended and the rest lapses, so that after a
 * renewal nobody has more than two months' worth, and nobody loses a month by choosing a smaller plan for the next.
 * Unused is also what is held for orders, since it may come back: what of it is too much lapses when it does. Whole
 * credits in, whole credits out.
 */
export function rollOver(credits: Credits, keepUpTo: number): RollOver {
  const unused = unusedOf(credits)
  const kept = Math.min(unused, keepUpTo)
  const { taken, marks } = takeAway(credits, unused - kept)
  return { kept, lapsed: taken, marks }
}
