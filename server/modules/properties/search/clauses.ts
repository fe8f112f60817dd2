import type { Dates, Range } from '@dooryard/contract/criteria'
import { dayMs } from '@dooryard/contract/time'
import type { Param, Params } from '../../../platform/clickhouse/client.ts'

type ParamType = 'String' | 'Float64' | 'UInt32' | 'Date32' | 'Array(String)' | 'Array(Float64)'

/** No value is ever written into the SQL. */
export type Bind = (value: Param, type: ParamType) => string

export function binder(): { bind: Bind; params: Params } {
  const params: Params = {}
  const bind: Bind = (value, type) => {
    const name = `p${Object.keys(params).length + 1}`
    params[name] = value
    return `{${name}:${type}}`
  }
  return { bind, params }
}

export type Clause = string | undefined

export const allOf = (clauses: readonly Clause[]): Clause => joined(clauses, ' and ')
export const anyOf = (clauses: readonly Clause[]): Clause => joined(clauses, ' or ')

function joined(clauses: readonly Clause[], by: string): Clause {
  const said = clauses.filter((clause) => clause !== undefined)
  return said.length < 2 ? said[0] : `(${said.join(by)})`
}

/** An empty list says nothing. */
export const oneOf = (bind: Bind, column: string, values: readonly string[] | undefined): Clause =>
  values?.length ? `${column} in ${bind(values, 'Array(String)')}` : undefined

export const equals = (column: string, value: boolean | undefined): Clause =>
  value === undefined ? undefined : `${column} = ${value}`

/** A range without ends says nothing; an unknown value is outside every range unless the range includes it. */
export function within(bind: Bind, columnOrSql: string | (() => string), range: Range | undefined): Clause {
  if (range?.min === undefined && range?.max === undefined) return undefined
  const column = typeof columnOrSql === 'string' ? columnOrSql : columnOrSql()
  const inside = allOf([
    range.min === undefined ? undefined : `${column} >= ${bind(range.min, 'Float64')}`,
    range.max === undefined ? undefined : `${column} <= ${bind(range.max, 'Float64')}`,
  ])
  return range.includeUnknown ? anyOf([inside, `isNull(${column})`]) : inside
}

/**
 * A position between two ends, said once more of the negated column. The store's index takes the unknown for infinity, so
 * the largest of a block of rows tells nothing there; the least of the negated ones does: 17 blocks are read in place of
 * 331, of 10 million rows.
 */
export const amid = (bind: Bind, column: 'lat' | 'lng', from: number, to: number): string =>
  `${atLeast(bind, column, from)} and ${atMost(bind, column, to)}`

export const atLeast = (bind: Bind, column: 'lat' | 'lng', from: number): string =>
  `(${column} >= ${bind(from, 'Float64')} and negate(${column}) <= ${bind(-from, 'Float64')})`

export const atMost = (bind: Bind, column: 'lat' | 'lng', to: number): string =>
  `(${column} <= ${bind(to, 'Float64')} and negate(${column}) >= ${bind(-to, 'Float64')})`

export const isoDay = (date: Date) => date.toISOString().slice(0, 10)

// What a Date32 column holds.
const firstDay = '1900-01-01'
const lastDay = '2299-12-31'
const clamped = (day: string) => (day < firstDay ? firstDay : day > lastDay ? lastDay : day)

export function during(bind: Bind, column: string, dates: Dates | undefined, asOf: Date): Clause {
  if (!dates) return undefined
  const { from, to } = 'lastDays' in dates ? lastDays(dates.lastDays, asOf) : dates
  // An end beyond what the column holds is kept within it, so it must not let in the day at the rim.
  if (from && from > lastDay) return 'false'
  if (to && to < firstDay) return 'false'
  return allOf([
    from === undefined ? undefined : `${column} >= ${bind(clamped(from), 'Date32')}`,
    to === undefined ? undefined : `${column} <= ${bind(clamped(to), 'Date32')}`,
  ])
}

function lastDays(days: number, asOf: Date): { from?: string; to?: string } {
  return { from: isoDay(new Date(asOf.getTime() - days * dayMs)), to: isoDay(asOf) }
}

/** Every word of the text begins a word of the column, in any order; upper and lower case are the same. */
export function beginsWords(bind: Bind, column: string, text: string | undefined): Clause {
  if (text === undefined) return undefined
  const words = wordsOf(text)
  if (words.length === 0) return 'false'
  return allOf(words.map((word) => `position(${column}, concat(' ', upperUTF8(${bind(word, 'String')}))) > 0`))
}

export const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
