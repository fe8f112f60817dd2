import type { Facet, FacetKey, RangeFacetKey, ValueFacetKey } from '@dooryard/contract/properties/facets'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { type Bind, createBinder } from './compile/clauses.ts'
import { compileClauses, joinClauses, type NamedClause } from './compile/compile-criteria.ts'
import { type Selection, toReadOptions } from './compile/selection.ts'
import { settings } from './count.queries.ts'
import { type FacetField, getFacetField, getOwnClauseKey } from './facet-fields.ts'
import { failedMaskSql, getBit } from './filter-breakdown.ts'

const maxValues = 1_000

type Row = { facet: number; value: string; count: string; low: number | null; high: number | null }
type FacetRequest = { key: FacetKey; field: FacetField; counts: string }

/**
 * Counts the matches by each field's values, ignoring the field's own clause. One scan does it all: clauses without a
 * facet filter the rows, each row carries a mask of the other clauses it fails, and it counts for a facet when it
 * fails none or only that facet's own. On 4 million rows 6 facets took 63 ms this way and 267 ms one by one; 142 and
 * 260 ms when 5 of the 6 have a clause of their own.
 */
export async function countFacets(
  clickhouse: ClickHouse,
  selection: Selection,
  keys: readonly FacetKey[],
): Promise<Facet[]> {
  if (keys.length === 0) return []
  const { bind, params } = createBinder()
  const clauses = compileClauses(bind, selection.criteria, selection)
  const ownKeys = new Set(keys.map(getOwnClauseKey))
  const own = clauses.filter(({ key }) => ownKeys.has(key))
  const others = clauses.filter(({ key }) => !ownKeys.has(key))
  const requests = keys.map((key) => ({ key, field: getFacetField(key, bind, selection), counts: countsSql(key, own) }))
  const rows = await clickhouse.rows<Row>(facetsSql(bind, requests, own, others), params, {
    ...toReadOptions(selection),
    isPatient: true,
    resultRows: keys.length * (maxValues + 1),
  })
  return requests.map((one, at) =>
    presentFacet(
      one,
      rows.filter(({ facet }) => facet === at + 1),
    ),
  )
}

/** Whether a row counts for a facet. Not a constant, which ClickHouse would remove from the grouping keys. */
function countsSql(key: FacetKey, own: readonly NamedClause[]): string {
  const at = own.findIndex((clause) => clause.key === getOwnClauseKey(key))
  return at < 0 ? 'failed = 0' : `failed in (0, ${getBit(at)})`
}

function facetsSql(
  bind: Bind,
  requests: readonly FacetRequest[],
  own: readonly NamedClause[],
  others: readonly NamedClause[],
) {
  // In the rows of one grouping set the keys of the others are 0, which tells the facet of a row.
  const choose = (of: (at: number) => string, otherwise: string) =>
    `multiIf(${requests.map((_, at) => `counts${at} = 1, ${of(at)}`).join(', ')}, ${otherwise})`
  const numbers = requests.map(({ field }) => field.kind === 'number')
  const end = (which: 'min' | 'max') => (at: number) => (numbers[at] ? `${which}(number${at})` : 'null')
  return `select facet, value, sum(n) as count, min(lowest) as low, max(highest) as high from (
      select ${choose((at) => String(at + 1), '0')} as facet,
        ${choose((at) => valuesSql(requests[at]?.field, `key${at}`), 'emptyArrayString()')} as values,
        count() as n, ${choose(end('min'), 'null')} as lowest, ${choose(end('max'), 'null')} as highest
      from (
        select *, ${requests.map(({ counts }, at) => `toUInt8(${counts}) as counts${at}`).join(', ')} from (
          select ${failedMaskSql(own)} as failed, ${requests.map(({ field }, at) => columnsSql(bind, field, at)).join(', ')}
          from properties where ${joinClauses(others)}
        ) where bitCount(failed) <= 1
      )
      group by grouping sets (${requests.map((_, at) => `(counts${at}, key${at})`).join(', ')})
      having facet > 0
    ) array join values as value
    group by facet, value
    order by facet, value != '', count desc, value
    limit ${maxValues + 1} by facet ${settings}`
}

function columnsSql(bind: Bind, field: FacetField, at: number): string {
  if (field.kind !== 'number') return `${field.sql} as key${at}`
  const [first = 0] = field.edges
  // Values below the lowest edge are rounded up to it, so an extra edge is put before the first.
  const edges = bind([first - 1, ...field.edges], 'Array(Float64)')
  return `toFloat64(${field.sql}) as number${at}, roundDown(number${at}, ${edges}) as key${at}`
}

function valuesSql(field: FacetField | undefined, key: string): string {
  if (field?.kind === 'list') return key
  if (field?.kind === 'mask') return `arrayMap(bit -> toString(bit), bitPositionsToArray(${key}))`
  return `[ifNull(toString(${key}), '')]`
}

function presentFacet({ key, field }: FacetRequest, rows: readonly Row[]): Facet {
  const unknown = Number(rows.find(({ value }) => value === '')?.count ?? 0)
  const known = rows.filter(({ value }) => value !== '')
  if (field.kind === 'number') {
    const low = known.flatMap((row) => row.low ?? [])
    const high = known.flatMap((row) => row.high ?? [])
    const [min, max] = known.length > 0 ? [Math.min(...low), Math.max(...high)] : [null, null]
    // Numeric fields are those with range keys.
    return { kind: 'RANGE', key: key as RangeFacetKey, unknown, min, max, buckets: toBuckets(field.edges, known) }
  }
  const getName =
    field.kind === 'mask' ? (value: string) => field.getName(Number(value)) ?? value : (value: string) => value
  const values = known.slice(0, maxValues).map(({ value, count }) => ({ value: getName(value), count: Number(count) }))
  return { kind: 'VALUES', key: key as ValueFacetKey, unknown, values }
}

function toBuckets(edges: readonly number[], rows: readonly Row[]) {
  const counts = new Map(rows.map(({ value, count }) => [Number(value), Number(count)]))
  const [first = 0] = edges
  return [null, ...edges].map((from, at) => ({
    from,
    to: edges[at] ?? null,
    count: counts.get(from ?? first - 1) ?? 0,
  }))
}
