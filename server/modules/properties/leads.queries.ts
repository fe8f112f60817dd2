import type { ClickHouse } from '../../platform/clickhouse/client.ts'
import { appError } from '../../platform/errors.ts'
import { columnsOf, presentLead, type SelectedLead } from './present-property.ts'
import { isWideSearch } from './search/breadth.ts'
import { binder } from './search/clauses.ts'
import { conditionOf, idList } from './search/compile-criteria.ts'
import { countRowsOf, settings } from './search/count.queries.ts'
import { readOptions, type Selection } from './search/selection.ts'
import type { StoredRow } from './stored-fields.ts'

export const isNamed = 'notEmpty(owner_names) and owner_key != 0'

/** What a property needs to be drawn: a name and a full mailing address; a name; or a name and a known phone. */
export type Need = 'MAILABLE' | 'NAMED' | 'HAS_PHONE'

type Asked = { need: Need; phonesAtOnce: number; matches: string; isNarrow: boolean }

/** Each is for some of the properties, and none for the same. */
async function conditionsFor(clickhouse: ClickHouse, asked: Asked): Promise<string[]> {
  const { need, phonesAtOnce, matches, isNarrow } = asked
  if (need === 'MAILABLE') return ['is_mailable']
  if (need === 'NAMED') return [isNamed]
  const withPhone = (which: string) =>
    `${isNamed} and owner_key in (select owner_key from contacts where kind = 'PHONE'${which})`
  // Of a few counties only the owners there are looked up, by the key of the table.
  if (isNarrow) return [withPhone(` and owner_key in (select owner_key from properties where ${matches})`)]
  const phones = await countRowsOf(clickhouse, "contacts where kind = 'PHONE'", {}, {})
  const parts = Math.max(1, Math.ceil(phones / phonesAtOnce))
  return Array.from({ length: parts }, (_, part) => {
    const here = parts > 1 ? ` and owner_key % ${parts} = ${part}` : ''
    return `${withPhone(here)}${here}`
  })
}

export type Drawn = { propertyId: string; state: string; countyFips: string; zip: string }

type Draw = Selection & {
  quantity: number
  need: Need
  seed?: string
  after?: string | undefined
  /** Phones whose owners are looked through at a time: each is remembered while properties are compared with them. */
  phonesAtOnce?: number
}

/** Several of them wait for each other's turn. */
const seconds = 60

/** The rank is a hash of id and seed: the same criteria, day, data and seed always draw the same in the same order. */
export async function drawLeads(
  clickhouse: ClickHouse,
  { quantity, need, seed = '', after, phonesAtOnce = 2_000_000, ...selection }: Draw,
): Promise<Drawn[]> {
  const { bind, params } = binder()
  const boundSeed = bind(seed, 'String')
  const rankOf = (id: string) => `cityHash64(${id}, ${boundSeed})`
  const last = after === undefined ? undefined : `toUInt64(${bind(after, 'String')})`
  const behind = last ? `(${rankOf('property_id')}, property_id) > (${rankOf(last)}, ${last}) and` : ''
  const matches = conditionOf(bind, selection.criteria, selection)
  const drawn: Ranked[] = []
  const conditions = await conditionsFor(clickhouse, {
    need,
    phonesAtOnce,
    matches,
    isNarrow: !isWideSearch(selection.criteria),
  })
  for (const condition of conditions) {
    const rows = await clickhouse.rows<Record<'property_id' | 'state' | 'county_fips' | 'zip' | 'place', string>>(
      `select property_id, state, county_fips, zip, ${rankOf('property_id')} as place from properties
       where ${behind} ${condition} and ${matches}
       order by place, property_id limit ${quantity} ${settings}`,
      params,
      { ...readOptions(selection), resultRows: quantity, seconds },
    )
    for (const { property_id: propertyId, state, county_fips: countyFips, zip, place } of rows)
      drawn.push({ propertyId, state, countyFips, zip, place })
  }
  if (conditions.length > 1) drawn.sort(byPlace)
  return drawn.slice(0, quantity).map(({ place: _, ...one }) => one)
}

type Ranked = Drawn & { place: string }

/** Whole numbers as texts: the longer is the larger. */
const compareNumbers = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

const byPlace = (a: Ranked, b: Ranked) => compareNumbers(a.place, b.place) || compareNumbers(a.propertyId, b.propertyId)

const leadsPerRead = 5_000

export type RankedLead = { rank: number; lead: SelectedLead }

/** What lies together is read together, whatever its rank: any 5,000 of a country are everywhere in it. */
export async function* readLeads(
  clickhouse: ClickHouse,
  drawn: readonly Drawn[],
  selection: Selection,
): AsyncGenerator<RankedLead[]> {
  const placed = drawn
    .map((one, at) => ({ ...one, rank: at + 1, place: `${one.state} ${one.countyFips} ${one.zip}` }))
    .sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : a.rank - b.rank))
  for (let at = 0; at < placed.length; at += leadsPerRead) {
    const some = placed.slice(at, at + leadsPerRead)
    const found = new Map((await readSome(clickhouse, some, selection)).map((lead) => [lead.propertyId, lead]))
    yield some.map(({ propertyId, rank }) => {
      const lead = found.get(propertyId)
      if (!lead) throw appError('UNAVAILABLE', 'The property data was replaced in the meantime. Please try again.')
      return { rank, lead }
    })
  }
}

async function readSome(clickhouse: ClickHouse, some: readonly Drawn[], selection: Selection): Promise<SelectedLead[]> {
  const { bind, params } = binder()
  const among = (column: string, of: (one: Drawn) => string) =>
    `${column} in ${bind([...new Set(some.map(of))], 'Array(String)')}`
  const ids = idList(
    bind,
    some.map(({ propertyId }) => propertyId),
  )
  // The ids alone would do; the places let the store skip the blocks they are not in.
  const where = [
    among('state', ({ state }) => state),
    among('county_fips', ({ countyFips }) => countyFips),
    among('zip', ({ zip }) => zip),
    `property_id in ${ids}`,
  ].join(' and ')
  const records = await clickhouse.rows<StoredRow>(`select ${columnsOf.lead} from properties where ${where}`, params, {
    ...readOptions(selection),
    seconds,
  })
  return records.map(presentLead)
}
