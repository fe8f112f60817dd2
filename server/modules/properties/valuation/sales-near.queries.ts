import type { AssetSubGroup } from '@dooryard/contract/api/enums'
import type { ValuationSubject } from '@dooryard/contract/properties/valuation'
import type { ClickHouse, ReadOptions } from '../../../platform/clickhouse/client.ts'
import type { Coverage } from '../places/coverage.ts'
import {
  computed,
  createPresenter,
  type Fields,
  formatColumnList,
  nullIfBlank,
  type StoredRow,
  stored,
} from '../records/stored-fields.ts'
import { type Bind, createBinder, idListSql } from '../search/compile/clauses.ts'
import { isUInt64 } from '../search/compile/compile-criteria.ts'
import { compileLocation } from '../search/compile/compile-location.ts'

export type Home = Omit<ValuationSubject, 'roll' | 'recordedOn'> & { countyFips: string; source: string }

/** A home whose value can be estimated. */
export type SubjectHome = Home & { lat: number; lng: number; livingAreaSqft: number }

/** A home and a sale of it, with the source of the sale. */
export type HomeSale = Omit<Home, 'lat' | 'lng'> & {
  lat: number
  lng: number
  soldOn: string
  isMonthOnly: boolean
  price: number
}

const homeFields: Fields<Omit<Home, 'source'>> = {
  propertyId: stored('property_id'),
  address: nullIfBlank('address'),
  unit: nullIfBlank('unit'),
  city: nullIfBlank('city'),
  state: stored('state'),
  zip: nullIfBlank('zip'),
  countyFips: stored('county_fips'),
  assetSubGroup: nullIfBlank('asset_sub_group'),
  livingAreaSqft: positive('living_area_sqft'),
  lotSqft: positive('lot_sqft'),
  yearBuilt: positive('year_built'),
  bedrooms: stored('bedrooms'),
  bathrooms: stored('bathrooms'),
  lat: stored('lat'),
  lng: stored('lng'),
}

/** Counties write 0 for what they do not know. */
function positive(column: string) {
  return computed(column, (value: number | null) => value || null)
}

const saleFields: Fields<Pick<HomeSale, 'soldOn' | 'isMonthOnly' | 'price' | 'source'>> = {
  soldOn: stored('recorded_on'),
  isMonthOnly: stored('is_month_only'),
  price: stored('price'),
  source: stored('source'),
}

const presentHome = createPresenter(homeFields)
// Only homes with a position are read as sales.
const presentSale = createPresenter({ ...homeFields, ...saleFields }) as (row: StoredRow) => HomeSale

/** A lower price is rather a share, a gift or a family's deed, whatever its county says. */
export const minPrice = 10_000

export async function findHome(
  clickhouse: ClickHouse,
  propertyId: string,
  options: ReadOptions = {},
): Promise<Home | undefined> {
  if (!isUInt64(propertyId)) return undefined
  const [row] = await clickhouse.rows<StoredRow>(
    `select ${formatColumnList(homeFields)}, source from properties where property_id = {propertyId:UInt64} order by isNull(lat), source limit 1`,
    { propertyId },
    options,
  )
  return row && { ...presentHome(row), source: String(row['source']) }
}

export type SalesQuery = {
  subject: SubjectHome
  miles: number
  /** The days that sales are read of, both included. */
  since: string
  today: string
  types: readonly AssetSubGroup[]
  /** The largest factor between two living areas. */
  maxAreaRatio: number
  coverage: Coverage | undefined
}

/** Enough to measure how prices nearby move; a metropolis has a hundred times as many. */
const maxSales = 1_200

/** The sales most like the subject, each home once with its last one. Not those of the subject itself. */
export async function listSalesNear(
  clickhouse: ClickHouse,
  { subject, miles, since, today, types, maxAreaRatio, coverage }: SalesQuery,
  options: ReadOptions = {},
): Promise<HomeSale[]> {
  const { lat, lng, livingAreaSqft: area } = subject
  const { bind, params } = createBinder()
  const homes = `${compileLocation(bind, { near: { lat, lng, miles } }, coverage)}
    and asset_sub_group in ${bind(types, 'Array(String)')}
    and living_area_sqft between ${bind(area / maxAreaRatio, 'Float64')} and ${bind(area * maxAreaRatio, 'Float64')}
    and property_id != ${bind(subject.propertyId, 'UInt64')}`
  const days = `recorded_on between ${bind(since, 'Date32')} and ${bind(today, 'Date32')}`
  const order = dissimilaritySql(bind, { lat, lng, area, today })
  return readSales(clickhouse, bind, { homes, days, order: `${order}, property_id` }, { params, ...options })
}

/** The last sales of these homes, wherever and whenever they were sold. */
export async function listSalesByIds(
  clickhouse: ClickHouse,
  propertyIds: readonly string[],
  today: string,
  options: ReadOptions = {},
): Promise<HomeSale[]> {
  const ids = propertyIds.filter(isUInt64)
  if (ids.length === 0) return []
  const { bind, params } = createBinder()
  const homes = `property_id in ${idListSql(bind, ids)} and isNotNull(lat) and isNotNull(lng)`
  const days = `recorded_on <= ${bind(today, 'Date32')}`
  return readSales(clickhouse, bind, { homes, days, order: 'property_id' }, { params, ...options })
}

type DissimilarityTerms = { lat: number; lng: number; area: number; today: string }

/** As `getDissimilarity` has it, without the type. */
const dissimilaritySql = (bind: Bind, { lat, lng, area, today }: DissimilarityTerms) =>
  `greatCircleDistance(lng, lat, ${bind(lng, 'Float64')}, ${bind(lat, 'Float64')}) / 1609.344
    + dateDiff('day', recorded_on, ${bind(today, 'Date32')}) / 365.25
    + 2 * abs(log(if(ifNull(living_area_sqft, 0) = 0, 1, living_area_sqft) / ${bind(area, 'Float64')}))`

type Conditions = { homes: string; days: string; order: string }

// Sales of several parcels for one price say nothing of each.
async function readSales(
  clickhouse: ClickHouse,
  bind: Bind,
  { homes, days, order }: Conditions,
  { params, ...options }: ReadOptions & { params: ReturnType<typeof createBinder>['params'] },
): Promise<HomeSale[]> {
  const parcels = `(state, county_fips, property_id) in (select state, county_fips, property_id from properties where ${homes})`
  const rows = await clickhouse.rows<StoredRow>(
    `select ${formatColumnList({ ...homeFields, ...saleFields })} from (
       select property_id, recorded_on, is_month_only, price, source, told_on from sales
       where ${parcels} and ${days} and price >= ${bind(minPrice, 'UInt32')}
         and (property_id, source, told_on) not in (
           select property_id, source, recorded_on from transfers where ${parcels} and is_multi_parcel)
       order by property_id, recorded_on desc, price desc, source limit 1 by property_id
     ) as sold
     inner any join (
       select ${formatColumnList(homeFields)} from properties where ${homes}
       order by isNull(living_area_sqft), source limit 1 by property_id
     ) as home using property_id
     order by ${order} limit ${maxSales}`,
    params,
    options,
  )
  return rows.map(presentSale)
}
