import { neededColumns, type RollColumns, type RollSource } from '../mapping/roll.ts'

/** What a roll's cells said, for one of our columns. */
export type ColumnReport = { filled: number; unknown: number; implausible: number }

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
  /** How many rows were rejected for each reason. */
  reasons: Record<string, number>
  rejectFile: string | null
  columns: Record<string, ColumnReport>
  /** Columns of ours that the roll does not publish. */
  notPublished: string[]
  seconds: number
}

/** Counts as rows are mapped. */
export type Tally = {
  columns: Map<string, ColumnReport>
  reasons: Map<string, number>
  rowsRead: number
  /** How many rows speak of each day. */
  days: Map<string, number>
}

export const newTally = (source: RollSource): Tally => ({
  columns: new Map(Object.keys(source.columns).map((name) => [name, { filled: 0, unknown: 0, implausible: 0 }])),
  reasons: new Map(),
  rowsRead: 0,
  days: new Map(),
})

export function countReason({ reasons }: Tally, reason: string) {
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
}

// A day mistyped in a row or two must not date the whole roll.
const rowsThatDate = 3

/** The newest day that a few rows speak of: when the roll was recorded, as far as it tells by itself. */
export function recordedOnBy({ days }: Tally): string | null {
  const newest = [...days].sort(([a], [b]) => (a < b ? 1 : -1))
  return (newest.find(([, rows]) => rows >= rowsThatDate) ?? newest[0])?.[0] ?? null
}

const everyColumn: Record<keyof RollColumns, true> = {
  situsAddress: true,
  situsUnit: true,
  situsCity: true,
  situsZip: true,
  lat: true,
  lng: true,
  ownerNames: true,
  mailingAddress: true,
  mailingCity: true,
  mailingState: true,
  mailingZip: true,
  mailingCountry: true,
  useCode: true,
  useDescription: true,
  use: true,
  bedrooms: true,
  bathrooms: true,
  livingAreaSqft: true,
  lotSqft: true,
  yearBuilt: true,
  units: true,
  stories: true,
  assessedValue: true,
  marketValue: true,
  estimatedValue: true,
  lastSaleDate: true,
  lastSalePrice: true,
  lastSaleDeedType: true,
  cashPurchase: true,
  armsLength: true,
  previousSaleDate: true,
  previousSalePrice: true,
  valueRecordedOn: true,
  saleRecordedOn: true,
}

export const notPublishedBy = ({ columns }: RollSource) => Object.keys(everyColumn).filter((name) => !(name in columns))

/** Says in one sentence why a file is not of a source, or nothing where its header has every column needed. */
export function wrongHeader(source: RollSource, header: readonly string[]): string | undefined {
  const missing = neededColumns(source).filter((name) => !header.includes(name))
  if (missing.length === 0) return undefined
  const named = missing.slice(0, 5).join(', ')
  const more = missing.length > 5 ? ` and ${missing.length - 5} more` : ''
  return `This file is not ${source.name}: its header lacks ${named}${more}.`
}
