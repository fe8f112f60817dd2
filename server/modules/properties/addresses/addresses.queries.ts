import type { AddressMatch } from '@dooryard/contract/properties'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { type Bind, binder } from '../search/clauses.ts'
import { idList } from '../search/compile-criteria.ts'
import { columnList, type Fields, nullIfBlank, presenter, type StoredRow, stored } from '../stored-fields.ts'
import { leftOut, type TypedAddress, type TypedWord, wordsOfRow } from './address-words.ts'

export type FoundAddress = { property_id: string; state: string; county_fips: string; zip: string }

/** House number and first word leave a few thousand of 155 million. */
const mostCompared = 50_000

/** Those that begin with all that was typed come first, then those in which more words stand whole. */
export async function findAddresses(
  clickhouse: ClickHouse,
  typed: TypedAddress,
  limit: number,
  signal?: AbortSignal,
): Promise<FoundAddress[]> {
  const { bind, params } = binder()
  const isNear = beginnings(bind, typed)
  if (!isNear) return []
  const each = [typed.first, ...typed.rest].filter((one) => one !== undefined)
  const has = typed.rest.map((one) => hasWord(bind, one))
  const whole = each.map((one) => wholeWord(bind, one))
  return clickhouse.rows<FoundAddress>(
    `select property_id, state, county_fips, zip
     from (
       select property_id, state, county_fips, zip, city, unit, street, ${wordsOfRow} as words
       from (
         select * from addresses where ${isNear.anyhow} order by street, property_id limit ${mostCompared}
       )
     )
     where ${has.join(' and ') || 'true'}
     order by startsWith(concat(street, ' '), ${bind(`${typed.street} `, 'String')}) desc,
       startsWith(street, ${bind(typed.street, 'String')}) desc, (${isNear.straight}) desc, ${whole.join(' + ') || 'true'} desc,
       street, state, city, zip, length(unit), unit, property_id
     limit ${limit}`,
    params,
    { signal },
  )
}

/** How the street may begin: just so, or with a direction in between that was left out. */
function beginnings(bind: Bind, { number, first }: TypedAddress): { straight: string; anyhow: string } | undefined {
  const starts = (text: string) => `startsWith(street, ${bind(text, 'String')})`
  const isWhole = (text: string) => `(street = ${bind(text, 'String')} or ${starts(`${text} `)})`
  if (!first) {
    if (number === undefined) return undefined
    const straight = isWhole(number)
    return { straight, anyhow: straight }
  }
  const before = number === undefined ? '' : `${number} `
  const straight = [starts(before + first.word), ...first.shorts.map((short) => isWhole(before + short))].join(' or ')
  const around = number === undefined ? [] : leftOut(first).map((way) => starts(`${before}${way} ${first.word}`))
  return { straight, anyhow: [straight, ...around].join(' or ') }
}

const holds = (bind: Bind, text: string) => `position(words, ${bind(text, 'String')}) > 0`

const hasWord = (bind: Bind, { word, shorts }: TypedWord) =>
  `(${[holds(bind, ` ${word}`), ...shorts.map((short) => holds(bind, ` ${short} `))].join(' or ')})`

const wholeWord = (bind: Bind, { word, shorts }: TypedWord) =>
  `(${[word, ...shorts].map((one) => holds(bind, ` ${one} `)).join(' or ')})`

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

export async function readAddresses(
  clickhouse: ClickHouse,
  found: readonly FoundAddress[],
  signal?: AbortSignal,
): Promise<AddressMatch[]> {
  const { bind, params } = binder()
  const among = (column: 'state' | 'county_fips' | 'zip') =>
    `${column} in ${bind([...new Set(found.map((one) => one[column]))], 'Array(String)')}`
  const ids = idList(
    bind,
    found.map(({ property_id }) => property_id),
  )
  const records = await clickhouse.rows<StoredRow>(
    `select ${columnList(fields)} from properties
     where ${among('state')} and ${among('county_fips')} and ${among('zip')} and property_id in ${ids} and address != ''
     order by source`,
    params,
    { signal },
  )
  const matches = new Map(records.map(presenter(fields)).map((match) => [match.propertyId, match]))
  return found.flatMap(({ property_id }) => matches.get(property_id) ?? [])
}
