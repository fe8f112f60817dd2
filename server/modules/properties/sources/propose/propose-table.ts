import type { FieldSource } from '@dooryard/contract/data/sources/transforms'
import { assignColumns } from './columns/assign-columns.ts'
import type { Assignment, Candidate } from './columns/candidate.ts'
import { findKeyParts } from './columns/find-key-parts.ts'
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
  const key =
    givenKey === undefined && schema?.key
      ? joinKey(table, schema.key)
      : findKey(table, { profiles, assigned }, givenKey)
  const isSale = schema?.rows === 'SALES' || isSalesTable(table, assigned, key)
  const rowCount = table.rowCount ?? Number.POSITIVE_INFINITY
  const view = { header: table.header, rows: table.rows, isWhole: rowCount <= table.rows.length, profiles, assigned }
  return { table, profiles, assigned, schema, key, ...placeFields(view, isSale, today) }
}

// A named number of fewer values is that of a block or a town's.
const leastDistinct = 0.9

function findKey(
  table: SampledTable,
  { profiles, assigned }: Pick<TableProposal, 'profiles' | 'assigned'>,
  given?: string,
): PlacedKey | null {
  if (given !== undefined && profiles.some(({ column }) => column === given))
    return { source: { columns: [given] }, columns: [given], confidence: 1, doubt: null }
  const named = assigned.get('key')
  if (named && named.profile.distinct > leastDistinct) return toKey(named)
  const used = new Set([...assigned.values()].map(({ profile }) => profile.column))
  // A unit is a part of the address and of the parcel number.
  const shared = [named, assigned.get('situsUnit')].map((one) => one?.profile.column)
  const isFree = ({ column }: ColumnProfile) => !used.has(column) || shared.includes(column)
  const parts = findKeyParts(table, profiles.filter(isFree))
  if (parts && (!named || parts.includes(named.profile.column))) return toKeyOfParts(parts)
  if (named) return toKey(named)
  const isRoll =
    assigned.has('ownerNames') && (assigned.has('landValue') || assigned.has('lotSqft') || assigned.has('yearBuilt'))
  const valued = profiles.find(
    (profile) => !used.has(profile.column) && looksLikeKey(profile) && (isRoll || isNamedAsKey(profile)),
  )
  if (!valued) return null
  const doubt = `The name ${JSON.stringify(valued.column)} is no parcel number, but its values are distinct like one.`
  return { source: { columns: [valued.column] }, columns: [valued.column], confidence: 0.4, doubt }
}

const joined = { type: 'JOIN' as const, separator: '-' }

/** A parcel number of several columns. One that is empty in the sample may tell parcels apart further on. */
function joinKey({ header }: SampledTable, columns: readonly string[]): PlacedKey | null {
  const found = columns.flatMap((column) => header.find((one) => toPlainName(one) === toPlainName(column)) ?? [])
  if (found.length < 2) return null
  return { source: { columns: found, transforms: [joined] }, columns: found, confidence: 0.95, doubt: null }
}

function toKeyOfParts(columns: string[]): PlacedKey {
  const names = new Intl.ListFormat('en').format(columns.map((column) => JSON.stringify(column)))
  const doubt = `No column alone is the parcel number: ${names} together tell the rows apart.`
  return { source: { columns, transforms: [joined] }, columns, confidence: 0.6, doubt }
}

const isNamedAsKey = ({ column }: ColumnProfile) =>
  /parc|pcl|map|lot|account|acct|asmt|assess|prop|apn|pin\b|swis|sbl|ref/i.test(column) &&
  !/object|global|shape|geo|guid|addr/i.test(column)

function toKey(candidate: Candidate): PlacedKey {
  const { profile } = candidate
  const columns = [profile.column]
  const doubt =
    describeDoubt(candidate) ??
    (profile.isSequence ? `${JSON.stringify(profile.column)} counts its rows, so it may be no parcel number.` : null)
  return { source: { columns }, columns, confidence: toConfidence(candidate), doubt }
}

/** The parcel number of each row; empty where it lacks one. */
function readParcels({ header, rows }: SampledTable, { columns }: PlacedKey): string[] {
  const places = columns.map((column) => header.indexOf(column))
  return rows.map((row) => {
    const cells = places.map((at) => row[at] ?? '')
    return cells.some(isFilled) ? cells.join('-') : ''
  })
}

const leastRepeated = 0.01

/** Parcels repeat with other days, or rows name who sold and who bought. */
function isSalesTable(table: SampledTable, assigned: Assignment, key: PlacedKey | null): boolean {
  const date = assigned.get('lastSaleDate') ?? assigned.get('saleYear')
  if (!date || !key || !assigned.has('lastSalePrice')) return false
  const parcels = readParcels(table, key)
  const isOfSales = assigned.has('sellerNames') && assigned.has('buyerNames')
  // The roll of a county can name who sold and bought last beside its owners.
  if (isOfSales && !(assigned.has('ownerNames') && new Set(parcels).size === parcels.length)) return true
  const days = new Map<string, string>()
  let repeated = 0
  for (const [at, parcel] of parcels.entries()) {
    const day = table.rows[at]?.[date.profile.at] ?? ''
    if (parcel === '' || !isFilled(day)) continue
    const before = days.get(parcel)
    if (before !== undefined && before !== day) repeated += 1
    days.set(parcel, day)
  }
  return repeated > table.rows.length * leastRepeated
}
