import {
  type Adjustments,
  type Estimate,
  estimateRangePercent,
  minComparables,
  type Valuation,
} from '@dooryard/contract/properties/valuation'
import { type Chosen, chooseComparables, type Limits } from './choose-comparables.ts'
import { fitPriceModel, type PriceModel } from './price-model.ts'
import type { HomeSale, SubjectHome } from './sales-near.queries.ts'
import { compareToSubject, type SaleNear } from './similarity.ts'
import { sum, weightedMedian, weightedQuantile } from './weighted-statistics.ts'

export type AdjustedSale = SaleNear & {
  adjustments: Adjustments
  adjustedPrice: number
  weight: number
  isAdded: boolean
}

type Evidence = {
  subject: SubjectHome
  /** Sales near the subject, each home once. */
  sales: readonly HomeSale[]
  /** Sales that are comparables whatever their distance. */
  added: readonly HomeSale[]
  today: string
  excluded: readonly string[]
}

export type ValueFromSales = Pick<Valuation, 'used' | 'isWidened' | 'trendPercent' | 'candidates'> & {
  estimate: Estimate | null
  comparables: AdjustedSale[]
}

/** Estimates the value of a home from the sales near it; no estimate from fewer than five comparables. */
export function estimateValue(
  { subject, sales, added, today, ...evidence }: Evidence,
  limits: readonly Limits[],
): ValueFromSales & Pick<Chosen, 'hasEnough'> {
  const excluded = new Set(evidence.excluded)
  const compare = (sale: HomeSale) => compareToSubject(subject, sale, today)
  const isIncluded = ({ propertyId }: { propertyId: string }) => !excluded.has(propertyId)
  const found = sales.filter(({ propertyId }) => propertyId !== subject.propertyId).map(compare)
  const near = found.filter(isIncluded)
  const addedSales = added.filter((sale) => isIncluded(sale) && sale.propertyId !== subject.propertyId).map(compare)
  const addedIds = new Set(addedSales.map(({ propertyId }) => propertyId))
  const { comparables, ...chosen } = chooseComparables(found, limits, isIncluded)
  const all = [...addedSales, ...comparables.filter(({ propertyId }) => !addedIds.has(propertyId))]
  const model = fitPriceModel(subject, near)
  const adjusted = addWeights(all.map((sale) => adjustSale(sale, model, addedIds.has(sale.propertyId))))
  return {
    ...chosen,
    trendPercent: near.length > 0 ? Math.round(Math.expm1(model.trend) * 1_000) / 10 : null,
    estimate: adjusted.length < minComparables ? null : { ...summarize(adjusted), asOf: today },
    comparables: adjusted.sort((a, b) => b.weight - a.weight || (a.propertyId < b.propertyId ? -1 : 1)),
  }
}

/**
 * The effects of the model are logarithms of factors; each is shown in dollars, times the logarithmic mean of the price
 * before and after, so that they add up exactly.
 */
function adjustSale(sale: SaleNear, model: PriceModel, isAdded: boolean): Omit<AdjustedSale, 'weight'> {
  const { area, lot, age, bathrooms, date, type } = model.explain(sale)
  const location = model.compareLocation(sale) - type
  const factors = { date: -date, area: -area, lot: -lot, age: -age, bathrooms: -bathrooms, location }
  const total = sum(Object.values(factors))
  const perUnit = sale.price * (Math.abs(total) < 1e-6 ? 1 : Math.expm1(total) / total)
  // No amount is -0.
  const dollars = (factor: number) => Math.round(factor * perUnit) || 0
  const adjustments: Adjustments = {
    date: dollars(factors.date),
    area: dollars(factors.area),
    lot: dollars(factors.lot),
    age: dollars(factors.age),
    bathrooms: dollars(factors.bathrooms),
    location: dollars(factors.location),
  }
  return { ...sale, adjustments, adjustedPrice: sale.price + sum(Object.values(adjustments)), isAdded }
}

/** Near, recent and similar sales say more; one that was added by hand says as much as the one that says most. */
function addWeights(sales: readonly Omit<AdjustedSale, 'weight'>[]): AdjustedSale[] {
  const chosen = sales.filter(({ isAdded }) => !isAdded)
  const largest = chosen.length > 0 ? Math.max(...chosen.map(getWeight)) : 1
  const raw = sales.map((sale) => (sale.isAdded ? largest : getWeight(sale)))
  const total = sum(raw)
  return sales.map((sale, at) => ({ ...sale, weight: (raw[at] ?? 0) / total }))
}

const getWeight = ({ miles, years, areaRatio }: SaleNear) =>
  Math.exp(-miles / 0.8 - years / 3 - Math.abs(areaRatio) / 0.2)

/** How far from the estimate 80 of 100 prices are, as a logarithm, where little is known of a market; and for how many
 * sales that counts. */
const usualRange = { distance: 0.26, sales: 5 }
/** Adjusted prices lie closer to their own median than a further price: measured on held-out sales (bench:valuation). */
const rangeFactor = 1.18

/** The weighted median of the adjusted prices; the range is as wide as they lie apart. */
function summarize(sales: readonly AdjustedSale[]): Omit<Estimate, 'asOf'> {
  const prices = sales.map(({ adjustedPrice }) => Math.log(Math.max(1, adjustedPrice)))
  const weights = sales.map(({ weight }) => weight)
  const middle = weightedMedian(prices, weights)
  const distances = prices.map((price) => Math.abs(price - middle))
  const own = weightedQuantile(distances, weights, estimateRangePercent / 100)
  const { distance, sales: usualSales } = usualRange
  const range =
    rangeFactor * Math.sqrt((own ** 2 * sales.length + distance ** 2 * usualSales) / (sales.length + usualSales))
  return {
    value: roundPrice(Math.exp(middle)),
    low: roundPrice(Math.exp(middle - range)),
    high: roundPrice(Math.exp(middle + range)),
    rangePercent: estimateRangePercent,
    salesUsed: sales.length,
  }
}

/** More digits would claim more than anybody knows. */
const roundPrice = (price: number) => Math.round(price / 100) * 100
