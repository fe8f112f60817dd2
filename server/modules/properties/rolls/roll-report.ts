import { fitToHeader, neededColumns, type RollColumns, type RollSource, type SaleColumns } from '../mapping/roll.ts'
import { everyColumn } from '../sources/generic.ts'

export type ColumnReport = { filled: number; unknown: number; implausible: number }

export type UnplacedUse = { code: string | null; description: string | null; rows: number }

/** What became of a file: every row read is mapped or rejected. */
export type RollReport = {
  source: string
  name: string
  fileName: string
  sha256: string
  status: 'LOADED' | 'UNCHANGED' | 'CHECKED'
  recordedOn: string | null
  rowsRead: number
  rowsMapped: number
  rowsRejected: number
  reasons: Record<string, number>
  rejectFile: string | null
  columns: Record<string, ColumnReport>
  notPublished: string[]
  /** The most frequent uses that have no class, at most 50. */
  unplacedUses: UnplacedUse[]
  /** How many properties and transfers of the store are of the roll, and how many transfers are of a loaded parcel. */
  properties: number
  transfers: number
  transfersJoined: number
  seconds: number
}

export type Tally = {
  columns: Map<string, ColumnReport>
  reasons: Map<string, number>
  rowsRead: number
  days: Map<string, number>
  /** Uses without a class: how many rows say each, by a key of both of their words. */
  unplacedUses: Map<string, UnplacedUse>
}

export const newTally = (source: RollSource): Tally => ({
  columns: new Map(reportedColumns(source).map((name) => [name, { filled: 0, unknown: 0, implausible: 0 }])),
  reasons: new Map(),
  rowsRead: 0,
  days: new Map(),
  unplacedUses: new Map(),
})

const reportedColumns = ({ columns, sale }: RollSource): string[] => [
  ...Object.keys({ ...columns }),
  ...Object.keys({ ...sale }).map((name) => `sale.${name}`),
]

export function countReason({ reasons }: Tally, reason: string) {
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
}

// A roll whose column of uses is free text must not fill the memory with them.
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
    unplacedUses.set(detached(key), {
      code: code && detached(code),
      description: description && detached(description),
      rows,
    })
}

/** A copy: what is cut from a text holds on to all of it, which is a whole chunk of the roll. */
const detached = (text: string) => Buffer.from(text).toString()

export const unplacedUsesBy = ({ unplacedUses }: Tally): UnplacedUse[] =>
  [...unplacedUses.values()].sort((a, b) => b.rows - a.rows).slice(0, maxUsesReported)

// A day mistyped in a row or two must not date the whole roll.
const rowsThatDate = 3

/** The newest day that a few rows speak of: when the roll was recorded, as far as it tells by itself. */
export function recordedOnBy({ days }: Tally): string | null {
  const newest = [...days].sort(([a], [b]) => (a < b ? 1 : -1))
  return (newest.find(([, rows]) => rows >= rowsThatDate) ?? newest[0])?.[0] ?? null
}

// What a property's last sale says, by what the rows of a roll of sales say of each.
const ofLastSale: Partial<Record<keyof RollColumns, keyof SaleColumns>> = {
  lastSaleDate: 'recordedOn',
  lastSalePrice: 'price',
  lastSaleDeedType: 'deedType',
  cashPurchase: 'cashPurchase',
  armsLength: 'armsLength',
  previousSaleDate: 'recordedOn',
  previousSalePrice: 'price',
}

export const notPublishedBy = ({ columns }: Tally): string[] =>
  everyColumn.filter((name) => !columns.has(name) && !columns.has(`sale.${ofLastSale[name]}`))

/** Says in one sentence why a file is not of a source, or nothing where its header has every column needed. */
export function wrongHeader(source: RollSource, header: readonly string[]): string | undefined {
  const missing = neededColumns(source).filter((name) => !header.includes(name))
  const { columns, sale } = fitToHeader(source, header)
  if (source.isFlexible) {
    if (missing.length > 0) return missing.map((name) => lacking(source, name)).join(' ')
    return columns || sale ? undefined : nothingSaid
  }
  if (missing.length === 0) return undefined
  const named = missing.slice(0, 5).join(', ')
  const more = missing.length > 5 ? ` and ${missing.length - 5} more` : ''
  return `This file is not ${source.name}: its header lacks ${named}${more}.`
}

const nothingSaid =
  'This file says nothing of its parcels: its header has none of our columns for them, such as address or owner_1.'

/** What whoever made a file with our own headers should do about one that it lacks. */
const lacking = ({ key }: RollSource, name: string) =>
  key.needs.includes(name)
    ? `This file has no column ${name}: name the column with the parcels’ numbers so.`
    : `This file does not say its county: choose one (--county, or County in the form), or add the column ${name}.`

export function mergeTally(into: Tally, { columns, reasons, rowsRead, days, unplacedUses }: Tally) {
  into.rowsRead += rowsRead
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
