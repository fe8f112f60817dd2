import type { DatasetChanges } from '@dooryard/contract/data/datasets/versions'
import { propertyFields } from '@dooryard/contract/data/sources/fields'
import {
  fitToHeader,
  listNeededColumns,
  type RollColumns,
  type RollSource,
  type SaleColumns,
} from '../sources/mapping/roll.ts'

export type ColumnReport = { filled: number; unknown: number; implausible: number }

export type UnplacedUse = { code: string | null; description: string | null; rows: number }

/** The result of an import: every row read is mapped or rejected. */
export type RollReport = {
  source: string
  name: string
  fileName: string
  sha256: string
  /** `WAITING`: it was not loaded, because it looks worse than the loaded version, and waits for a decision. */
  status: 'LOADED' | 'UNCHANGED' | 'CHECKED' | 'WAITING'
  recordedOn: string | null
  rowsRead: number
  rowsMapped: number
  rowsRejected: number
  reasons: Record<string, number>
  rejectFile: string | null
  columns: Record<string, ColumnReport>
  notPublished: string[]
  /** The most frequent uses without a class, at most 50. */
  unplacedUses: UnplacedUse[]
  /** Properties and transfers of the roll in the store, and how many of the transfers belong to a loaded parcel. */
  properties: number
  transfers: number
  transfersJoined: number
  /** Counted before the rows replace the loaded ones; not in a dry run. */
  changes?: DatasetChanges
  /** Why it waits, in sentences. */
  doubts?: string[]
  seconds: number
}

export type Tally = {
  columns: Map<string, ColumnReport>
  /** By column: cells that cannot be true, and their row counts. */
  implausible: Map<string, Map<string, number>>
  reasons: Map<string, number>
  rowsRead: number
  days: Map<string, number>
  /** Uses without a class and their row counts, keyed by code and description. */
  unplacedUses: Map<string, UnplacedUse>
}

export const createTally = (source: RollSource): Tally => ({
  columns: new Map(listReportedColumns(source).map((name) => [name, { filled: 0, unknown: 0, implausible: 0 }])),
  implausible: new Map(),
  reasons: new Map(),
  rowsRead: 0,
  days: new Map(),
  unplacedUses: new Map(),
})

const listReportedColumns = ({ columns, sale }: RollSource): string[] => [
  ...Object.keys({ ...columns }),
  ...Object.keys({ ...sale }).map((name) => `sale.${name}`),
]

export function countReason({ reasons }: Tally, reason: string) {
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
}

// A column of something else has as many as rows: one that was met once makes place, so that frequent ones are kept.
const maxImplausibleCells = 100
const maxCellLength = 60

export function countImplausible({ implausible }: Tally, column: string, cell: string, rows = 1): void {
  const counts = implausible.get(column) ?? new Map<string, number>()
  const text = cell.slice(0, maxCellLength)
  if (counts.has(text)) counts.set(text, (counts.get(text) ?? 0) + rows)
  else if (counts.size < maxImplausibleCells || removeRareCell(counts)) counts.set(copyText(text), rows)
  implausible.set(column, counts)
}

/** Returns false where each was met again. */
function removeRareCell(counts: Map<string, number>): boolean {
  for (const [cell, rows] of counts) if (rows === 1) return counts.delete(cell)
  return false
}

// A roll with free text as its use must not fill the memory.
const maxUses = 5_000
const maxUsesReported = 50

export function countUnplacedUse(
  { unplacedUses }: Tally,
  code: string | null,
  description: string | null,
  rows = 1,
): void {
  const key = `${code ?? ''}\t${description ?? ''}`
  const known = unplacedUses.get(key)
  if (known) known.rows += rows
  else if (unplacedUses.size < maxUses)
    unplacedUses.set(copyText(key), {
      code: code && copyText(code),
      description: description && copyText(description),
      rows,
    })
}

/** Copies the text: a substring keeps its whole chunk in memory. */
const copyText = (text: string) => Buffer.from(text).toString()

export const listUnplacedUses = ({ unplacedUses }: Tally): UnplacedUse[] =>
  [...unplacedUses.values()].sort((a, b) => b.rows - a.rows).slice(0, maxUsesReported)

// A date mistyped in a row or two must not date the whole roll.
const minRowsPerDay = 3

/** The newest date that at least a few rows have: the recording date of the roll, as far as its data tells. */
export function inferRecordedOn({ days }: Tally): string | null {
  const newest = [...days].sort(([a], [b]) => (a < b ? 1 : -1))
  return (newest.find(([, rows]) => rows >= minRowsPerDay) ?? newest[0])?.[0] ?? null
}

// Columns of a property's last sale, by the sale column with the same content.
const saleColumnByPropertyColumn: Partial<Record<keyof RollColumns, keyof SaleColumns>> = {
  lastSaleDate: 'recordedOn',
  lastSalePrice: 'price',
  lastSaleDeedType: 'deedType',
  cashPurchase: 'cashPurchase',
  armsLength: 'armsLength',
  previousSaleDate: 'recordedOn',
  previousSalePrice: 'price',
}

const everyColumn = [...Object.keys(propertyFields), 'use', 'mortgages'] as (keyof RollColumns)[]

export const listUnpublishedColumns = ({ columns }: Tally): string[] =>
  everyColumn.filter((name) => !columns.has(name) && !columns.has(`sale.${saleColumnByPropertyColumn[name]}`))

/** Explains in one sentence why a file does not match a source; undefined when its header has every required column. */
export function describeHeaderMismatch(source: RollSource, header: readonly string[]): string | undefined {
  const missing = listNeededColumns(source).filter((name) => !header.includes(name))
  const { columns, sale } = fitToHeader(source, header)
  if (source.isFlexible) {
    if (missing.length > 0) return missing.map((name) => describeMissingColumn(source, name)).join(' ')
    return columns || sale ? undefined : describeNoColumns(source)
  }
  if (missing.length === 0) return undefined
  const named = missing.slice(0, 5).join(', ')
  const more = missing.length > 5 ? ` and ${missing.length - 5} more` : ''
  return `This file is not ${source.name}: its header lacks ${named}${more}.`
}

function describeNoColumns({ columns, sale }: RollSource): string {
  const names = Object.values({ ...columns, ...sale }).flatMap(({ needs }) => needs.slice(0, 1))
  return `The header has none of our parcel columns, such as ${[...new Set(names)].slice(0, 2).join(' or ')}.`
}

/** What to do about a missing column of a file with our own headers. */
const describeMissingColumn = ({ key }: RollSource, name: string) =>
  key.needs.includes(name)
    ? `This file has no column ${name}: name the column with the parcels’ numbers so.`
    : `This file does not say its county: choose one (--county, or County in the form), or add the column ${name}.`

export function mergeTally(into: Tally, { columns, implausible, reasons, rowsRead, days, unplacedUses }: Tally) {
  into.rowsRead += rowsRead
  for (const [column, cells] of implausible)
    for (const [cell, rows] of cells) countImplausible(into, column, cell, rows)
  for (const [name, { filled, unknown, implausible }] of columns) {
    const sum = into.columns.get(name) ?? { filled: 0, unknown: 0, implausible: 0 }
    sum.filled += filled
    sum.unknown += unknown
    sum.implausible += implausible
    into.columns.set(name, sum)
  }
  for (const [reason, rows] of reasons) into.reasons.set(reason, (into.reasons.get(reason) ?? 0) + rows)
  for (const [day, rows] of days) into.days.set(day, (into.days.get(day) ?? 0) + rows)
  for (const [key, use] of unplacedUses) {
    const known = into.unplacedUses.get(key)
    if (known) known.rows += use.rows
    else into.unplacedUses.set(key, { ...use })
  }
}
