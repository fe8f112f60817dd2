import type { Slice, SortOrder } from '@dooryard/contract/paging'
import type { PropertyRow } from '@dooryard/contract/properties'
import type { PropertySearch } from '@dooryard/contract/property-search'
import type { ClickHouse, ReadOptions } from '../../platform/clickhouse/client.ts'
import { columnsOf, type PropertyFile, presentProperty, presentRow } from './present-property.ts'
import { binder } from './search/clauses.ts'
import { conditionOf, isUInt64, notDelivered } from './search/compile-criteria.ts'
import { settings } from './search/count.queries.ts'
import { readOptions, type Selection } from './search/selection.ts'
import type { StoredRow } from './stored-fields.ts'

type Sort = PropertySearch['sort']

/** What a page is ordered by before the id breaks ties. Text that is unknown is '', and comes last by a column of its own. */
const orderBy: Record<Sort, (order: SortOrder) => string> = {
  // As the rows stand in the store, which therefore reads no further than the page.
  place: (order) => ['state', 'county_fips', 'zip'].map((column) => `${column} ${order}`).join(', '),
  address: (order) => byText('address', order),
  ownerName: (order) => byText("arrayStringConcat(owner_names, ' & ')", order),
  estimatedValue: (order) => byNumber('estimated_value', order),
  yearBuilt: (order) => byNumber('year_built', order),
  livingAreaSqft: (order) => byNumber('living_area_sqft', order),
  lastSaleDate: (order) => byNumber('last_sale_date', order),
  lastSalePrice: (order) => byNumber('last_sale_price', order),
}

const byText = (column: string, order: string) => `${column} = '', ${column} ${order}`
const byNumber = (column: string, order: string) => `${column} ${order} nulls last`

/** One page, in a total order: the unknown come last both ways, and the id breaks ties so that pages never overlap. */
export async function findProperties(
  clickhouse: ClickHouse,
  selection: Selection,
  { sort, order, limit, offset }: Slice & { sort: Sort; order: SortOrder },
): Promise<PropertyRow[]> {
  const { bind, params } = binder()
  const records = await clickhouse.rows<StoredRow>(
    `select ${columnsOf.row} from properties where ${conditionOf(bind, selection.criteria, selection)}
     order by ${orderBy[sort](order)}, property_id ${sort === 'place' ? order : 'asc'}
     limit ${limit} offset ${offset} ${settings}`,
    params,
    readOptions(selection),
  )
  return records.map(presentRow)
}

export async function findProperty(
  clickhouse: ClickHouse,
  propertyId: string,
  options: ReadOptions = {},
): Promise<PropertyFile | undefined> {
  if (!isUInt64(propertyId)) return undefined
  const [record] = await clickhouse.rows<StoredRow>(
    `select ${columnsOf.full} from properties where property_id = {propertyId:UInt64} limit 1`,
    { propertyId },
    options,
  )
  return record && presentProperty(record)
}

/** `fresh` counts those of `mailable` that were not delivered before, `freshOfAll` those of all that match. */
export async function countWaterfall(
  clickhouse: ClickHouse,
  selection: Selection,
): Promise<{ matched: number; mailable: number; fresh: number; freshOfAll: number }> {
  const { bind, params } = binder()
  const { criteria, excludeIds = [], ...others } = selection
  const matching = conditionOf(bind, criteria, others)
  const fresh = notDelivered(bind, criteria, excludeIds) ?? 'true'
  const [row] = await clickhouse.rows<Record<'matched' | 'mailable' | 'fresh' | 'fresh_of_all', string>>(
    `select count() as matched, countIf(is_mailable) as mailable, countIf(is_mailable and ${fresh}) as fresh,
       countIf(${fresh}) as fresh_of_all
     from properties where ${matching} ${settings}`,
    params,
    readOptions(selection),
  )
  const counts = [row?.matched, row?.mailable, row?.fresh, row?.fresh_of_all].map((count) => Number(count ?? 0))
  const [matched = 0, mailable = 0, freshMailable = 0, freshOfAll = 0] = counts
  return { matched, mailable, fresh: freshMailable, freshOfAll }
}
