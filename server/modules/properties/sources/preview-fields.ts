import { assetSubGroups } from '@dooryard/contract/api/enums'
import { listKeyColumns, type SourceDocument, type SourceJoin } from '@dooryard/contract/data/sources/source-document'
import { assetUseTypes } from '@dooryard/contract/properties/asset-use-types'
import { compileFields } from './compile/compile-source.ts'
import { createKeyReader, spellKey, toKeyTexts } from './compile/join-keys.ts'
import { findFile } from './compile/list-file-problems.ts'
import { parseDay } from './mapping/dates.ts'
import { type Cells, implausible, type Reader } from './mapping/reader.ts'

export type FieldExample = { cells: string[]; value: string | null; isImplausible: boolean }

/** `group` is `key`, `county`, `property` or `sale`; `columns` are those of the cells. */
export type FieldPreview = { group: string; field: string; columns: string[]; examples: FieldExample[] }

/** The rows of a sample of a file, by the file's id in the document. */
export type SampleRows = { id: string; header: readonly string[]; rows: readonly (readonly string[])[] }

const maxExamples = 5

// A column of one value is read to the end of the sample, and a pattern may take long for each long cell.
const maxPreviewMs = 1_000

/** The time that this thread has computed: what else a loaded server does takes nothing from a preview. */
function readThreadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Up to five different values of each field that compiles, before and after its transforms, from samples of the
 * document's files; filled ones first. A field of one joined file is read from its own rows, another from rows of the
 * first file with those of joined files that the samples have.
 */
export function previewFields(
  document: SourceDocument,
  tables: readonly SampleRows[],
  today: string,
  readMs: () => number = readThreadMs,
): FieldPreview[] {
  const { key, county, property, sale } = compileFields(document)
  const readRows = createRowLookup(document, tables)
  const groups = { key: { ...(key && { key }) }, county: { ...(county && { county }) }, property, sale }
  const fields = Object.entries(groups).flatMap(([group, readers]) =>
    Object.entries<Reader<unknown>>(readers).map(([field, reader]) => ({ group, field, reader })),
  )
  return fields.map(({ reader, ...field }) => {
    const columns = [...new Set(reader.needs)]
    const rows = takeFor(maxPreviewMs / fields.length, readRows(columns), readMs)
    return { ...field, columns, examples: listExamples(reader, columns, rows, today) }
  })
}

/** Takes at least one, and more until the time has passed since, by a clock. */
function* takeFor<T>(ms: number, all: Iterable<T>, readMs: () => number): Generator<T> {
  let end = Number.POSITIVE_INFINITY
  for (const one of all) {
    yield one
    // The first row of a joined file waits for the index of all its rows.
    if (end === Number.POSITIVE_INFINITY) end = readMs() + ms
    else if (readMs() > end) return
  }
}

function listExamples(
  reader: Reader<unknown>,
  columns: readonly string[],
  rows: Iterable<Cells>,
  today: string,
): FieldExample[] {
  const filled = new Map<string, FieldExample>()
  let empty: FieldExample | undefined
  for (const cell of rows) {
    const cells = columns.map(cell)
    const value = reader.read(cell, today)
    const isImplausible = value === implausible
    const example = { cells, value: isImplausible ? null : formatValue(value), isImplausible }
    if (example.value === null && !isImplausible && cells.every((text) => text === '')) empty ??= example
    else filled.set(cells.join('\t'), example)
    if (filled.size >= maxExamples) break
  }
  return filled.size > 0 ? [...filled.values()] : [empty ?? []].flat()
}

const useLabels = new Map(
  [...assetSubGroups.terms, ...assetUseTypes.terms].map(({ value, label }): [string, string] => [value, label]),
)

function formatValue(value: unknown): string | null {
  if (value === null) return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(formatValue).join('; ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object') return Object.values(value).filter(Boolean).map(formatValue).join(', ')
  return useLabels.get(String(value)) ?? String(value)
}

type Index = (texts: readonly string[]) => readonly string[] | undefined

/** Rows of cells by the columns that are read: of one joined file where they are all its own. */
export function createRowLookup(document: SourceDocument, tables: readonly SampleRows[]) {
  const [main, ...others] = document.files.map(({ id }) => id)
  const byId = new Map(tables.map((table) => [table.id, createTable(table, document)]))
  const indexes = new Map<string, Index>()
  const getIndex = (join: SourceJoin): Index => {
    const readKey = (row: readonly string[]) => readLeftKey(row, join)
    const known =
      indexes.get(join.file) ?? indexRows(join, byId.get(join.file), byId.get(main ?? '')?.rows.map(readKey))
    indexes.set(join.file, known)
    return known
  }
  const readLeftKey = (row: readonly string[], { on }: SourceJoin) =>
    toKeyTexts(on.map((pair) => listKeyColumns(pair.column).map((column) => findCell(row, column))))
  const findCell = (row: readonly string[], column: string): string => {
    const file = findFile(column, others)
    const join = file === undefined ? undefined : document.joins?.find((each) => each.file === file)
    if (!join) return byId.get(main ?? '')?.read(row, column) ?? ''
    const joined = getIndex(join)(readLeftKey(row, join))
    return joined ? (byId.get(join.file)?.read(joined, column.slice(join.file.length + 1)) ?? '') : ''
  }
  return function* readRows(columns: readonly string[]): Generator<Cells> {
    const [file] = columns.map((column) => findFile(column, others))
    const isOwn = file !== undefined && columns.every((column) => findFile(column, others) === file)
    const table = byId.get(isOwn ? file : (main ?? ''))
    for (const row of table?.rows ?? [])
      yield isOwn
        ? (column) => table?.read(row, column.slice(file.length + 1)) ?? ''
        : (column) => findCell(row, column)
  }
}

function createTable({ id, header, rows }: SampleRows, { files }: SourceDocument) {
  const places = new Map(header.map((name, at) => [name, at]))
  const unknown = new Set(files.find((file) => file.id === id)?.unknown)
  const read = (row: readonly string[], column: string) => {
    const cell = row[places.get(column) ?? -1]?.trim() ?? ''
    return unknown.has(cell) ? '' : cell
  }
  return { rows, read }
}

/** The row of each key that an import takes: the latest if the join says so, else the first. */
function indexRows(
  { on, match, take }: SourceJoin,
  table: ReturnType<typeof createTable> | undefined,
  left: readonly string[][] = [],
): Index {
  const rows = table?.rows ?? []
  const readTexts = (row: readonly string[]) =>
    toKeyTexts(on.map(({ equals }) => listKeyColumns(equals).map((column) => table?.read(row, column) ?? '')))
  const spell = (texts: readonly string[]) => spellKey(texts, match)
  const right = rows.map((row) => spell(readTexts(row)))
  const readKey = createKeyReader([left.map(spell), right])
  const getRank = (row: readonly string[]) => (take.rows === 'LATEST' ? toRank(table?.read(row, take.by) ?? '') : null)
  const index = new Map<string | null, { row: readonly string[]; rank: Rank | null }>()
  for (const [at, row] of rows.entries()) {
    const key = right[at] ? readKey(right[at]) : null
    if (key === null) continue
    const rank = getRank(row)
    if (isHigher(rank, index.get(key)?.rank)) index.set(key, { row, rank })
  }
  return (texts) => index.get(readKey(spell(texts)))?.row
}

type Rank = { value: number; text: string }

const rankedFormats = ['YYYY-MM-DD', 'M/D/YYYY', 'M/D/YY', 'D-MON-YYYY', 'Month D, YYYY'] as const

/** Numbers, dates and texts, each in their own order, as the store ranks the rows of a join. */
function toRank(text: string): Rank {
  const plain = text.replace(/[$, ]/g, '')
  const number = plain === '' ? Number.NaN : Number(plain)
  if (!Number.isNaN(number)) return { value: number, text }
  const day = rankedFormats.map((format) => parseDay(format, text, noDay)).find(Boolean)
  return { value: day ? Date.parse(day) : Number.NEGATIVE_INFINITY, text }
}

// Two digits of a year are of this century.
const noDay = '2099-12-31'

/** Undefined where no row is known. */
function isHigher(rank: Rank | null, known: Rank | null | undefined): boolean {
  if (known === undefined) return true
  if (rank === null || known === null) return false
  return rank.value > known.value || (rank.value === known.value && rank.text > known.text)
}
