import type { OrderSort } from '@dooryard/contract/orders/quote/delivery-options'
import { andClauses, type Bind, orClauses } from './compile/clauses.ts'
import { maskedSortColumns, type SortColumn } from './compile/sort-columns.ts'

/** A value that leads are compared by: whole numbers as decimal strings, and never null. */
export type RankPart = { sql: string; type: 'String' | 'Int64' | 'UInt64'; isDescending: boolean }

/** The values of a row by which it is ranked, one for each part. */
export type RankKey = readonly string[]

const signalCount: readonly SortColumn[] = [{ kind: 'NUMBER', sql: 'bitCount(signals)' }]
const equityAmount: readonly SortColumn[] = [{ kind: 'NUMBER', sql: 'equity_amount' }]
/** An order's preview shows masked owners, and of what it delivers some may be repeats, which are free. */
const columnsBySort = { ...maskedSortColumns, signalCount, equityAmount }

/**
 * The parts of a sort in order of weight; the last is the property, so no two leads have the same rank. As in the
 * property search, unknown values come last in both directions.
 */
export function compileRank(bind: Bind, sort: OrderSort, seed: string): RankPart[] {
  const id = (isDescending = false): RankPart => ({ sql: 'property_id', type: 'UInt64', isDescending })
  if (sort.by === 'random')
    return [{ sql: `cityHash64(property_id, ${bind(seed, 'String')})`, type: 'UInt64', isDescending: false }, id()]
  if (sort.by === 'distance') return [...toNumberParts(distanceSql(bind, sort.from), false), id()]
  const isDescending = sort.order === 'desc'
  const parts = columnsBySort[sort.by].flatMap((column) => toParts(column, isDescending))
  // As in the property search, which reads places in storage order.
  return [...parts, id(isDescending && sort.by === 'place')]
}

function toParts({ kind, sql }: SortColumn, isDescending: boolean): RankPart[] {
  if (kind === 'NUMBER') return toNumberParts(sql, isDescending)
  const text: RankPart = { sql, type: 'String', isDescending }
  return kind === 'PLACE' ? [text] : [toUnknownLast(`${sql} = ''`), text]
}

const toNumberParts = (sql: string, isDescending: boolean): RankPart[] => [
  toUnknownLast(`isNull(${sql})`),
  { sql: `ifNull(toInt64(${sql}), 0)`, type: 'Int64', isDescending },
]

const toUnknownLast = (sql: string): RankPart => ({ sql: `toInt64(${sql})`, type: 'Int64', isDescending: false })

/** Whole centimeters, which are compared and returned without rounding. */
function distanceSql(bind: Bind, from: { lat: number; lng: number } | undefined): string {
  // An order is placed with its point.
  if (!from) throw new Error('the point to measure distances from is missing')
  const [lng, lat] = [bind(from.lng, 'Float64'), bind(from.lat, 'Float64')]
  return `round(greatCircleDistance(lng, lat, ${lng}, ${lat}) * 100)`
}

export const orderByRankSql = (parts: readonly RankPart[]): string =>
  parts.map(({ sql, isDescending }) => `${sql} ${isDescending ? 'desc' : 'asc'}`).join(', ')

/** The condition of rows ranked after the key. */
export const behindSql = (bind: Bind, parts: readonly RankPart[], key: RankKey): string => {
  const bound = parts.map(({ type }, at) => bind(key[at] ?? '', type))
  const alternatives = parts.map(({ sql, isDescending }, at) =>
    andClauses([
      ...parts.slice(0, at).map((before, index) => `${before.sql} = ${bound[index]}`),
      `${sql} ${isDescending ? '<' : '>'} ${bound[at]}`,
    ]),
  )
  return orClauses(alternatives) ?? 'true'
}

/** Ranks as ClickHouse does. */
export const createRankComparison =
  (parts: readonly RankPart[]) =>
  (a: RankKey, b: RankKey): number => {
    for (const [at, { type, isDescending }] of parts.entries()) {
      const compared = compareValues(type, a[at] ?? '', b[at] ?? '')
      if (compared !== 0) return isDescending ? -compared : compared
    }
    return 0
  }

function compareValues(type: RankPart['type'], a: string, b: string): number {
  if (a === b) return 0
  if (type === 'String') return a < b ? -1 : 1
  return BigInt(a) < BigInt(b) ? -1 : 1
}
