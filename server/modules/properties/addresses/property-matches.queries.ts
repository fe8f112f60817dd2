import type { PropertyMatch } from '@dooryard/contract/properties/properties'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { type Fields, nullIfBlank, stored } from '../records/stored-fields.ts'
import { createBinder } from '../search/compile/clauses.ts'
import type { TypedWord } from './address-words.ts'
import { type AddressRow, readFound } from './addresses.queries.ts'

/** Neither search of all rows has an index. Where they are too many for a second, some of what is there is found. */
const scanSettings = `settings max_execution_time = 1, timeout_overflow_mode = 'break'`

/** Sorted after the scan, which ends with the first ones found. */
const maxScanned = 200

/**
 * Addresses with all words, the whole ones or their beginnings, in any order: of street, unit, city, state or ZIP. A
 * number is taken for a house number first: addresses are sorted by it, so few of them are read.
 */
export async function findByWords(
  clickhouse: ClickHouse,
  words: readonly TypedWord[],
  limit: number,
  signal?: AbortSignal,
): Promise<AddressRow[]> {
  if (words.length === 0) return []
  const numbers = words.map(({ word }) => word).filter((word) => /^\d/.test(word))
  const found = numbers.length === 0 ? [] : await scanWords(clickhouse, { words, numbers, limit }, signal)
  return found.length > 0 ? found : scanWords(clickhouse, { words, limit }, signal)
}

type WordScan = {
  words: readonly TypedWord[]
  /** Only addresses that begin with one of them. */
  numbers?: readonly string[]
  limit: number
}

function scanWords(
  clickhouse: ClickHouse,
  { words, numbers = [], limit }: WordScan,
  signal?: AbortSignal,
): Promise<AddressRow[]> {
  const { bind, params } = createBinder()
  const houses = numbers.map((number) => `startsWith(street, ${bind(number, 'String')})`)
  const startsWord = (column: string, text: string) =>
    `position(concat(' ', ${column}), ${bind(` ${text}`, 'String')}) > 0`
  const isWord = (text: string) => `position(concat(' ', street, ' '), ${bind(` ${text} `, 'String')}) > 0`
  const hasWord = ({ word, shorts }: TypedWord) => [
    ...[startsWord('street', word), startsWord('upperUTF8(city)', word), startsWord('upperUTF8(unit)', word)],
    ...[`startsWith(zip, ${bind(word, 'String')})`, `state = ${bind(word, 'String')}`],
    ...shorts.map(isWord),
  ]
  const conditions = [
    ...(houses.length > 0 ? [`(${houses.join(' or ')})`] : []),
    ...words.map((word) => `(${hasWord(word).join(' or ')})`),
  ]
  return clickhouse.rows<AddressRow>(
    `select property_id, state, county_fips, zip
     from (
       select property_id, state, county_fips, zip, street from addresses
       where ${conditions.join(' and ')} limit ${maxScanned}
     )
     order by street, property_id limit ${limit}
     ${scanSettings}`,
    params,
    { signal, isHeavy: true },
  )
}

/** Shorter numbers are house numbers, and too many parcels have them. */
const minParcelLength = 5

/** Letters and digits of a parcel number; undefined for a text that is too short for one, or contains a word. */
function parseParcel(text: string): string | undefined {
  const key = text.toUpperCase().replace(/[^0-9A-Z]/g, '')
  const digits = key.replace(/[^0-9]/g, '').length
  return key.length >= minParcelLength && digits * 2 > key.length && !/[A-Z]{4}/i.test(text) ? key : undefined
}

/** Parcels with this number; none, without a scan, for a text that does not look like one. */
export async function findByParcel(
  clickhouse: ClickHouse,
  search: string,
  limit: number,
  signal?: AbortSignal,
): Promise<AddressRow[]> {
  const key = parseParcel(search)
  if (key === undefined) return []
  const { bind, params } = createBinder()
  return clickhouse.rows<AddressRow>(
    `select property_id, state, county_fips, zip from properties
     where upper(replaceRegexpAll(apn, '[^0-9A-Za-z]', '')) = ${bind(key, 'String')}
     limit ${limit}
     ${scanSettings}`,
    params,
    { signal, isHeavy: true },
  )
}

const fields: Fields<PropertyMatch> = {
  propertyId: stored('property_id'),
  apn: stored('apn'),
  address: nullIfBlank('address'),
  unit: nullIfBlank('unit'),
  city: nullIfBlank('city'),
  state: stored('state'),
  zip: nullIfBlank('zip'),
}

/** In the order of `found`. */
export const readMatches = (
  clickhouse: ClickHouse,
  found: readonly AddressRow[],
  signal?: AbortSignal,
): Promise<PropertyMatch[]> => readFound(clickhouse, found, fields, 'true', signal)
