import type { Slice, SortOrder } from '@dooryard/contract/api/paging'
import type { PropertySearch } from '@dooryard/contract/properties/property-search'
import type { ClickHouse, ReadOptions } from '../../../platform/clickhouse/client.ts'
import { createBinder, idListSql } from '../search/compile/clauses.ts'
import { compileCriteria, isUInt64 } from '../search/compile/compile-criteria.ts'
import { type Selection, toReadOptions } from '../search/compile/selection.ts'
import { orderBySql } from '../search/compile/sort-columns.ts'
import { settings } from '../search/count.queries.ts'
import {
  columnsByView,
  type FullProperty,
  type PropertyRecord,
  presentProperty,
  presentRow,
} from './present-property.ts'
import type { StoredRow } from './stored-fields.ts'

type Sort = PropertySearch['sort']

/**
 * One page in a total order: unknown values come last in both directions, and the id breaks ties so that pages never
 * overlap. Owners are sorted by their initials unless the reader sees all names.
 */
export async function findProperties(
  clickhouse: ClickHouse,
  selection: Selection,
  { sort, order, showsNames, limit, offset }: Slice & { sort: Sort; order: SortOrder; showsNames?: boolean },
): Promise<PropertyRecord[]> {
  const { bind, params } = createBinder()
  const records = await clickhouse.rows<StoredRow>(
    `select ${columnsByView.row} from properties where ${compileCriteria(bind, selection.criteria, selection)}
     order by ${orderBySql(sort, order, showsNames)} limit ${limit} offset ${offset} ${settings}`,
    params,
    toReadOptions(selection),
  )
  return records.map(presentRow)
}

/** The ids of the first matches, in the order of storage. */
export async function listMatchIds(clickhouse: ClickHouse, selection: Selection, limit: number): Promise<string[]> {
  const { bind, params } = createBinder()
  const rows = await clickhouse.rows<{ id: string }>(
    `select toString(property_id) as id from properties where ${compileCriteria(bind, selection.criteria, selection)}
     order by ${orderBySql('place', 'asc')} limit ${limit} ${settings}`,
    params,
    toReadOptions(selection),
  )
  return rows.map(({ id }) => id)
}

/** How many of these ids a county dataset has. */
export async function countFound(clickhouse: ClickHouse, propertyIds: readonly string[]): Promise<number> {
  if (propertyIds.length === 0) return 0
  const { bind, params } = createBinder()
  const [row] = await clickhouse.rows<{ found: string }>(
    `select uniqExact(property_id) as found from properties where property_id in ${idListSql(bind, propertyIds)}`,
    params,
    { isHeavy: true, seconds: 60 },
  )
  return Number(row?.found ?? 0)
}

export async function findProperty(
  clickhouse: ClickHouse,
  propertyId: string,
  options: ReadOptions = {},
): Promise<FullProperty | undefined> {
  if (!isUInt64(propertyId)) return undefined
  const [record] = await clickhouse.rows<StoredRow>(
    `select ${columnsByView.full} from properties where property_id = {propertyId:UInt64} limit 1`,
    { propertyId },
    options,
  )
  return record && presentProperty(record)
}
