import type { NameTarget } from '../headers/match-names.ts'
import type { ColumnProfile } from '../values/profile.ts'

/** A column that a target is read from, with what its name and its values say, each from 0 to 1. */
export type Candidate = {
  target: NameTarget
  profile: ColumnProfile
  name: number
  fit: number
  /** The next best column for the target, as a share of this one. */
  rival: { column: string; share: number } | null
}

export type Assignment = ReadonlyMap<NameTarget, Candidate>

/** By which candidates are compared: the fuller of two columns that fit alike comes first. */
export const rank = ({ name, fit, profile }: Pick<Candidate, 'name' | 'fit' | 'profile'>) =>
  name * fit * (0.8 + 0.2 * Math.sqrt(profile.rows === 0 ? 1 : profile.filled))
