import type { Pack } from './plans.ts'

/** How many credits can be bought at once without a pack. */
export const customCreditLimits = { min: 100, max: 100_000 } as const

/** The least that a card can be charged, in cents. */
const minPrice = 50

type PackTerms = Pick<Pack, 'credits' | 'price'>

const divideUp = (amount: number, by: number) => (amount - (amount % by)) / by + (amount % by > 0 ? 1 : 0)

/**
 * The price in cents of a number of credits bought without a pack: the best price per credit of the packs up to that
 * size, or of the smallest pack, rounded up to a cent, and never more than a larger pack costs. So more credits never
 * cost less. Undefined where no pack has a price.
 */
export function getCustomPrice(credits: number, packs: readonly PackTerms[]): number | undefined {
  const sold = packs.filter(({ price }) => price.amount > 0).toSorted((one, other) => one.credits - other.credits)
  const [smallest] = sold
  if (!smallest) return undefined
  const reached = sold.filter((pack) => pack.credits <= credits)
  const byRate = (reached.length > 0 ? reached : [smallest]).map(({ price, credits: size }) =>
    // Exact: whole numbers below 2^53.
    divideUp(credits * price.amount, size),
  )
  const larger = sold.filter((pack) => pack.credits >= credits).map(({ price }) => price.amount)
  return Math.max(minPrice, Math.min(...byRate, ...larger))
}

/** What a purchase without a pack is called, on invoices as well. */
export const formatCustomName = (credits: number): string => `${credits.toLocaleString('en-US')} credits`
