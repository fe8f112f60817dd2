import { type DistinctOptions, type OrderSort, randomSort } from '@dooryard/contract/orders/quote/delivery-options'
import type { ClickHouse, Params, ReadOptions } from '../../../platform/clickhouse/client.ts'
import { mailboxSql } from '../addresses/address-words.ts'
import { isWideSearch } from './compile/breadth.ts'
import { createBinder } from './compile/clauses.ts'
import { compileCriteria } from './compile/compile-criteria.ts'
import { compileOtherOfOwner, noLeads } from './compile/own-leads.ts'
import { type Selection, toReadOptions } from './compile/selection.ts'
import { countRowsFrom, settings } from './count.queries.ts'
import {
  behindSql,
  compileRank,
  createRankComparison,
  orderByRankSql,
  type RankKey,
  type RankPart,
} from './lead-rank.ts'

export const isNamedSql = 'notEmpty(owner_names) and owner_key != 0'

/** The keys by which leads are one per owner and one per mailing address; an unknown owner is each property's own. */
export const distinctKeysSql = { owner: 'if(owner_key = 0, property_id, owner_key)', address: mailboxSql }

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

/** A lead that an earlier round of the order has selected. */
export type TakenLead = { propertyId: string; ownerKey: string }

type LeadSelectionInput = Selection &
  DistinctOptions & {
    quantity: number
    need: LeadRequirement
    sort?: OrderSort
    seed?: string
    /** The last property of the round before. */
    after?: string | undefined
    /** The leads of all rounds before; needed unless the order is random and takes all leads of an owner. */
    taken?: readonly TakenLead[]
    /** Owners of phones per pass: each is held in memory while properties are compared with them. */
    phonesPerPass?: number
  }

/** Several selections queue behind each other. */
export const timeoutSeconds = 60

/**
 * Selects leads in the order of the sort: the same criteria, day, data and seed always give the same leads in the same
 * order. With the distinct options the first lead of each owner and of each mailing address is selected,
 * and one per owner also counts those purchased before.
 */
export async function selectLeads(clickhouse: ClickHouse, input: LeadSelectionInput): Promise<LeadRef[]> {
  const { quantity, after } = input
  const isSelected = createDistinctFilter(input)
  const source = await openRanking(clickhouse, input)
  const leads: LeadRef[] = []
  let cursor = after === undefined ? undefined : await source.findKey(after)
  for (let limit = getFirstReadSize(input); ; limit = Math.min(2 * limit, maxReadSize)) {
    const rows = await source.read(cursor, limit)
    for (const row of rows) if (leads.length < quantity && isSelected(row)) leads.push(toLeadRef(row))
    if (leads.length >= quantity || rows.length < limit) return leads
    cursor = rows.at(-1)?.rank_key
  }
}

/** Rows held in memory at a time, besides the selected ones. */
const maxReadSize = 200_000

/** Most owners and addresses have one match: a quarter more than wanted is mostly enough. */
const getFirstReadSize = ({ quantity, onePerOwner, onePerAddress }: LeadSelectionInput) =>
  onePerOwner || onePerAddress ? Math.ceil(quantity * 1.25) + 50 : quantity

/** Tells for one row after another whether it is selected. */
function createDistinctFilter({ taken = [], onePerOwner = false, onePerAddress = false }: LeadSelectionInput) {
  // A dataset that was replaced between two rounds may have moved a selected lead behind the last one.
  const selected = new Set(taken.map(({ propertyId }) => propertyId))
  const owners = new Set(onePerOwner ? taken.map(({ ownerKey }) => ownerKey) : [])
  const addresses = new Set<string>()
  return ({ property_id, distinct_owner: owner, distinct_address: address }: RankedRow): boolean => {
    if (selected.has(property_id)) return false
    if (onePerOwner && owners.has(owner)) return false
    if (onePerAddress && addresses.has(address)) return false
    if (onePerOwner) owners.add(owner)
    if (onePerAddress) addresses.add(address)
    return true
  }
}

type RankedColumn = 'property_id' | 'state' | 'county_fips' | 'zip' | 'distinct_owner' | 'distinct_address'
type RankedRow = Record<RankedColumn, string> & { rank_key: string[] }

const toLeadRef = ({ property_id: propertyId, state, county_fips: countyFips, zip }: RankedRow): LeadRef => ({
  propertyId,
  state,
  countyFips,
  zip,
})

type Ranking = {
  /** The rank of a property; undefined if there is none of this id. */
  findKey: (propertyId: string) => Promise<RankKey | undefined>
  /** The first rows after the key, in order. */
  read: (after: RankKey | undefined, limit: number) => Promise<RankedRow[]>
}

async function openRanking(clickhouse: ClickHouse, input: LeadSelectionInput): Promise<Ranking> {
  const { need, sort = randomSort, seed = '', phonesPerPass = 2_000_000, onePerOwner, onePerAddress } = input
  const { bind, params } = createBinder()
  const matches = compileCriteria(bind, input.criteria, input)
  const spared = onePerOwner ? compileOtherOfOwner(bind, input.ownLeads ?? noLeads) : 'false'
  const isNarrow = !isWideSearch(input.criteria)
  const conditions = await buildConditions(clickhouse, { need, phonesPerPass, matches, isNarrow })
  const ranked = createBinder(params)
  const parts = compileRank(ranked.bind, sort, seed)
  const columns = [
    `property_id, state, county_fips, zip, ${rankKeySql(parts)}`,
    `${onePerOwner ? `toString(${distinctKeysSql.owner})` : "''"} as distinct_owner`,
    `${onePerAddress ? `toString(${distinctKeysSql.address})` : "''"} as distinct_address`,
  ].join(', ')
  const compare = createRankComparison(parts)
  return {
    findKey: (propertyId) => findRankKey(clickhouse, { propertyId, sort, seed }),
    read: async (after, limit) => {
      const next = createBinder(ranked.params)
      const behind = after ? `${behindSql(next.bind, parts, after)} and` : ''
      const options = { ...toReadOptions(input), resultRows: limit, seconds: timeoutSeconds }
      const statement = (condition: string) =>
        `select ${columns} from properties where ${behind} ${condition} and ${matches} and not ${spared}
         order by ${orderByRankSql(parts)} limit ${limit} ${settings}`
      return readMerged(clickhouse, {
        statements: conditions.map(statement),
        params: next.params,
        options,
        compare,
        limit,
      })
    },
  }
}

type MergedRead = {
  statements: string[]
  params: Params
  options: ReadOptions
  compare: (a: RankKey, b: RankKey) => number
  limit: number
}

/** One after the other: each holds the owners of its phones in memory. */
async function readMerged(clickhouse: ClickHouse, read: MergedRead): Promise<RankedRow[]> {
  const rows: RankedRow[] = []
  for (const statement of read.statements)
    for (const row of await clickhouse.rows<RankedRow>(statement, read.params, read.options)) rows.push(row)
  if (read.statements.length > 1) rows.sort((a, b) => read.compare(a.rank_key, b.rank_key))
  return rows.slice(0, read.limit)
}

const rankKeySql = (parts: readonly RankPart[]) =>
  `[${parts.map(({ sql }) => `toString(${sql})`).join(', ')}] as rank_key`

type RankKeyInput = { propertyId: string; sort: OrderSort; seed: string }

async function findRankKey(
  clickhouse: ClickHouse,
  { propertyId, sort, seed }: RankKeyInput,
): Promise<RankKey | undefined> {
  const { bind, params } = createBinder()
  const id = bind(propertyId, 'UInt64')
  const parts = compileRank(bind, sort, seed)
  // The random rank depends on the id alone.
  const found = sort.by === 'random' ? `(select ${id} as property_id)` : `properties where property_id = ${id} limit 1`
  const [row] = await clickhouse.rows<{ rank_key: string[] }>(`select ${rankKeySql(parts)} from ${found}`, params)
  return row?.rank_key
}
