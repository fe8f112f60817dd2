import type { NameMatch, NameTarget } from '../headers/match-names.ts'
import { fitValues } from '../values/fit-values.ts'
import type { ColumnProfile } from '../values/profile.ts'
import { type Assignment, type Candidate, rank } from './candidate.ts'
import { findByValues } from './find-by-values.ts'
import { findOwnerBlock } from './find-owner-block.ts'
import { fitKey } from './fit-key.ts'
import { orderSales } from './order-sales.ts'
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
  const block = findOwnerBlock(profiles, fitted, today)
  const settled = settleAmounts(
    settleParties(
      valued.filter((one) => !isEmptyGuess(one)),
      block,
    ),
  )
  const hasSellers = settled.some(({ target, name, fit }) => target === 'sellerNames' && name * fit >= leastScore)
  const candidates = settled.filter(
    // Grantees without grantors are the owners of a roll.
    ({ target, name, fit }) => name * fit >= leastScore && (target !== 'buyerNames' || hasSellers),
  )
  return orderSales(assignBest(candidates), profiles, rows, today)
}

// A name that is not clear needs values.
const isEmptyGuess = ({ profile, name }: Candidate) => profile.rows > 0 && profile.cells.length === 0 && name < 0.85

const valuesOfParts: readonly NameTarget[] = ['landValue', 'improvementValue', 'marketValue']
const totals: readonly NameTarget[] = ['assessedValue', 'marketValue']

const leastName = 0.85
const leastClear = 0.9
// No state taxes more than a small part of a value in a year; assessed values are a tenth of the market's or more.
const maxTaxShare = 0.15
const leastTotalShare = 0.02
const unlikely = 0.7

/** Leaves out taxes as large as values, and totals as small as taxes: names such as Tax Value may say either. */
function settleAmounts(candidates: readonly Candidate[]): Candidate[] {
  const [known] = candidates
    .filter(({ target, name, fit }) => valuesOfParts.includes(target) && name >= leastName && fit > 0.5)
    .sort((a, b) => (b.profile.median ?? 0) - (a.profile.median ?? 0))
  const value = known?.profile.median
  if (!known || value === null || value === undefined) return [...candidates]
  const isTax = (median: number) => median < value * maxTaxShare
  // A clear name is wrong only where another column has the tax: some write cents.
  const hasTax = candidates.some(
    ({ target, name, profile: { median } }) =>
      target === 'taxAmount' && name >= leastClear && median !== null && isTax(median),
  )
  return candidates.flatMap((candidate) => {
    const { target, name, profile } = candidate
    const { median, at } = profile
    if (median === null || at === known.profile.at) return [candidate]
    if (target === 'taxAmount' && !isTax(median))
      return name >= leastClear && !hasTax ? [{ ...candidate, fit: candidate.fit * unlikely }] : []
    if (name >= leastClear) return [candidate]
    return !totals.includes(target) || median > value * leastTotalShare ? [candidate] : []
  })
}

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
    const rival = best.find(
      (one) => one.target === target && !used.has(one.profile.column) && !isSpelling(one.profile, candidate.profile),
    )
    if (rival)
      assigned.set(target, {
        ...candidate,
        rival: { column: rival.profile.column, share: rank(rival) / rank(candidate) },
      })
  }
  return assigned
}

const toLetters = (cell: string) => cell.replaceAll(/[^a-z0-9]/gi, '').replace(/^0+/, '')

const maxCompared = 200

/** The same values with other punctuation, as parcel numbers often stand twice. */
const isSpelling = (one: ColumnProfile, other: ColumnProfile) =>
  one.cells.length === other.cells.length &&
  one.cells.slice(0, maxCompared).every((cell, at) => toLetters(cell) === toLetters(other.cells[at] ?? ''))
