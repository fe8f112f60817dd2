import type { NameMatch, NameTarget } from '../headers/match-names.ts'
import { fitValues } from '../values/fit-values.ts'
import type { ColumnProfile } from '../values/profile.ts'
import { type Assignment, type Candidate, rank } from './candidate.ts'
import { findByValues } from './find-by-values.ts'
import { fitKey } from './fit-key.ts'
import { settleParties } from './settle-parties.ts'

const leastScore = 0.3

/**
 * Gives each target the column that fits it best, the surest pairs first, and each column to one target. Of columns
 * that fit alike the fuller one is taken.
 */
export function assignColumns(
  profiles: readonly ColumnProfile[],
  matches: readonly (readonly NameMatch[])[],
  rows: readonly (readonly string[])[],
  today: string,
): Assignment {
  const named = profiles.flatMap((profile, at) => (matches[at] ?? []).map((match) => ({ profile, match })))
  const fitted = named.map(({ profile, match: { target, score } }) => ({
    target,
    profile,
    name: score,
    fit: target === 'key' ? fitKey(profile) : fitValues(target, profile, today),
    rival: null,
  }))
  const valued = [...fitted, ...findByValues(profiles, fitted, rows, today)]
  const candidates = settleParties(valued).filter((one) => one.name * one.fit >= leastScore && !isEmptyGuess(one))
  return assignBest(candidates)
}

// A name that is not clear needs values.
const isEmptyGuess = ({ profile, name }: Candidate) => profile.rows > 0 && profile.cells.length === 0 && name < 0.85

function assignBest(candidates: readonly Candidate[]): Assignment {
  const assigned = new Map<NameTarget, Candidate>()
  const used = new Set<string>()
  const best = [...candidates].sort((a, b) => rank(b) - rank(a) || a.profile.at - b.profile.at)
  for (const candidate of best) {
    const { target, profile } = candidate
    if (assigned.has(target) || used.has(profile.column)) continue
    assigned.set(target, candidate)
    used.add(profile.column)
  }
  for (const [target, candidate] of assigned) {
    const rival = best.find((one) => one.target === target && !used.has(one.profile.column))
    if (rival)
      assigned.set(target, {
        ...candidate,
        rival: { column: rival.profile.column, share: rank(rival) / rank(candidate) },
      })
  }
  return assigned
}
