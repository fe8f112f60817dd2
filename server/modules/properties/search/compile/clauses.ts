import { dayMs } from '@dooryard/contract/api/time'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { Dates, Range } from '@dooryard/contract/criteria/ranges'
import type { Param, Params } from '../../../../platform/clickhouse/client.ts'

type ParamType = 'String' | 'Float64' | 'UInt32' | 'Int64' | 'UInt64' | 'Date32' | 'Array(String)' | 'Array(Float64)'

/** Values are always bound, never written into the SQL. */
export type Bind = (value: Param, type: ParamType) => string

/** Adds to the values bound before, without changing them. */
export function createBinder(before: Params = {}): { bind: Bind; params: Params } {
  const params = { ...before }
  const bind: Bind = (value, type) => {
    const name = `p${Object.keys(params).length + 1}`
    params[name] = value
    return `{${name}:${type}}`
  }
  return { bind, params }
}

export type Clause = string | undefined

export type CriteriaGroup<Name extends keyof Criteria> = NonNullable<Criteria[Name]>

/** A new criteria field does not compile until it has a clause. */
export type ClauseByField<Fields> = Record<keyof Fields, Clause>

export const andClauses = (clauses: readonly Clause[]): Clause => joinWith(clauses, ' and ')
export const orClauses = (clauses: readonly Clause[]): Clause => joinWith(clauses, ' or ')

function joinWith(clauses: readonly Clause[], by: string): Clause {
  const present = clauses.filter((clause) => clause !== undefined)
  return present.length < 2 ? present[0] : `(${present.join(by)})`
}

/** An empty list adds no clause. */
export const inList = (bind: Bind, column: string, values: readonly string[] | undefined): Clause =>
  values?.length ? `${column} in ${bind(values, 'Array(String)')}` : undefined

export const equals = (column: string, value: boolean | undefined): Clause =>
  value === undefined ? undefined : `${column} = ${value}`

/** A range without ends adds no clause; an unknown value is outside every range unless the range includes it. */
export function inRange(bind: Bind, columnOrSql: string | (() => string), range: Range | undefined): Clause {
  if (range?.min === undefined && range?.max === undefined) return undefined
  const column = typeof columnOrSql === 'string' ? columnOrSql : columnOrSql()
  const inside = andClauses([
    range.min === undefined ? undefined : `${column} >= ${bind(range.min, 'Float64')}`,
    range.max === undefined ? undefined : `${column} <= ${bind(range.max, 'Float64')}`,
  ])
  return range.includeUnknown ? orClauses([inside, `isNull(${column})`]) : inside
}

/**
 * A coordinate between two bounds, repeated for the negated column. ClickHouse's index treats unknown as infinity, so
 * a block's maximum is useless; the minimum of the negated column is not: 17 blocks are read instead of 331, of 10
 * million rows.
 */
export const betweenCoordinates = (bind: Bind, column: 'lat' | 'lng', from: number, to: number): string =>
  `${atLeast(bind, column, from)} and ${atMost(bind, column, to)}`

export const atLeast = (bind: Bind, column: 'lat' | 'lng', from: number): string =>
  `(${column} >= ${bind(from, 'Float64')} and negate(${column}) <= ${bind(-from, 'Float64')})`

export const atMost = (bind: Bind, column: 'lat' | 'lng', to: number): string =>
  `(${column} <= ${bind(to, 'Float64')} and negate(${column}) >= ${bind(-to, 'Float64')})`

export const toIsoDay = (date: Date) => date.toISOString().slice(0, 10)

// The range of a Date32 column.
const firstDay = '1900-01-01'
const lastDay = '2299-12-31'
const clampDay = (day: string) => (day < firstDay ? firstDay : day > lastDay ? lastDay : day)

export function inDates(bind: Bind, column: string, dates: Dates | undefined, asOf: Date): Clause {
  if (!dates) return undefined
  const { from, to } = 'lastDays' in dates ? lastDays(dates.lastDays, asOf) : dates
  // A bound beyond the column's range is clamped, so it must not let in the day at the edge.
  if (from && from > lastDay) return 'false'
  if (to && to < firstDay) return 'false'
  return andClauses([
    from === undefined ? undefined : `${column} >= ${bind(clampDay(from), 'Date32')}`,
    to === undefined ? undefined : `${column} <= ${bind(clampDay(to), 'Date32')}`,
  ])
}

function lastDays(days: number, asOf: Date): { from?: string; to?: string } {
  return { from: toIsoDay(new Date(asOf.getTime() - days * dayMs)), to: toIsoDay(asOf) }
}

/** Every word of the text must be a prefix of a word in the column, in any order and letter case. */
export function matchesWordPrefixes(bind: Bind, column: string, text: string | undefined): Clause {
  if (text === undefined) return undefined
  const words = splitWords(text)
  if (words.length === 0) return 'false'
  return andClauses(words.map((word) => `position(${column}, concat(' ', upperUTF8(${bind(word, 'String')}))) > 0`))
}

/**
 * Every word of the text must be a whole word in the column, in any order and letter case: for values that are not
 * shown, which a search for the beginnings of their words would spell out.
 */
export function matchesWords(bind: Bind, column: string, text: string | undefined): Clause {
  if (text === undefined) return undefined
  const words = splitWords(text).map((word) => `concat(' ', upperUTF8(${bind(word, 'String')}))`)
  if (words.length === 0) return 'false'
  return andClauses(
    words.map((word) => `(position(${column}, concat(${word}, ' ')) > 0 or endsWith(${column}, ${word}))`),
  )
}

/** The words of a column in capitals, each after one blank, as the materialized columns of words have them. */
export const toWordsSql = (column: string) =>
  `concat(' ', replaceRegexpAll(upperUTF8(${column}), '[^\\p{L}\\p{N}]+', ' '))`

export const splitWords = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/**
 * Ids as the operand of `in`: a subquery over one text, which becomes a hash set. As a cast constant, 100,000 ids had
 * a count over 200,000 rows stopped after 96 s instead of done in 0.2 s; as `arrayMap(toUInt64, …)` they are searched
 * linearly for every row.
 */
export const idListSql = (bind: Bind, ids: readonly string[]) =>
  // Without ids, the text has one part, which is empty.
  `(select toUInt64(arrayJoin(arrayFilter(id -> id != '', splitByChar(',', ${bind(ids.join(','), 'String')})))))`
