import { implausible } from '../reader.ts'
import type { Call } from './calls.ts'
import type { ColumnWords } from './column-words.ts'

export type Sample = { header: readonly string[]; rows: readonly (readonly string[])[] }

export type Placed = Call & { ours: string; filled: number; doubt: string | null }

/** The name without blanks, case and signs: `Owner Name` and OWNER_NAME are one. */
export const plain = (header: string) => header.toLowerCase().replace(/[^a-z0-9]/g, '')

export type Found = { call: Call; doubt: string | null }

export type Place = (ours: string, found: Found | undefined) => Placed[]
export type Find = (known: ColumnWords) => Found | undefined

/** Finds columns that no other column of ours has taken, and takes them. */
export function placing(sample: Sample, today: string) {
  const taken = new Set<string>()
  const find: Find = (known) => findColumn(known, sample, taken, today)
  const place: Place = (ours, found) => {
    if (!found) return []
    const { call } = found
    for (const header of call.headers) taken.add(header)
    const { filled, doubt } = tried(call, sample, today)
    return [{ ...call, ours, filled, doubt: doubt ?? found.doubt ?? call.caveat ?? null }]
  }
  return { place, find, taken: taken as ReadonlySet<string> }
}

export const exactly = (call: Call | undefined): Found | undefined => call && { call, doubt: null }

// A reader that fails on more of the cells than this is not the right one, or only nearly.
const failuresAllowed = 0.05

function findColumn(known: ColumnWords, sample: Sample, taken: ReadonlySet<string>, today: string) {
  const free = sample.header.filter((header) => !taken.has(header))
  const [exact] = known.names.flatMap((name) => free.filter((header) => plain(header) === name))
  if (exact !== undefined) return { call: bestReader(known, exact, sample, today), doubt: null }
  // Part of a name is a guess, so it must at least read well.
  const longNames = known.names.filter((name) => name.length >= 7)
  const partly = free.find((header) => longNames.some((name) => plain(header).startsWith(name)))
  const call = partly === undefined ? undefined : bestReader(known, partly, sample, today)
  const result = call && tried(call, sample, today)
  if (!call || !result || result.filled === 0 || result.doubt) return undefined
  return { call, doubt: 'only the beginning of its name says so' }
}

function bestReader({ readers }: ColumnWords, header: string, sample: Sample, today: string): Call {
  const calls = readers.map((reader) => ({ call: reader(header), ...tried(reader(header), sample, today) }))
  const [least] = [...calls].sort((a, b) => a.failed - b.failed)
  const chosen = calls.find(({ isWrong }) => !isWrong) ?? least
  if (!chosen) throw new Error('There is no reader for a column of ours.')
  return chosen.call
}

function tried({ reader, headers }: Call, { header, rows }: Sample, today: string) {
  const places = new Map(header.map((name, at) => [name, at]))
  let filled = 0
  let said = 0
  let failed = 0
  for (const row of rows) {
    const cell = (column: string) => row[places.get(column) ?? -1] ?? ''
    if (headers.some((column) => cell(column) !== '')) said += 1
    const value = reader.read(cell, today)
    if (value === implausible) failed += 1
    else if (value !== null) filled += 1
  }
  const isWrong = failed > said * failuresAllowed
  const doubt = isWrong ? `${Math.round((failed / said) * 100)} of 100 cells make no sense to it` : null
  return { filled: filled / (rows.length || 1), failed, isWrong, doubt: said === 0 ? 'it is empty here' : doubt }
}

export const cellsOf = (header: string, sample: Sample): string[] => {
  const at = sample.header.indexOf(header)
  return sample.rows.map((row) => row[at] ?? '')
}
