import type { SourceDocument, SourceJoin } from '@dooryard/contract/data/sources/source-document'

export type JoinTake = SourceJoin['take']['rows']

export const takeLabels: Record<JoinTake, string> = {
  FIRST: 'The first row',
  LATEST: 'The newest row',
  ALL: 'Every row (sales)',
}

export const findJoin = ({ joins = [] }: SourceDocument, file: string) => joins.find((join) => join.file === file)

/** Replaces how a file is joined, or takes the join away. */
export function setJoin(document: SourceDocument, file: string, join: SourceJoin | undefined): SourceDocument {
  const { joins = [], ...rest } = document
  const isKnown = joins.some((one) => one.file === file)
  const next = join
    ? isKnown
      ? joins.map((one) => (one.file === file ? join : one))
      : [...joins, join]
    : joins.filter((one) => one.file !== file)
  return { ...rest, ...(next.length > 0 && { joins: next }) }
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
