import type { Pack } from '@dooryard/contract/billing/plans'

const getCentsPerCredit = ({ price, credits }: Pack) => price.amount / Math.max(1, credits)

const compareSize = (one: Pack, other: Pack) => one.credits - other.credits

/** Returns how much less a credit costs than in the smallest pack, in whole percent, rounded down. */
export function getSavingPercent(pack: Pack, packs: readonly Pack[]): number {
  const [smallest] = packs.toSorted(compareSize)
  if (!smallest) return 0
  return Math.max(0, Math.floor((1 - getCentsPerCredit(pack) / getCentsPerCredit(smallest)) * 100))
}

/** Returns the smallest pack with at least the needed credits, or the largest pack if none has enough. */
export function findPackFor(need: number, packs: readonly Pack[]): Pack | undefined {
  const sorted = packs.toSorted(compareSize)
  return sorted.find(({ credits }) => credits >= need) ?? sorted.at(-1)
}
