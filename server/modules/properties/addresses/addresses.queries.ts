import type { AddressMatch } from '@dooryard/contract/properties/properties'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import {
  createPresenter,
  type Fields,
  formatColumnList,
  nullIfBlank,
  type StoredRow,
  stored,
} from '../records/stored-fields.ts'
import { type Bind, createBinder, idListSql } from '../search/compile/clauses.ts'
import { listOmittedDirections, rowWordsSql, type TypedAddress, type TypedWord } from './address-words.ts'

export type AddressRow = { property_id: string; state: string; county_fips: string; zip: string }

/** House number and first word leave a few thousand of 155 million addresses. */
const maxCompared = 50_000

/** Addresses that begin with the whole input come first, then those with more whole-word matches. */
export async function findAddresses(
  clickhouse: ClickHouse,
  typed: TypedAddress,
  limit: number,
  signal?: AbortSignal,
): Promise<AddressRow[]> {
  const { bind, params } = createBinder()
  const prefix = buildPrefixConditions(bind, typed)
  if (!prefix) return []
  const each = [typed.first, ...typed.rest].filter((one) => one !== undefined)
  const has = typed.rest.map((one) => hasWordSql(bind, one))
  const wholeWords = each.map((one) => hasWholeWordSql(bind, one))
  return clickhouse.rows<AddressRow>(
    `select property_id, state, county_fips, zip
     from (
       select property_id, state, county_fips, zip, city, unit, street, ${rowWordsSql} as words
       from (
         select * from addresses where ${prefix.loose} order by street, property_id limit ${maxCompared}
       )
     )
     where ${has.join(' and ') || 'true'}
     order by startsWith(concat(street, ' '), ${bind(`${typed.street} `, 'String')}) desc,
       startsWith(street, ${bind(typed.street, 'String')}) desc, (${prefix.exact}) desc, ${wholeWords.join(' + ') || 'true'} desc,
       street, state, city, zip, length(unit), unit, property_id
     limit ${limit}`,
    params,
    { signal },
  )
}

/** SQL for the beginning of the street: exact, or with an omitted direction in between. */
function buildPrefixConditions(
  bind: Bind,
  { number, first }: TypedAddress,
): { exact: string; loose: string } | undefined {
  const starts = (text: string) => `startsWith(street, ${bind(text, 'String')})`
  const isWhole = (text: string) => `(street = ${bind(text, 'String')} or ${starts(`${text} `)})`
  if (!first) {
    if (number === undefined) return undefined
    const exact = isWhole(number)
    return { exact, loose: exact }
  }
  const before = number === undefined ? '' : `${number} `
  const exact = [starts(before + first.word), ...first.shorts.map((short) => isWhole(before + short))].join(' or ')
  const around =
    number === undefined ? [] : listOmittedDirections(first).map((way) => starts(`${before}${way} ${first.word}`))
  return { exact, loose: [exact, ...around].join(' or ') }
}

const containsSql = (bind: Bind, text: string) => `position(words, ${bind(text, 'String')}) > 0`

const hasWordSql = (bind: Bind, { word, shorts }: TypedWord) =>
  `(${[containsSql(bind, ` ${word}`), ...shorts.map((short) => containsSql(bind, ` ${short} `))].join(' or ')})`

const hasWholeWordSql = (bind: Bind, { word, shorts }: TypedWord) =>
  `(${[word, ...shorts].map((one) => containsSql(bind, ` ${one} `)).join(' or ')})`

const fields: Fields<AddressMatch> = {
  propertyId: stored('property_id'),
  address: stored('address'),
  unit: nullIfBlank('unit'),
  city: nullIfBlank('city'),
  state: stored('state'),
  zip: nullIfBlank('zip'),
  lat: stored('lat'),
  lng: stored('lng'),
}

export const readAddresses = (
  clickhouse: ClickHouse,
  found: readonly AddressRow[],
  signal?: AbortSignal,
): Promise<AddressMatch[]> => readFound(clickhouse, found, fields, "address != ''", signal)

/** Reads fields of the properties found, in that order; those that do not meet the condition are omitted. */
export async function readFound<Match extends { propertyId: string }>(
  clickhouse: ClickHouse,
  found: readonly AddressRow[],
  matchFields: Fields<Match>,
  condition: string,
  signal?: AbortSignal,
): Promise<Match[]> {
  const { bind, params } = createBinder()
  const among = (column: 'state' | 'county_fips' | 'zip') =>
    `${column} in ${bind([...new Set(found.map((one) => one[column]))], 'Array(String)')}`
  const ids = idListSql(
    bind,
    found.map(({ property_id }) => property_id),
  )
  const records = await clickhouse.rows<StoredRow>(
    `select ${formatColumnList(matchFields)} from properties
     where ${among('state')} and ${among('county_fips')} and ${among('zip')} and property_id in ${ids} and ${condition}
     order by source`,
    params,
    { signal },
  )
  const matches = new Map(records.map(createPresenter(matchFields)).map((match) => [match.propertyId, match]))
  return found.flatMap(({ property_id }) => matches.get(property_id) ?? [])
}
