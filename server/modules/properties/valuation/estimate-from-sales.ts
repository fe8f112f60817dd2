import type { AssetSubGroup } from '@dooryard/contract/api/enums'
import { maxAreaPercent, type ValuationQuery, type ValuationRefusal } from '@dooryard/contract/properties/valuation'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { subtractMonths } from '../buyers/look-back.ts'
import type { Coverage } from '../places/coverage.ts'
import { type Limits, listLimits } from './choose-comparables.ts'
import { estimateValue, type ValueFromSales } from './estimate-value.ts'
import { type Home, type HomeSale, listSalesByIds, listSalesNear, type SubjectHome } from './sales-near.queries.ts'

/** Homes of one to four dwellings; larger buildings sell by their rents. */
export const homeTypes: readonly AssetSubGroup[] = [
  ...(['SINGLE_FAMILY', 'CONDOMINIUM', 'TOWNHOUSE', 'COOPERATIVE', 'MANUFACTURED_HOME'] as const),
  ...(['DUPLEX', 'TRIPLEX', 'FOURPLEX', 'SMALL_MULTIFAMILY'] as const),
]

/** Why a home cannot be estimated whatever was sold near it; null where it can. */
export function refuse({ lat, lng, assetSubGroup, livingAreaSqft }: Home): ValuationRefusal | null {
  if (!assetSubGroup) return 'UNKNOWN_TYPE'
  if (!homeTypes.includes(assetSubGroup)) return 'NO_TYPE'
  if (lat === null || lng === null) return 'NO_POSITION'
  return livingAreaSqft ? null : 'NO_AREA'
}

type SalesStore = {
  clickhouse: ClickHouse
  coverage: Coverage | undefined
  /** Later sales are not known yet. */
  today: string
  signal?: AbortSignal | undefined
}

/** Sales are read this far first: further ones cost much in a metropolis and are needed only in the country. */
const firstRead = { miles: 2, months: 36 }

/** Estimates from the sales up to `today`, in one read where there are enough within two miles, or else in two. */
export async function estimateFromSales(
  store: SalesStore,
  subject: SubjectHome,
  query: ValuationQuery,
): Promise<ValueFromSales> {
  const { clickhouse, signal, today } = store
  const limits = listLimits(query)
  const isNear = ({ miles, months }: Limits) => miles <= firstRead.miles && months <= firstRead.months
  const near = limits.filter(isNear)
  const [first, added] = await Promise.all([
    near.length > 0 ? readSales(store, subject, near) : [],
    listSalesByIds(clickhouse, query.added ?? [], today, { signal }),
  ])
  const evidence = { subject, added, today, excluded: query.excluded ?? [] }
  if (near.length > 0) {
    const { hasEnough, ...value } = estimateValue({ ...evidence, sales: first }, near)
    if (hasEnough || near.length === limits.length) return value
  }
  const { hasEnough: _, ...value } = estimateValue(
    { ...evidence, sales: await readSales(store, subject, limits) },
    limits,
  )
  return value
}

/** The sales within the widest of the limits. */
function readSales(
  { clickhouse, signal, today, coverage }: SalesStore,
  subject: SubjectHome,
  limits: readonly Limits[],
): Promise<HomeSale[]> {
  const { miles, months, isSameType } = limits.at(-1) as Limits
  const query = {
    ...{ subject, miles, today, since: subtractMonths(today, months), maxAreaRatio: 1 / (1 - maxAreaPercent / 100) },
    types: isSameType && subject.assetSubGroup ? [subject.assetSubGroup] : homeTypes,
    coverage,
  }
  return listSalesNear(clickhouse, query, { signal, isHeavy: miles > maxLightMiles })
}

/** In a metropolis, a radius of 25 miles holds many times as many sales as one of 10. */
const maxLightMiles = 10
