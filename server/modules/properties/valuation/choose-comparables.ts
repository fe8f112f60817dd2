import { maxComparables, type Valuation, type ValuationQuery } from '@dooryard/contract/properties/valuation'
import { getDissimilarity, type SaleNear } from './similarity.ts'

export type Limits = Valuation['used']

/** How far comparables are looked for, wider until there are enough. */
const steps: readonly Omit<Limits, 'isSameType'>[] = [
  { miles: 0.5, months: 12, areaPercent: 20 },
  { miles: 1, months: 12, areaPercent: 20 },
  { miles: 1, months: 24, areaPercent: 25 },
  { miles: 2, months: 36, areaPercent: 30 },
  { miles: 5, months: 48, areaPercent: 40 },
  { miles: 10, months: 60, areaPercent: 50 },
]

/** With as many, looking further adds sales that are less alike rather than certainty. */
const enoughComparables = 15

export type Choice = Pick<ValuationQuery, 'miles' | 'months' | 'areaPercent' | 'isSameType'>

/** The limits to try in turn: the user's own where given, widened in the others. */
export function listLimits({ isSameType = true, ...choice }: Choice): Limits[] {
  const given = Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined))
  const limits = steps.map((step) => ({ ...step, ...given, isSameType }))
  const distinct = new Map(limits.map((limit) => [Object.values(limit).join(), limit]))
  return [...distinct.values()]
}

export type Chosen = {
  used: Limits
  isWidened: boolean
  /** Whether wider limits bring no better estimate. */
  hasEnough: boolean
  comparables: SaleNear[]
  candidates: number
}

/**
 * The most similar sales within the first limits that hold enough, or within the widest. The limits are chosen before
 * sales are excluded, so that one less does not bring others.
 */
export function chooseComparables(
  sales: readonly SaleNear[],
  limits: readonly Limits[],
  isIncluded: (sale: SaleNear) => boolean = () => true,
): Chosen {
  let chosen: { used: Limits; isWidened: boolean; within: SaleNear[] } | undefined
  for (const [at, used] of limits.entries()) {
    const within = sales.filter((sale) => isWithin(used, sale))
    if (within.length === chosen?.within.length) continue
    chosen = { used, isWidened: at > 0, within }
    if (within.length >= enoughComparables) break
  }
  if (!chosen) throw new Error('There are no limits to look within.')
  const { within, ...limit } = chosen
  const included = within.filter(isIncluded)
  const order = included.toSorted(
    (a, b) => getDissimilarity(a) - getDissimilarity(b) || (a.propertyId < b.propertyId ? -1 : 1),
  )
  return {
    ...limit,
    hasEnough: within.length >= enoughComparables,
    comparables: order.slice(0, maxComparables),
    candidates: included.length,
  }
}

const isWithin = ({ miles, months, areaPercent, isSameType }: Limits, sale: SaleNear): boolean =>
  sale.miles <= miles &&
  sale.years <= months / 12 &&
  Math.abs(Math.expm1(sale.areaRatio)) <= areaPercent / 100 + 1e-9 &&
  (sale.isSameType || !isSameType)
