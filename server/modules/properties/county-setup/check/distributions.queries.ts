import type { Distribution } from '@dooryard/contract/data/sources/county-check'
import { propertyFields, saleFields } from '@dooryard/contract/data/sources/fields'
import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import { loadLimits } from '../../rolls/ingest/ingest-tables.queries.ts'

/** Distributions by field; a field without values has none. */
export type Distributions = Record<string, Distribution>

const maxValues = 10

/** Texts with few values, which are no names and no addresses. */
const shownTexts = new Set([
  ...['useCode', 'useDescription', 'situsCity', 'situsZip', 'mailingState', 'mailingCountry', 'lastSaleDeedType'],
  ...['construction', 'condition', 'zoning', 'subdivision', 'deedType'],
])

/** Columns whose name is not that of the field. */
const columnByField: Record<string, string> = { situsCity: 'city', situsZip: 'zip' }

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type FieldColumn = { field: string; column: string; type: 'NUMBER' | 'DATE' | 'TEXT' }

/** The columns of a table in which the fields of a group are stored, and how their values are told. */
async function listFieldColumns(clickhouse: ClickHouse, table: string, fields: object): Promise<FieldColumn[]> {
  const columns = await clickhouse.rows<{ name: string; type: string }>(`describe table ${table}`)
  const types = new Map(columns.map(({ name, type }) => [name, type]))
  return Object.keys(fields).flatMap((field): FieldColumn[] => {
    const column = columnByField[field] ?? toSnakeCase(field)
    const type = types.get(column)?.replace(/^Nullable\((.*)\)$/, '$1')
    // Positions are shown as a map, and signals are stored as a set of bits.
    if (!type || ['lat', 'lng', 'signals'].includes(field)) return []
    if (/^(U?Int|Float)/.test(type)) return [{ field, column, type: 'NUMBER' }]
    if (type.startsWith('Date')) return [{ field, column, type: 'DATE' }]
    return shownTexts.has(field) && /String/.test(type) ? [{ field, column, type: 'TEXT' }] : []
  })
}

export const listPropertyDistributions = (clickhouse: ClickHouse, table: string): Promise<Distributions> =>
  readDistributions(clickhouse, table, propertyFields)

export const listSaleDistributions = (clickhouse: ClickHouse, table: string): Promise<Distributions> =>
  readDistributions(clickhouse, table, saleFields)

/** Numbers and dates take one scan of the table, texts one each. */
async function readDistributions(clickhouse: ClickHouse, table: string, fields: object): Promise<Distributions> {
  const columns = await listFieldColumns(clickhouse, table, fields)
  const measured = columns.filter(({ type }) => type !== 'TEXT')
  const found: Distributions = {}
  if (measured.length > 0) {
    const [row = {}] = await clickhouse.rows<Record<string, string | number | null>>(
      `select ${measured.map(buildMeasures).join(', ')} from ${table}`,
      {},
      loadLimits,
    )
    for (const { field, column, type } of measured) {
      const distribution = toDistribution(row, column, type)
      if (distribution) found[field] = distribution
    }
  }
  for (const { field, column } of columns.filter(({ type }) => type === 'TEXT')) {
    const distribution = await readTexts(clickhouse, table, column)
    if (distribution) found[field] = distribution
  }
  return found
}

function buildMeasures({ column, type }: FieldColumn): string {
  // The quantiles take no dates before 1970, so they get the number of the day.
  const median =
    type === 'DATE'
      ? `toString(addDays(toDate32('1970-01-01'), toInt32(quantileExactLowIf(0.5)(
          toInt32(assumeNotNull(${column})), isNotNull(${column})))))`
      : `quantileTDigestIf(0.5)(assumeNotNull(${column}), isNotNull(${column}))`
  const toText = (value: string) => (type === 'DATE' ? `toString(${value})` : `toFloat64(${value})`)
  return [
    `count(${column}) as ${column}_n`,
    `${toText(`min(${column})`)} as ${column}_min`,
    `${median} as ${column}_median`,
    `${toText(`max(${column})`)} as ${column}_max`,
    ...(type === 'DATE' ? [] : [`countIf(${column} = 0) as ${column}_zeros`]),
  ].join(', ')
}

function toDistribution(
  row: Record<string, string | number | null>,
  column: string,
  type: FieldColumn['type'],
): Distribution | undefined {
  const count = Number(row[`${column}_n`])
  if (!(count > 0)) return undefined
  const [min, median, max] = ['min', 'median', 'max'].map((measure) => row[`${column}_${measure}`])
  if (type === 'DATE') return { type, min: String(min), median: String(median), max: String(max) }
  const zeroShare = Number(row[`${column}_zeros`]) / count
  return { type: 'NUMBER', min: Number(min), median: Number(median), max: Number(max), zeroShare }
}

async function readTexts(clickhouse: ClickHouse, table: string, column: string): Promise<Distribution | undefined> {
  const rows = await clickhouse.rows<{ text: string; rows: string; texts: string }>(
    `select toString(${column}) as text, count() as rows, count() over () as texts from ${table}
      where ${column} != '' group by text order by rows desc, text limit ${maxValues}`,
    {},
    loadLimits,
  )
  const [first] = rows
  if (!first) return undefined
  return {
    type: 'TEXT',
    distinct: Number(first.texts),
    values: rows.map(({ text, rows: count }) => ({ text, count: Number(count) })),
  }
}
