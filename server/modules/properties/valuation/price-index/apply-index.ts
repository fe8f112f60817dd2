import type { IndexedValue } from '@dooryard/contract/properties/valuation'
import { getCountyName } from '../../places/county-names.ts'
import { areaKinds } from './price-index-layouts.ts'
import type { StoredIndexValue } from './price-indexes.queries.ts'

/**
 * The price of a sale times the change of house prices since, by the index of the smallest area that reaches from the
 * sale to a later period; null without one.
 */
export function applyIndex(
  { soldOn, price }: { soldOn: string; price: number },
  values: readonly StoredIndexValue[],
): IndexedValue | null {
  for (const kind of areaKinds) {
    const periods = values.filter((value) => value.kind === kind)
    const from = periods.find((period) => includes(period, soldOn))
    const to = periods.at(-1)
    if (!from || !to || from === to) continue
    const change = to.value / from.value
    return {
      value: Math.round((price * change) / 100) * 100,
      ...{ lastSaleDate: soldOn, lastSalePrice: price, indexName: nameIndex(to) },
      ...{ from: formatPeriod(from), to: formatPeriod(to), change: Math.round(change * 10_000) / 10_000 },
    }
  }
  return null
}

const includes = ({ year, quarter }: StoredIndexValue, day: string) =>
  Number(day.slice(0, 4)) === year && (quarter === 0 || Math.ceil(Number(day.slice(5, 7)) / 3) === quarter)

const formatPeriod = ({ year, quarter }: StoredIndexValue) => (quarter === 0 ? String(year) : `${year} Q${quarter}`)

const areaNames = {
  ZIP5: (area: string) => `ZIP ${area}`,
  COUNTY: getCountyName,
  ZIP3: (area: string) => `ZIP codes ${area}xx`,
  STATE: (area: string) => area,
}

const nameIndex = ({ kind, area, quarter }: StoredIndexValue) =>
  `FHFA House Price Index, ${areaNames[kind](area)}, ${quarter === 0 ? 'annual' : 'quarterly'}`
