import type { Pack } from '@dooryard/contract/plans'

const centsPerCredit = ({ price, credits }: Pack) => price.amount / Math.max(1, credits)

const bySize = (one: Pack, other: Pack) => one.credits - other.credits

/** How much less a credit costs in a pack than in the smallest one, in whole percent; never said as more than it is. */
export function savingPercent(pack: Pack, packs: readonly Pack[]): number {
  const [smallest] = packs.toSorted(bySize)
  if (!smallest) return 0
  return Math.max(0, Math.floor((1 - centsPerCredit(pack) / centsPerCredit(smallest)) * 100))
}

/** The smallest pack that gives at least as many credits as are needed; where none does, the largest. */
export function findPackFor(need: number, packs: readonly Pack[]): Pack | undefined {
  const sorted = packs.toSorted(bySize)
  return sorted.find(({ credits }) => credits >= need) ?? sorted.at(-1)
}
