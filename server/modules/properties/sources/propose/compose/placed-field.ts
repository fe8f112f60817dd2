import type { PropertyField, SaleField } from '@dooryard/contract/data/sources/fields'
import type { FieldSource, Transform } from '@dooryard/contract/data/sources/transforms'
import type { Assignment, Candidate } from '../columns/candidate.ts'
import type { NameTarget } from '../headers/match-names.ts'
import type { ColumnProfile } from '../values/profile.ts'

/** A field with the columns of one table that it is read from. */
export type PlacedField = {
  field: PropertyField | SaleField
  source: FieldSource
  confidence: number
  doubt: string | null
}

export type TableView = {
  header: readonly string[]
  rows: readonly (readonly string[])[]
  /** All rows of the table are in the sample. */
  isWhole: boolean
  profiles: readonly ColumnProfile[]
  assigned: Assignment
}

// Below it a field says why it may be wrong; found on the answer keys of published rolls.
const sureScore = 0.72
const closeShare = 0.93
// A parcel has several numbers, and a wrong one would lose it at the next import.
const closeShareOfKeys = 0.82

export const toConfidence = ({ name, fit }: Candidate) => Math.round(Math.min(1, name * fit) * 100) / 100

/** Why a column may be the wrong one; null when its name and its values are clear. */
export function describeDoubt(candidate: Candidate): string | null {
  const { name, fit, rival, profile } = candidate
  const column = JSON.stringify(profile.column)
  if (rival && rival.share > (candidate.target === 'key' ? closeShareOfKeys : closeShare))
    return `${JSON.stringify(rival.column)} fits as well as ${column}.`
  if (name * fit >= sureScore) return null
  if (profile.cells.length === 0) return `${column} is empty in the sample, so only its name speaks for it.`
  if (fit < name) return `Few values of ${column} look like this field.`
  return `The name ${column} does not say clearly that it is this field.`
}

export function placeField(
  field: PlacedField['field'],
  candidates: readonly Candidate[],
  transforms: Transform[] = [],
  doubt: string | null = null,
): PlacedField {
  const [weakest] = [...candidates].sort((a, b) => toConfidence(a) - toConfidence(b))
  if (!weakest) throw new Error('A field is placed from columns')
  const columns = candidates.map(({ profile }) => profile.column)
  return {
    field,
    source: transforms.length > 0 ? { columns, transforms } : { columns },
    confidence: toConfidence(weakest),
    doubt: doubt ?? candidates.map(describeDoubt).find((one) => one !== null) ?? null,
  }
}

/** The columns of these targets that are there and, in a sample with rows, not all empty. */
export const findFilled = ({ assigned }: TableView, targets: readonly NameTarget[]) =>
  targets.flatMap((target) => {
    const candidate = assigned.get(target)
    return candidate && (candidate.profile.rows === 0 || candidate.profile.cells.length > 0) ? [candidate] : []
  })
