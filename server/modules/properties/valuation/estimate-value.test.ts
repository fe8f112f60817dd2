import { expect, test } from 'vitest'
import { chooseComparables, listLimits } from './choose-comparables.ts'
import { estimateValue } from './estimate-value.ts'
import { center, marketToday } from './market.fixture.ts'
import { fitRidge } from './ridge.ts'
import type { HomeSale, SubjectHome } from './sales-near.queries.ts'
import { compareToSubject } from './similarity.ts'
import { weightedMedian } from './weighted-statistics.ts'

const subject: SubjectHome = {
  ...{
    propertyId: '1',
    address: null,
    unit: null,
    city: null,
    state: 'TN',
    zip: null,
    countyFips: '47037',
    source: 's',
  },
  ...{
    assetSubGroup: 'SINGLE_FAMILY',
    livingAreaSqft: 1_600,
    lotSqft: 8_000,
    yearBuilt: 1980,
    bedrooms: 3,
    bathrooms: 2,
  },
  ...center,
}
const makeSale = (at: number, change: Partial<HomeSale> = {}): HomeSale => ({
  ...{
    ...subject,
    propertyId: String(100 + at),
    lat: center.lat + 0.0005 * (at % 9),
    lng: center.lng + 0.0005 * (at % 7),
  },
  ...{ soldOn: '2026-07-01', isMonthOnly: false, price: 300_000 + 1_000 * (at % 5) },
  ...change,
})
const makeSales = (count: number, change?: (at: number) => Partial<HomeSale>) =>
  Array.from({ length: count }, (_, at) => makeSale(at, change?.(at)))
const estimate = (sales: readonly HomeSale[]) =>
  estimateValue({ subject, sales, added: [], excluded: [], today: marketToday }, listLimits({}))

test('with few sales, coefficients stay near what is usual; many sales overrule it', () => {
  const priors = [{ mean: 0.7, scale: 0.2 }]
  const fit = (count: number) => {
    const rows = Array.from({ length: count }, (_, at) => [(at % 11) / 10 - 0.5])
    const values = rows.map(([x = 0]) => 1.4 * x)
    return fitRidge({ rows, values, weights: rows.map(() => 1), variance: 0.04 }, priors)[0] ?? 0
  }
  expect(fit(0)).toBeCloseTo(0.7)
  expect(fit(3)).toBeLessThan(1.1)
  expect(fit(2_000)).toBeCloseTo(1.4, 1)
})

test('half of the weight lies on each side of a weighted median', () => {
  expect(weightedMedian([5, 1, 3], [1, 1, 1])).toBe(3)
  expect(weightedMedian([5, 1, 3], [10, 1, 1])).toBe(5)
  expect(weightedMedian([], [])).toBeNaN()
})

test('a few sales for ten times the price, or a tenth, hardly move the estimate', () => {
  const honest = estimate(makeSales(40)).estimate?.value ?? 0
  const wild = makeSales(40, (at) => (at % 10 === 0 ? { price: at % 20 === 0 ? 3_000_000 : 30_000 } : {}))
  expect(Math.abs((estimate(wild).estimate?.value ?? 0) / honest - 1)).toBeLessThan(0.03)
})

test('five sales are enough for an estimate, four are not, and the range is wide where they lie apart', () => {
  expect(estimate(makeSales(4))).toMatchObject({ estimate: null, candidates: 4 })
  const alike = estimate(makeSales(5)).estimate
  const apart = estimate(makeSales(5, (at) => ({ price: 150_000 * (at + 1) }))).estimate
  const width = ({ low, high, value }: { low: number; high: number; value: number }) => (high - low) / value
  expect(alike && apart && width(apart) > 2 * width(alike)).toBe(true)
})

test('what is unknown of a home makes no difference, and neither do sales far away in time or place', () => {
  const unknown = { lotSqft: null, yearBuilt: null, bathrooms: null, livingAreaSqft: null }
  const { comparables } = estimate(makeSales(20, () => unknown))
  for (const { adjustments } of comparables)
    expect(adjustments).toMatchObject({ area: 0, lot: 0, age: 0, bathrooms: 0 })
  const distant = makeSales(30, (at) => ({ ...(at < 15 ? { lat: center.lat + 1 } : { soldOn: '2015-01-01' }) }))
  expect(estimate(distant).comparables).toEqual([])
})

test('limits widen step by step until there are fifteen sales, and the most similar 25 of them are taken', () => {
  const sales = makeSales(120, (at) => ({ lat: center.lat + 0.0002 * at, lng: center.lng }))
  const near = sales.map((sale) => compareToSubject(subject, sale, marketToday))
  const all = chooseComparables(near, listLimits({}))
  expect(all).toMatchObject({ used: { miles: 0.5 }, isWidened: false })
  expect(all.candidates).toBeGreaterThan(all.comparables.length)
  expect(all.comparables.map(({ miles }) => miles)).toEqual(near.map(({ miles }) => miles).slice(0, 25))
  const few = chooseComparables(near.slice(30), listLimits({}))
  expect(few).toMatchObject({ used: { miles: 1, months: 12 }, isWidened: true })
  expect(listLimits({ miles: 3, months: 6, areaPercent: 10 })).toHaveLength(1)
})

test('an excluded sale brings no others, and an added one counts no more than the one that counts most', () => {
  // Fifteen are enough, so nobody looks as far as the others.
  const near = makeSales(15)
  const sales = [...near, ...Array.from({ length: 20 }, (_, at) => makeSale(100 + at, { lat: center.lat + 0.02 }))]
  const added = makeSale(900, { soldOn: '2019-07-20', price: 112_500, livingAreaSqft: 900, lat: center.lat + 0.03 })
  const value = estimateValue({ subject, sales, added: [added], excluded: ['100'], today: marketToday }, listLimits({}))
  expect(value.used).toEqual(estimate(sales).used)
  expect(value.candidates).toBe(14)
  const ids = value.comparables.map(({ propertyId }) => propertyId)
  expect(ids.toSorted()).toEqual([...near.slice(1).map(({ propertyId }) => propertyId), '1000'].toSorted())
  const weights = value.comparables.filter(({ isAdded }) => !isAdded).map(({ weight }) => weight)
  expect(value.comparables.find(({ isAdded }) => isAdded)?.weight).toBeCloseTo(Math.max(...weights))
})
