import { type Credits, type Mark, takeAway, unusedOf } from './marks-rules.ts'

/** What stays of the credits left over at a renewal, what lapses now, and what does when it comes back from an order. */
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
