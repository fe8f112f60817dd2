import type { PropertyRow } from '@dooryard/contract/properties'
import type { PropertySearch } from '@dooryard/contract/property-search'
import type { ClickHouse, ReadOptions } from '../../platform/clickhouse/client.ts'
import { appError } from '../../platform/errors.ts'
import { type PropertyFile, presentLead, presentProperty, presentRow, type SelectedLead } from './present-property.ts'
import { columnsOf, type FullRecord, type LeadRecord, type RowRecord } from './property-record.ts'
import { binder } from './search/clauses.ts'
import { conditionOf, idList, isUInt64, notDelivered } from './search/compile-criteria.ts'
import { settings } from './search/count.queries.ts'
import { readOptions, type Selection } from './search/selection.ts'

type Sort = PropertySearch['sort']

/** What a page is ordered by before the id breaks ties. Text that is unknown is '', and comes last by a column of its own. */
const orderBy: Record<Sort, (order: 'asc' | 'desc') => string> = {
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

type Slice = { sort: Sort; order: 'asc' | 'desc'; limit: number; offset: number }

/** One page, in a total order: the unknown come last both ways, and the id breaks ties so that pages never overlap. */
export async function findProperties(
  clickhouse: ClickHouse,
  selection: Selection,
  { sort, order, limit, offset }: Slice,
): Promise<PropertyRow[]> {
  const { bind, params } = binder()
  const records = await clickhouse.rows<RowRecord>(
    `select ${columnsOf.row} from properties where ${conditionOf(bind, selection.criteria, selection)}
     order by ${orderBy[sort](order)}, property_id ${sort === 'place' ? order : 'asc'}
     limit ${limit} offset ${offset} ${settings}`,
    params,
    readOptions(selection),
  )
  return records.map(presentRow)
}

/** One property with everything known of it. */
export async function findProperty(
  clickhouse: ClickHouse,
  propertyId: string,
  options: ReadOptions = {},
): Promise<PropertyFile | undefined> {
  if (!isUInt64(propertyId)) return undefined
  const [record] = await clickhouse.rows<FullRecord>(
    `select ${columnsOf.full} from properties where property_id = {propertyId:UInt64} limit 1`,
    { propertyId },
    options,
  )
  return record && presentProperty(record)
}

/** How many match at all, how many of these can be mailed, and how many of those were not delivered before. */
export async function countWaterfall(
  clickhouse: ClickHouse,
  selection: Selection,
): Promise<{ matched: number; mailable: number; fresh: number }> {
  const { bind, params } = binder()
  const { criteria, excludeIds = [], ...others } = selection
  const matching = conditionOf(bind, criteria, others)
  const fresh = notDelivered(bind, criteria, excludeIds) ?? 'true'
  const [counts] = await clickhouse.rows<{ matched: string; mailable: string; fresh: string }>(
    `select count() as matched, countIf(is_mailable) as mailable, countIf(is_mailable and ${fresh}) as fresh
     from properties where ${matching} ${settings}`,
    params,
    readOptions(selection),
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
  { quantity, seed = '', mailableOnly = true, ...selection }: LeadSelection,
): Promise<SelectedLead[]> {
  const { bind, params } = binder()
  const condition = conditionOf(bind, selection.criteria, selection)
  const where = mailableOnly ? `is_mailable and ${condition}` : condition
  const ranked = await clickhouse.rows<{ property_id: string }>(
    `select property_id from properties where ${where}
     order by cityHash64(property_id, ${bind(seed, 'String')}), property_id limit ${quantity} ${settings}`,
    params,
    { ...readOptions(selection), resultRows: quantity, seconds: 60 },
  )
  return leadsOf(
    clickhouse,
    ranked.map((row) => row.property_id),
    selection,
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

async function readLeads(clickhouse: ClickHouse, ids: string[], selection: Selection): Promise<SelectedLead[]> {
  const { bind, params } = binder()
  // The ids alone would do; the location lets the store skip the counties they are not in.
  const somewhere = conditionOf(bind, { location: selection.criteria.location }, { asOf: selection.asOf })
  const records = await clickhouse.rows<LeadRecord>(
    `select ${columnsOf.lead} from properties where ${somewhere} and property_id in ${idList(bind, ids)} ${settings}`,
    params,
    readOptions(selection),
  )
  return records.map(presentLead)
}
