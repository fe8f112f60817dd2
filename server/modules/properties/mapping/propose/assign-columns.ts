import { implausible } from '../reader.ts'
import type { ColumnPattern } from './column-patterns.ts'
import type { ReaderCall } from './reader-calls.ts'

export type TableSample = { header: readonly string[]; rows: readonly (readonly string[])[] }

export type MappedColumn = ReaderCall & { target: string; filled: number; doubt: string | null }

/** The header without blanks, case and punctuation: `Owner Name` equals OWNER_NAME. */
export const normalizeHeader = (header: string) => header.toLowerCase().replace(/[^a-z0-9]/g, '')

export type ColumnMatch = { call: ReaderCall; doubt: string | null }

export type AssignColumn = (target: string, match: ColumnMatch | undefined) => MappedColumn[]
export type FindColumn = (pattern: ColumnPattern) => ColumnMatch | undefined

/** Assigns each file column to at most one of our columns. */
export function createColumnAssigner(sample: TableSample, today: string) {
  const taken = new Set<string>()
  const find: FindColumn = (pattern) => matchColumn(pattern, sample, taken, today)
  const place: AssignColumn = (target, match) => {
    if (!match) return []
    const { call } = match
    for (const header of call.headers) taken.add(header)
    const { filled, doubt } = tryReader(call, sample, today)
    return [{ ...call, target, filled, doubt: doubt ?? match.doubt ?? call.caveat ?? null }]
  }
  return { place, find, taken: taken as ReadonlySet<string> }
}

export const toExactMatch = (call: ReaderCall | undefined): ColumnMatch | undefined => call && { call, doubt: null }

// A reader that fails on a larger share of cells is wrong or doubtful.
const maxFailureShare = 0.05

function matchColumn(pattern: ColumnPattern, sample: TableSample, taken: ReadonlySet<string>, today: string) {
  const free = sample.header.filter((header) => !taken.has(header))
  const [exact] = pattern.names.flatMap((name) => free.filter((header) => normalizeHeader(header) === name))
  if (exact !== undefined) return { call: chooseReader(pattern, exact, sample, today), doubt: null }
  // A partial name is a guess, so its cells must at least read well.
  const longNames = pattern.names.filter((name) => name.length >= 7)
  const partly = free.find((header) => longNames.some((name) => normalizeHeader(header).startsWith(name)))
  const call = partly === undefined ? undefined : chooseReader(pattern, partly, sample, today)
  const result = call && tryReader(call, sample, today)
  if (!call || !result || result.filled === 0 || result.doubt) return undefined
  return { call, doubt: 'only the beginning of its name says so' }
}

function chooseReader({ readers }: ColumnPattern, header: string, sample: TableSample, today: string): ReaderCall {
  const calls = readers.map((reader) => ({ call: reader(header), ...tryReader(reader(header), sample, today) }))
  const [least] = [...calls].sort((a, b) => a.failed - b.failed)
  const chosen = calls.find(({ isWrong }) => !isWrong) ?? least
  if (!chosen) throw new Error('There is no reader for a column of ours.')
  return chosen.call
}

function tryReader({ reader, headers }: ReaderCall, { header, rows }: TableSample, today: string) {
  const places = new Map(header.map((name, at) => [name, at]))
  let filled = 0
  let nonEmpty = 0
  let failed = 0
  for (const row of rows) {
    const cell = (column: string) => row[places.get(column) ?? -1] ?? ''
    if (headers.some((column) => cell(column) !== '')) nonEmpty += 1
    const value = reader.read(cell, today)
    if (value === implausible) failed += 1
    else if (value !== null) filled += 1
  }
  const isWrong = failed > nonEmpty * maxFailureShare
  const doubt = isWrong ? `${Math.round((failed / nonEmpty) * 100)} of 100 cells make no sense to it` : null
  return { filled: filled / (rows.length || 1), failed, isWrong, doubt: nonEmpty === 0 ? 'it is empty here' : doubt }
}

export const getCells = (header: string, sample: TableSample): string[] => {
  const at = sample.header.indexOf(header)
  return sample.rows.map((row) => row[at] ?? '')
}
