import { createHash } from 'node:crypto'
import type { ValuationRefusal } from '@dooryard/contract/properties/valuation'
import { estimateFromSales, homeTypes, refuse } from '../../server/modules/properties/valuation/estimate-from-sales.ts'
import { findHome, type Home, minPrice } from '../../server/modules/properties/valuation/sales-near.queries.ts'
import type { ClickHouse } from '../../server/platform/clickhouse/client.ts'

export type Part = 'TUNING' | 'REPORTED'

export type HeldOutSale = { propertyId: string; soldOn: string; price: number; earlierPrice: number | null }

/** Homes of a data set are few; of those that have none, a sample says why as well as all. */
const maxSales = 1_500
/** Older sales have too few before them in a roll that names only the last. */
const years = 15

/**
 * The newest sale of each home, with the price of the one before, in the last years of a county dataset. Homes are in
 * one part or the other, by a hash of their id.
 */
export async function listHeldOut(clickhouse: ClickHouse, source: string, part: Part): Promise<HeldOutSale[]> {
  const sales = await clickhouse.rows<HeldOutSale>(
    `select toString(property_id) as propertyId, max(recorded_on) as soldOn,
       arraySort((paid, day) -> -toInt32(day), groupArray(sales.price), groupArray(recorded_on)) as prices,
       prices[1] as price, if(length(prices) > 1, prices[2], null) as earlierPrice
     from sales where source = {source:String} and sales.price >= {minPrice:UInt32} and recorded_on <= today()
       and property_id not in (select property_id from properties where asset_sub_group not in {types:Array(String)})
     group by property_id
     having soldOn >= (select subtractYears(max(recorded_on), ${years}) from sales
       where source = {source:String} and recorded_on <= today())
     order by sipHash64(property_id)`,
    { source, minPrice, types: homeTypes },
    { resultRows: 200_000 },
  )
  return sales.filter(({ propertyId }) => (isTuned(propertyId) ? 'TUNING' : 'REPORTED') === part).slice(0, maxSales)
}

const isTuned = (propertyId: string) => (createHash('sha1').update(propertyId).digest()[0] ?? 0) % 10 < 4

export type Measured = {
  sales: number
  refusals: Partial<Record<ValuationRefusal | 'NO_PROPERTY', number>>
  /** The shares by which estimates and the baselines are off. */
  estimate: number[]
  pricePerSqft: number[]
  earlierSale: number[]
  inRange: number
  /** Half the width of the range, as a share of the estimate. */
  rangeWidths: number[]
  milliseconds: number[]
}

/** Estimates each sale as of the day before it, from the sales known then. */
export async function estimateHeldOut(clickhouse: ClickHouse, sales: readonly HeldOutSale[]): Promise<Measured> {
  const measured: Measured = {
    ...{ sales: sales.length, refusals: {}, estimate: [], pricePerSqft: [], earlierSale: [] },
    ...{ inRange: 0, rangeWidths: [], milliseconds: [] },
  }
  for (const sale of sales) {
    const error = (value: number) => Math.abs(value / sale.price - 1)
    if (sale.earlierPrice) measured.earlierSale.push(error(sale.earlierPrice))
    const home = await findHome(clickhouse, sale.propertyId)
    const refusal = home ? refuse(home) : 'NO_PROPERTY'
    if (!home || refusal) {
      count(measured, refusal ?? 'NO_PROPERTY')
      continue
    }
    const startedAt = performance.now()
    const { estimate, comparables } = await valueDayBefore(clickhouse, home, sale.soldOn)
    measured.milliseconds.push(performance.now() - startedAt)
    if (!estimate) {
      count(measured, 'TOO_FEW_COMPARABLES')
      continue
    }
    const { value, low, high } = estimate
    measured.estimate.push(error(value))
    const perSqft = comparables.map(({ price, livingAreaSqft }) => price / (livingAreaSqft ?? Number.NaN))
    measured.pricePerSqft.push(error(getMedian(perSqft) * (home.livingAreaSqft ?? 0)))
    measured.inRange += sale.price >= low && sale.price <= high ? 1 : 0
    measured.rangeWidths.push((high - low) / 2 / value)
  }
  return measured
}

function count({ refusals }: Measured, refusal: keyof Measured['refusals']) {
  refusals[refusal] = (refusals[refusal] ?? 0) + 1
}

function valueDayBefore(clickhouse: ClickHouse, home: Home, soldOn: string) {
  const today = new Date(Date.parse(soldOn) - 86_400_000).toISOString().slice(0, 10)
  const { lat, lng, livingAreaSqft } = home
  if (lat === null || lng === null || livingAreaSqft === null) throw new Error('This home cannot be estimated.')
  return estimateFromSales({ clickhouse, coverage: undefined, today }, { ...home, lat, lng, livingAreaSqft }, {})
}

/** NaN of nothing. */
export function getMedian(values: readonly number[], share = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
