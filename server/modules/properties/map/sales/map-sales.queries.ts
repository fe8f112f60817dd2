import type { Bounds } from '@dooryard/contract/properties/map'
import { type MapSale, maxMapSales, minBlockSales, type PriceBlock } from '@dooryard/contract/properties/map-sales'
import type { ClickHouse, ReadOptions } from '../../../../platform/clickhouse/client.ts'
import {
  computed,
  createPresenter,
  type Fields,
  formatColumnList,
  nullIfBlank,
  type StoredRow,
  stored,
} from '../../records/stored-fields.ts'
import { type Bind, createBinder } from '../../search/compile/clauses.ts'
import { minPrice } from '../../valuation/sales-near.queries.ts'
import { inBoundsSql, settings } from '../map.queries.ts'

/** Sales within bounds from a day to another, `YYYY-MM-DD`, both included. */
type SalesFilter = { bounds: Bounds; since: string; until: string }

/** Less is a part of a house, or a mistake of a county dataset. */
const minLivingSqft = 200

const sqftSql = 'last_sale_price / living_area_sqft'

/** The last sale of each home: at arm's length as far as the county dataset says. */
const isSoldSql = (bind: Bind, { bounds, since, until }: SalesFilter) =>
  `${inBoundsSql(bind, bounds)} and last_sale_date between toDate32(${bind(since, 'String')}) and toDate32(${bind(until, 'String')})
    and last_sale_price >= ${minPrice} and ifNull(arms_length, true) and asset_class in ('RESIDENTIAL', '')`

export async function listPriceBlocks(
  clickhouse: ClickHouse,
  filter: SalesFilter & { resolution: number },
  read: ReadOptions,
): Promise<PriceBlock[]> {
  const { bind, params } = createBinder()
  const rows = await clickhouse.rows<{ h3: string; corners: [number, number][]; sales: string; price: number }>(
    `select h3ToString(cell) as h3, h3ToGeoBoundary(cell) as corners, count() as sales,
       toUInt32(round(quantileExact(${sqftSql}))) as price
     from properties
     where ${isSoldSql(bind, filter)} and living_area_sqft >= ${minLivingSqft}
     group by geoToH3(assumeNotNull(lat), assumeNotNull(lng), toUInt8(${filter.resolution})) as cell
     having sales >= ${minBlockSales} order by cell ${settings}`,
    params,
    read,
  )
  return rows.map(({ h3, corners, sales, price }) => ({
    h3,
    outline: corners.map(([lat, lng]): [number, number] => [lng, lat]),
    sales: Number(sales),
    pricePerSqft: price,
  }))
}

const saleFields: Fields<MapSale> = {
  propertyId: stored('property_id'),
  lat: stored('lat'),
  lng: stored('lng'),
  address: nullIfBlank('address'),
  unit: nullIfBlank('unit'),
  city: nullIfBlank('city'),
  state: stored('state'),
  zip: nullIfBlank('zip'),
  soldOn: stored('last_sale_date'),
  price: stored('last_sale_price'),
  pricePerSqft: computed('per_sqft', (value: number | null) => value),
}

/** The newest sales, and how many there are. */
export async function listMapSales(
  clickhouse: ClickHouse,
  filter: SalesFilter,
  read: ReadOptions,
): Promise<{ sales: MapSale[]; total: number }> {
  const { bind, params } = createBinder()
  const rows = await clickhouse.rows<StoredRow & { total: string }>(
    `select ${formatColumnList(saleFields)}, count() over () as total
     from (
       select *, if(living_area_sqft >= ${minLivingSqft}, toUInt32(round(${sqftSql})), null) as per_sqft
       from properties where ${isSoldSql(bind, filter)}
     )
     order by last_sale_date desc, property_id limit ${maxMapSales} ${settings}`,
    params,
    read,
  )
  return { sales: rows.map(createPresenter(saleFields)), total: Number(rows[0]?.total ?? 0) }
}
