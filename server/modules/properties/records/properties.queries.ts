import type { Slice, SortOrder } from '@dooryard/contract/api/paging'
import type { PropertySearch } from '@dooryard/contract/properties/property-search'
import type { ClickHouse, ReadOptions } from '../../../platform/clickhouse/client.ts'
import { createBinder } from '../search/compile/clauses.ts'
import { compileCriteria, isUInt64 } from '../search/compile/compile-criteria.ts'
import { compileNotPurchased } from '../search/compile/own-leads.ts'
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

/** `fresh` counts those of `mailable` that are not excluded as purchased, `freshOfAll` those of all matches. */
export async function countOrderBreakdown(
  clickhouse: ClickHouse,
  selection: Selection,
): Promise<{ matched: number; mailable: number; fresh: number; freshOfAll: number }> {
  const { bind, params } = createBinder()
  const { criteria } = selection
  const withPurchased = { ...criteria, exclude: { ...criteria.exclude, delivered: false } }
  const matching = compileCriteria(bind, withPurchased, selection)
  const fresh = compileNotPurchased(bind, criteria, selection) ?? 'true'
  const [row] = await clickhouse.rows<Record<'matched' | 'mailable' | 'fresh' | 'fresh_of_all', string>>(
    `select count() as matched, countIf(is_mailable) as mailable, countIf(is_mailable and ${fresh}) as fresh,
       countIf(${fresh}) as fresh_of_all
     from properties where ${matching} ${settings}`,
    params,
    toReadOptions(selection),
  )
  const counts = [row?.matched, row?.mailable, row?.fresh, row?.fresh_of_all].map((count) => Number(count ?? 0))
  const [matched = 0, mailable = 0, freshMailable = 0, freshOfAll = 0] = counts
  return { matched, mailable, fresh: freshMailable, freshOfAll }
}
