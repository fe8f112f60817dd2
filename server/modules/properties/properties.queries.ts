import type { Criteria } from '@dooryard/contract/criteria'
import type { Property, PropertyRow, PropertySearch } from '@dooryard/contract/properties'
import type { ClickHouse } from '../../platform/clickhouse/client.ts'
import { appError } from '../../platform/errors.ts'
import {
  columnsOf,
  type FullRecord,
  type LeadRecord,
  presentLead,
  presentProperty,
  presentRow,
  type RowRecord,
  type SelectedLead,
} from './property-record.ts'
import { binder } from './search/clauses.ts'
import {
  type CompiledCriteria,
  type CompileOptions,
  conditionOf,
  idList,
  isUInt64,
  notDelivered,
} from './search/compile-criteria.ts'

// A hand-drawn outline may cross itself; the store would refuse it.
const settings = 'settings validate_polygons = 0'

type Sort = PropertySearch['sort']

/** Text columns, where unknown is '', sort it last by a column of its own. */
const sortColumns: Record<Sort, { column: string; isText: boolean }> = {
  address: { column: 'address', isText: true },
  ownerName: { column: "arrayStringConcat(owner_names, ' & ')", isText: true },
  estimatedValue: { column: 'estimated_value', isText: false },
  yearBuilt: { column: 'year_built', isText: false },
  livingAreaSqft: { column: 'living_area_sqft', isText: false },
  lastSaleDate: { column: 'last_sale_date', isText: false },
  lastSalePrice: { column: 'last_sale_price', isText: false },
}

type Slice = { sort: Sort; order: 'asc' | 'desc'; limit: number; offset: number }

/** One page, in a total order: the unknown come last both ways, and the id breaks ties so that pages never overlap. */
export async function findProperties(
  clickhouse: ClickHouse,
  { where, params }: CompiledCriteria,
  { sort, order, limit, offset }: Slice,
): Promise<PropertyRow[]> {
  const { column, isText } = sortColumns[sort]
  const by = isText ? `${column} = '', ${column} ${order}` : `${column} ${order} nulls last`
  const records = await clickhouse.rows<RowRecord>(
    `select ${columnsOf.row} from properties where ${where}
     order by ${by}, property_id limit ${limit} offset ${offset} ${settings}`,
    params,
  )
  return records.map(presentRow)
}

type Selection = CompileOptions & { criteria: Criteria }

/**
 * How many match that were not delivered before, how many of these have an owner name and a full mailing address, and how
 * many more match but were delivered.
 */
export async function countMatching(
  clickhouse: ClickHouse,
  { criteria, asOf, excludeIds = [] }: Selection,
): Promise<{ count: number; mailable: number; alreadyDelivered: number }> {
  const { bind, params } = binder()
  const matching = conditionOf(bind, criteria, { asOf })
  const fresh = notDelivered(bind, criteria, excludeIds) ?? 'true'
  const [counts] = await clickhouse.rows<{ matched: string; count: string; mailable: string }>(
    `select count() as matched, countIf(${fresh}) as count, countIf(is_mailable and ${fresh}) as mailable
     from properties where ${matching} ${settings}`,
    params,
  )
  const [matched, count, mailable] = [counts?.matched ?? 0, counts?.count ?? 0, counts?.mailable ?? 0].map(Number)
  return { count: count ?? 0, mailable: mailable ?? 0, alreadyDelivered: (matched ?? 0) - (count ?? 0) }
}

/** One property with everything known of it. */
export async function findProperty(clickhouse: ClickHouse, propertyId: string): Promise<Property | undefined> {
  if (!isUInt64(propertyId)) return undefined
  const [record] = await clickhouse.rows<FullRecord>(
    `select ${columnsOf.full} from properties where property_id = {propertyId:UInt64} limit 1`,
    { propertyId },
  )
  return record && presentProperty(record)
}

/** How many match at all, how many of these can be mailed, and how many of those were not delivered before. */
export async function countWaterfall(
  clickhouse: ClickHouse,
  { criteria, asOf, excludeIds = [] }: Selection,
): Promise<{ matched: number; mailable: number; fresh: number }> {
  const { bind, params } = binder()
  const matching = conditionOf(bind, criteria, { asOf })
  const fresh = notDelivered(bind, criteria, excludeIds) ?? 'true'
  const [counts] = await clickhouse.rows<{ matched: string; mailable: string; fresh: string }>(
    `select count() as matched, countIf(is_mailable) as mailable, countIf(is_mailable and ${fresh}) as fresh
     from properties where ${matching} ${settings}`,
    params,
  )
  return {
    matched: Number(counts?.matched ?? 0),
    mailable: Number(counts?.mailable ?? 0),
    fresh: Number(counts?.fresh ?? 0),
  }
}

type LeadSelection = Selection & {
  quantity: number
  /** Another seed draws another sample. */
  seed?: string
  /** Only properties with an owner name and a full mailing address; so unless said otherwise. */
  mailableOnly?: boolean
}

/**
 * Draws up to `quantity` of the matching properties, best rank first. The rank is a hash of id and seed: the same
 * criteria, day, data and seed always draw the same leads in the same order.
 */
export async function selectLeads(
  clickhouse: ClickHouse,
  { criteria, asOf, excludeIds, quantity, seed = '', mailableOnly = true }: LeadSelection,
): Promise<SelectedLead[]> {
  const { bind, params } = binder()
  const condition = conditionOf(bind, criteria, { asOf, excludeIds })
  const where = mailableOnly ? `is_mailable and ${condition}` : condition
  const ranked = await clickhouse.rows<{ property_id: string }>(
    `select property_id from properties where ${where}
     order by cityHash64(property_id, ${bind(seed, 'String')}), property_id limit ${quantity} ${settings}`,
    params,
    { resultRows: quantity, seconds: 60 },
  )
  return leadsOf(
    clickhouse,
    ranked.map((row) => row.property_id),
    { criteria, asOf },
  )
}

const leadsPerRead = 5_000

/** Whole rows, read in steps because results come buffered, in the order of the ids. */
async function leadsOf(clickhouse: ClickHouse, ids: string[], selection: Selection): Promise<SelectedLead[]> {
  const leads: SelectedLead[] = []
  for (let at = 0; at < ids.length; at += leadsPerRead) {
    const some = ids.slice(at, at + leadsPerRead)
    const found = new Map((await readLeads(clickhouse, some, selection)).map((lead) => [lead.propertyId, lead]))
    for (const id of some) {
      const lead = found.get(id)
      if (!lead) throw appError('UNAVAILABLE', 'The property data was replaced in the meantime. Please try again.')
      leads.push(lead)
    }
  }
  return leads
}

async function readLeads(
  clickhouse: ClickHouse,
  ids: string[],
  { criteria, asOf }: Selection,
): Promise<SelectedLead[]> {
  const { bind, params } = binder()
  // The ids alone would do; the criteria let the store skip the counties they are not in.
  const condition = conditionOf(bind, { location: criteria.location }, { asOf })
  const records = await clickhouse.rows<LeadRecord>(
    `select ${columnsOf.lead} from properties where ${condition} and property_id in ${idList(bind, ids)} ${settings}`,
    params,
  )
  return records.map(presentLead)
}
