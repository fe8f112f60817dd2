import type { FieldSource } from '@dooryard/contract/data/sources/transforms'
import { assignColumns } from './columns/assign-columns.ts'
import type { Assignment, Candidate } from './columns/candidate.ts'
import { looksLikeKey } from './columns/fit-key.ts'
import { placeFields } from './compose/place-fields.ts'
import { describeDoubt, type PlacedField, toConfidence } from './compose/placed-field.ts'
import { toPlainName } from './headers/header-words.ts'
import { matchNames } from './headers/match-names.ts'
import type { SampledTable } from './proposal.ts'
import { findSchema, type PublishedSchema } from './schemas/find-schema.ts'
import { isFilled } from './values/cells.ts'
import { type ColumnProfile, profileColumns } from './values/profile.ts'

export type PlacedKey = { source: FieldSource; columns: string[]; confidence: number; doubt: string | null }

/** What one table says by itself. */
export type TableProposal = {
  table: SampledTable
  profiles: readonly ColumnProfile[]
  assigned: Assignment
  schema: PublishedSchema | null
  key: PlacedKey | null
  property: PlacedField[]
  sale: PlacedField[]
}

export function proposeTable(table: SampledTable, today: string, givenKey?: string): TableProposal {
  const profiles = profileColumns(table.header, table.rows)
  const schema = findSchema(table.header)
  const named = matchNames(table.header)
  const matches = table.header.map((column, at) => schema?.matches(column) ?? named[at] ?? [])
  const free = matches.map((match, at) => (profiles[at]?.column === givenKey ? [] : match))
  const assigned = assignColumns(profiles, free, table.rows, today)
  const key = givenKey === undefined && schema?.key ? joinKey(table, schema.key) : findKey(profiles, assigned, givenKey)
  const isSale = schema?.rows === 'SALES' || isSalesTable(table, assigned, key)
  const rowCount = table.rowCount ?? Number.POSITIVE_INFINITY
  const view = { header: table.header, rows: table.rows, isWhole: rowCount <= table.rows.length, profiles, assigned }
  return { table, profiles, assigned, schema, key, ...placeFields(view, isSale, today) }
}

function findKey(profiles: readonly ColumnProfile[], assigned: Assignment, given?: string): PlacedKey | null {
  if (given !== undefined && profiles.some(({ column }) => column === given))
    return { source: { columns: [given] }, columns: [given], confidence: 1, doubt: null }
  const named = assigned.get('key')
  if (named) return toKey(named)
  const used = new Set([...assigned.values()].map(({ profile }) => profile.column))
  const isRoll =
    assigned.has('ownerNames') && (assigned.has('landValue') || assigned.has('lotSqft') || assigned.has('yearBuilt'))
  const valued = profiles.find(
    (profile) => !used.has(profile.column) && looksLikeKey(profile) && (isRoll || isNamedAsKey(profile)),
  )
  if (!valued) return null
  const doubt = `The name ${JSON.stringify(valued.column)} is no parcel number, but its values are distinct like one.`
  return { source: { columns: [valued.column] }, columns: [valued.column], confidence: 0.4, doubt }
}

/** A parcel number of several columns. One that is empty in the sample may tell parcels apart further on. */
function joinKey({ header }: SampledTable, columns: readonly string[]): PlacedKey | null {
  const found = columns.flatMap((column) => header.find((one) => toPlainName(one) === toPlainName(column)) ?? [])
  if (found.length < 2) return null
  const transforms = [{ type: 'JOIN' as const, separator: '-' }]
  return { source: { columns: found, transforms }, columns: found, confidence: 0.95, doubt: null }
}

const isNamedAsKey = ({ column }: ColumnProfile) =>
  /parc|pcl|map|lot|account|acct|prop|apn|pin\b|swis|sbl|ref/i.test(column) &&
  !/object|global|shape|geo|guid|addr/i.test(column)

function toKey(candidate: Candidate): PlacedKey {
  const { profile } = candidate
  const columns = [profile.column]
  const doubt =
    describeDoubt(candidate) ??
    (profile.isSequence ? `${JSON.stringify(profile.column)} counts its rows, so it may be no parcel number.` : null)
  return { source: { columns }, columns, confidence: toConfidence(candidate), doubt }
}

const isDistinct = ({ header, rows }: SampledTable, column = '') => {
  const at = header.indexOf(column)
  return new Set(rows.map((row) => row[at])).size === rows.length
}

const leastRepeated = 0.01

/** Parcels repeat with other days, or rows name who sold and who bought. */
function isSalesTable(table: SampledTable, assigned: Assignment, key: PlacedKey | null): boolean {
  const date = assigned.get('lastSaleDate') ?? assigned.get('saleYear')
  if (!date || !key || !assigned.has('lastSalePrice')) return false
  const [column] = key.columns
  const isOfSales = assigned.has('sellerNames') && assigned.has('buyerNames')
  // The roll of a county can name who sold and bought last beside its owners.
  if (isOfSales && !(assigned.has('ownerNames') && isDistinct(table, column))) return true
  const at = table.header.indexOf(column ?? '')
  const days = new Map<string, string>()
  let repeated = 0
  for (const row of table.rows) {
    const parcel = row[at] ?? ''
    const day = row[date.profile.at] ?? ''
    if (!isFilled(parcel) || !isFilled(day)) continue
    const before = days.get(parcel)
    if (before !== undefined && before !== day) repeated += 1
    days.set(parcel, day)
  }
  return repeated > table.rows.length * leastRepeated
}
