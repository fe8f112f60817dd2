import { getMiles, type Position } from '../places/miles.ts'
import { fitRidge, type Prior } from './ridge.ts'
import type { SubjectHome } from './sales-near.queries.ts'
import type { SaleNear } from './similarity.ts'
import { dot, robustSpread, sum, tukeyWeight, weightedMedian } from './weighted-statistics.ts'

/** What a price depends on, beside the place. */
const effects = ['area', 'lot', 'age', 'bathrooms', 'date', 'type'] as const
type Effect = (typeof effects)[number]

/**
 * What is known of homes in general, for where the sales nearby say little: a home of twice the area sells for 62% more
 * (2^0.7), twice the lot for 7%, ten years less for 2%, a bathroom for 4%, a year later for 3%.
 */
const priors: Record<Effect, Prior> = {
  area: { mean: 0.7, scale: 0.35 },
  lot: { mean: 0.1, scale: 0.1 },
  age: { mean: -0.02, scale: 0.03 },
  bathrooms: { mean: 0.04, scale: 0.06 },
  date: { mean: -0.03, scale: 0.07 },
  type: { mean: 0, scale: 0.25 },
}

/** The level of prices is wholly what the sales say. */
const levelPrior: Prior = { mean: 0, scale: 1_000 }

const minSpread = 0.08
const rounds = 6

export type PriceModel = {
  /** What each effect adds to the logarithm of the price of a sale, compared with the subject today. */
  explain: (sale: SaleNear) => Record<Effect, number>
  /** How much higher the logarithms of prices are where the subject is than where the sale was. */
  compareLocation: (sale: SaleNear) => number
  /** The change of prices in a year, as a logarithm. */
  trend: number
}

/**
 * Fits the logarithm of prices to the sales near a subject: a hedonic regression in which near, recent and similar sales
 * count most, outliers fall out (Tukey's biweight), and each coefficient is shrunk to its prior. What it leaves
 * unexplained, averaged over the closest neighbors, is how the prices of two places differ.
 */
export function fitPriceModel(subject: SubjectHome, sales: readonly SaleNear[]): PriceModel {
  const rows = sales.map((sale) => [1, ...toDifferences(subject, sale)])
  const values = sales.map(({ price }) => Math.log(price))
  const nearness = sales.map(getNearness)
  const allPriors = [levelPrior, ...effects.map((effect) => priors[effect])]
  const coefficients = fitRobustly({ rows, values, nearness }, allPriors)
  const effect = (name: Effect) => coefficients[effects.indexOf(name) + 1] ?? 0
  const residuals = sales.map((_, at) => {
    const left = (values[at] ?? 0) - dot(rows[at] ?? [], coefficients)
    return Math.max(-maxResidual, Math.min(maxResidual, left))
  })
  const getLevel = createLevels(sales, residuals)
  const subjectLevel = getLevel(subject)
  return {
    explain: (sale) => {
      const differences = toDifferences(subject, sale)
      const entries = effects.map((name, at) => [name, effect(name) * (differences[at] ?? 0)])
      // Every effect has an entry.
      return Object.fromEntries(entries) as Record<Effect, number>
    },
    compareLocation: (sale) => subjectLevel - getLevel(sale),
    trend: -effect('date'),
  }
}

type Fit = { rows: readonly number[][]; values: readonly number[]; nearness: readonly number[] }

function fitRobustly({ rows, values, nearness }: Fit, allPriors: readonly Prior[]): number[] {
  const means = allPriors.map(({ mean }) => mean)
  const rest = values.map((value, at) => value - dot(rows[at] ?? [], means))
  let coefficients = [weightedMedian(rest, nearness), ...means.slice(1)]
  for (let round = 0; round < rounds && rows.length > 0; round += 1) {
    const residuals = values.map((value, at) => value - dot(rows[at] ?? [], coefficients))
    const spread = Math.max(minSpread, robustSpread(residuals, nearness))
    const weights = nearness.map((weight, at) => weight * tukeyWeight(residuals[at] ?? 0, spread))
    coefficients = fitRidge({ rows, values, weights, variance: spread ** 2 }, allPriors)
  }
  return coefficients
}

/** What is unknown of either home makes no difference. */
function toDifferences(subject: SubjectHome, sale: SaleNear): number[] {
  const differences: Record<Effect, number> = {
    area: sale.areaRatio,
    lot: sale.lotSqft && subject.lotSqft ? clamp(Math.log(sale.lotSqft / subject.lotSqft), 2) : 0,
    // In tens of years; beyond fifty years, houses are about as old.
    age: sale.yearBuilt && subject.yearBuilt ? clamp((subject.yearBuilt - sale.yearBuilt) / 10, 5) : 0,
    bathrooms: sale.bathrooms && subject.bathrooms ? clamp(sale.bathrooms - subject.bathrooms, 3) : 0,
    date: sale.years,
    type: sale.isSameType ? 0 : 1,
  }
  return effects.map((effect) => differences[effect])
}

const clamp = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value))

const getNearness = ({ miles, years, areaRatio }: SaleNear) =>
  Math.exp(-miles - years / 1.5 - Math.abs(areaRatio) / 0.2)

const levelMiles = 0.25
/** As many sales as the general level counts for, so that one neighbor alone says little. */
const levelShrinkage = 2
const maxResidual = 0.6

type Place = Position & { propertyId: string }

/** How much more than the model says is paid around a place, not counting the sale of the home itself. */
function createLevels(sales: readonly SaleNear[], residuals: readonly number[]): (place: Place) => number {
  return (place) => {
    const weights = sales.map((sale) => {
      if (sale.propertyId === place.propertyId) return 0
      const miles = getMiles(place, sale)
      return miles > 6 * levelMiles ? 0 : Math.exp(-miles / levelMiles - sale.years / 1.5)
    })
    return dot(weights, residuals) / (sum(weights) + levelShrinkage)
  }
}
