import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { columnsByView, presentLead, type SelectedLead } from '../records/present-property.ts'
import type { StoredRow } from '../records/stored-fields.ts'
import { isWideSearch } from './compile/breadth.ts'
import { createBinder } from './compile/clauses.ts'
import { compileCriteria, idListSql } from './compile/compile-criteria.ts'
import { type Selection, toReadOptions } from './compile/selection.ts'
import { countRowsFrom, settings } from './count.queries.ts'

export const isNamedSql = 'notEmpty(owner_names) and owner_key != 0'

/** What a property needs to be selected: a name and a full mailing address; a name; or a name and a known phone. */
export type LeadRequirement = 'MAILABLE' | 'NAMED' | 'HAS_PHONE'

type ConditionInput = { need: LeadRequirement; phonesPerPass: number; matches: string; isNarrow: boolean }

/** The conditions are disjoint. */
async function buildConditions(clickhouse: ClickHouse, input: ConditionInput): Promise<string[]> {
  const { need, phonesPerPass, matches, isNarrow } = input
  if (need === 'MAILABLE') return ['is_mailable']
  if (need === 'NAMED') return [isNamedSql]
  const withPhone = (which: string) =>
    `${isNamedSql} and owner_key in (select owner_key from contacts where kind = 'PHONE'${which})`
  // For a few counties only their owners are looked up, by the table's key.
  if (isNarrow) return [withPhone(` and owner_key in (select owner_key from properties where ${matches})`)]
  const phones = await countRowsFrom(clickhouse, "contacts where kind = 'PHONE'", {}, {})
  const parts = Math.max(1, Math.ceil(phones / phonesPerPass))
  return Array.from({ length: parts }, (_, part) => {
    const here = parts > 1 ? ` and owner_key % ${parts} = ${part}` : ''
    return `${withPhone(here)}${here}`
  })
}

export type LeadRef = { propertyId: string; state: string; countyFips: string; zip: string }

type LeadSelectionInput = Selection & {
  quantity: number
  need: LeadRequirement
  seed?: string
  after?: string | undefined
  /** Owners of phones per pass: each is held in memory while properties are compared with them. */
  phonesPerPass?: number
}

/** Several selections queue behind each other. */
const timeoutSeconds = 60

/**
 * The rank is a hash of id and seed: the same criteria, day, data and seed always select the same leads in the same
 * order.
 */
export async function selectLeads(
  clickhouse: ClickHouse,
  { quantity, need, seed = '', after, phonesPerPass = 2_000_000, ...selection }: LeadSelectionInput,
): Promise<LeadRef[]> {
  const { bind, params } = createBinder()
  const boundSeed = bind(seed, 'String')
  const rankSql = (id: string) => `cityHash64(${id}, ${boundSeed})`
  const last = after === undefined ? undefined : `toUInt64(${bind(after, 'String')})`
  const behind = last ? `(${rankSql('property_id')}, property_id) > (${rankSql(last)}, ${last}) and` : ''
  const matches = compileCriteria(bind, selection.criteria, selection)
  const leads: RankedLeadRef[] = []
  const conditions = await buildConditions(clickhouse, {
    need,
    phonesPerPass,
    matches,
    isNarrow: !isWideSearch(selection.criteria),
  })
  for (const condition of conditions) {
    const rows = await clickhouse.rows<Record<'property_id' | 'state' | 'county_fips' | 'zip' | 'place', string>>(
      `select property_id, state, county_fips, zip, ${rankSql('property_id')} as place from properties
       where ${behind} ${condition} and ${matches}
       order by place, property_id limit ${quantity} ${settings}`,
      params,
      { ...toReadOptions(selection), resultRows: quantity, seconds: timeoutSeconds },
    )
    for (const { property_id: propertyId, state, county_fips: countyFips, zip, place } of rows)
      leads.push({ propertyId, state, countyFips, zip, place })
  }
  if (conditions.length > 1) leads.sort(compareRank)
  return leads.slice(0, quantity).map(({ place: _, ...one }) => one)
}

type RankedLeadRef = LeadRef & { place: string }

/** Compares whole numbers as text: the longer is the larger. */
const compareNumbers = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

const compareRank = (a: RankedLeadRef, b: RankedLeadRef) =>
  compareNumbers(a.place, b.place) || compareNumbers(a.propertyId, b.propertyId)

const leadsPerRead = 5_000

export type RankedLead = { rank: number; lead: SelectedLead }

/** Reads leads in batches by location, not by rank: any 5,000 leads of a country are spread over all of it. */
export async function* readLeads(
  clickhouse: ClickHouse,
  leads: readonly LeadRef[],
  selection: Selection,
): AsyncGenerator<RankedLead[]> {
  const sorted = leads
    .map((one, at) => ({ ...one, rank: at + 1, place: `${one.state} ${one.countyFips} ${one.zip}` }))
    .sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : a.rank - b.rank))
  for (let at = 0; at < sorted.length; at += leadsPerRead) {
    const batch = sorted.slice(at, at + leadsPerRead)
    const found = new Map((await readLeadBatch(clickhouse, batch, selection)).map((lead) => [lead.propertyId, lead]))
    yield batch.map(({ propertyId, rank }) => {
      const lead = found.get(propertyId)
      if (!lead) throw appError('UNAVAILABLE', 'The property data was replaced in the meantime. Please try again.')
      return { rank, lead }
    })
  }
}

async function readLeadBatch(
  clickhouse: ClickHouse,
  batch: readonly LeadRef[],
  selection: Selection,
): Promise<SelectedLead[]> {
  const { bind, params } = createBinder()
  const among = (column: string, of: (one: LeadRef) => string) =>
    `${column} in ${bind([...new Set(batch.map(of))], 'Array(String)')}`
  const ids = idListSql(
    bind,
    batch.map(({ propertyId }) => propertyId),
  )
  // The ids alone would suffice; the places let ClickHouse skip blocks.
  const where = [
    among('state', ({ state }) => state),
    among('county_fips', ({ countyFips }) => countyFips),
    among('zip', ({ zip }) => zip),
    `property_id in ${ids}`,
  ].join(' and ')
  const records = await clickhouse.rows<StoredRow>(
    `select ${columnsByView.lead} from properties where ${where}`,
    params,
    {
      ...toReadOptions(selection),
      seconds: timeoutSeconds,
    },
  )
  return records.map(presentLead)
}
