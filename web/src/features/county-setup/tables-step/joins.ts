import { removeFile } from '@dooryard/contract/data/sources/remove-columns'
import type { SetupTable } from '@dooryard/contract/data/sources/setup-files'
import type { KeyColumns, SourceDocument, SourceJoin } from '@dooryard/contract/data/sources/source-document'

export type JoinTake = SourceJoin['take']['rows']

export const takeLabels: Record<JoinTake, string> = {
  FIRST: 'The first row',
  LATEST: 'The newest row',
  ALL: 'Every row (sales)',
}

export const findJoin = ({ joins = [] }: SourceDocument, file: string) => joins.find((join) => join.file === file)

type JoinMatch = NonNullable<SourceJoin['match']> | 'TEXT'

export const matchLabels: Record<JoinMatch, string> = {
  TEXT: 'Their text is the same',
  LETTERS_AND_DIGITS: 'Their letters and digits are the same: 01-023.4 and 010234',
  PARTS: 'Their parts are the same: 1-23 and 01-023',
}

export const setMatch = ({ match: _, ...join }: SourceJoin, match: JoinMatch): SourceJoin =>
  match === 'TEXT' ? join : { ...join, match }

/** Whether the same rows meet by two joins. */
export const hasSameKeys = (one: SourceJoin, other: SourceJoin) =>
  one.file === other.file && one.match === other.match && JSON.stringify(one.on) === JSON.stringify(other.on)

/** One column, or several that are put together. */
export const toKeyColumns = (columns: readonly string[]): KeyColumns | undefined =>
  columns.length > 1 ? [...columns] : columns[0]

type JoinedTable = Pick<SetupTable, 'id' | 'detected' | 'choices'>

/** Joins a table, or replaces how it is joined. The document then reads it as it was found or chosen to be read. */
export function setJoin(document: SourceDocument, table: JoinedTable, join: SourceJoin): SourceDocument {
  const { joins = [], files } = document
  const isKnown = findJoin(document, table.id) !== undefined
  const file = { ...table.detected, ...table.choices, id: table.id }
  return {
    ...document,
    files: files.some(({ id }) => id === table.id) ? files : [...files, file],
    joins: isKnown ? joins.map((one) => (one.file === table.id ? join : one)) : [...joins, join],
  }
}

/**
 * Leaves a table out again, with the fields that are read from it and the tables that are joined by its columns. Null
 * where the parcel number or the county is read from it.
 */
export function removeJoin(document: SourceDocument, table: string): SourceDocument | null {
  const kept = removeFile(document, table)
  if (!kept?.joins || kept.joins.length > 0) return kept
  const { joins: _, ...alone } = kept
  return alone
}

/** Takes the row by its place, or the newest one by the first column that the table has. */
export function setTake(join: SourceJoin, rows: JoinTake, columns: readonly string[]): SourceJoin {
  if (rows !== 'LATEST') return { ...join, take: { rows } }
  const by =
    join.take.rows === 'LATEST' ? join.take.by : (columns.find((column) => /year|date|yr/i.test(column)) ?? columns[0])
  return by === undefined ? join : { ...join, take: { rows, by } }
}

/** A first join of a table by a column that both have, if any. */
export function createJoin(file: string, main: readonly string[], columns: readonly string[]): SourceJoin | undefined {
  const shared = main.find((column) => columns.some((other) => other.toLowerCase() === column.toLowerCase()))
  const column = shared ?? main[0]
  const equals = columns.find((other) => other.toLowerCase() === shared?.toLowerCase()) ?? columns[0]
  return column && equals ? { file, on: [{ column, equals }], take: { rows: 'FIRST' } } : undefined
}
