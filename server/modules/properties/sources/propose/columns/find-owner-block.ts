import { readHeader } from '../headers/header-words.ts'
import type { NameTarget } from '../headers/match-names.ts'
import { findStateOfLine, isState, isStreetLine } from '../values/cells.ts'
import { fitValues } from '../values/fit-values.ts'
import { type ColumnProfile, measureShare } from '../values/profile.ts'
import { type Candidate, rank } from './candidate.ts'
import { hasOtherStates } from './other-states.ts'

const leastNamed = 0.75
const nameOfBlock = 0.86
const leastOther = 0.02
const maxLines = 4
const maxSteps = 3

/**
 * The owner's address around a column of states, of which some are others: street, city and ZIP stand beside it in
 * nearly all files, whatever they are called.
 */
export function findOwnerBlock(
  profiles: readonly ColumnProfile[],
  named: readonly Candidate[],
  today: string,
): Candidate[] {
  const state = findStates(profiles, named)
  if (!state) return findLineBlock(profiles, named)
  const near = (steps: readonly number[], target: NameTarget, test: (profile: ColumnProfile) => boolean) => {
    const found = steps
      .map((step) => profiles[state.at + step])
      .find((one) => one && one.cells.length > 0 && !isOfSitus(one) && test(one))
    return found ? [toCandidate(target, found, fitValues(target, found, today))] : []
  }
  const city = near([-1, 1, -2], 'mailingCity', (one) => fitValues('mailingCity', one, today) > 0.6)
  const zip = near([1, 2, -1], 'mailingZip', ({ cells }) => measureShare(cells, isWholeZip) > 0.8)
  if (city.length + zip.length === 0) return []
  const first = Math.min(state.at, city[0]?.profile.at ?? state.at)
  const streets = Array.from({ length: maxLines }, (_, step) => first - 1 - step - state.at)
  const street = near(streets, 'mailingAddress', ({ cells }) => measureShare(cells, isStreetLine) > 0.6)
  return [...street, ...city, toCandidate('mailingState', state, 1), ...zip]
}

// Eight digits are a day.
const isWholeZip = (cell: string) => /^'?\d{5}(?:-?\d{4})?(?:\.0+)?-?$/.test(cell)

const toCandidate = (target: NameTarget, profile: ColumnProfile, fit: number): Candidate => ({
  target,
  profile,
  name: nameOfBlock,
  fit,
  rival: null,
})

/** City, state and ZIP in one cell, with the street in a column before it. */
function findLineBlock(profiles: readonly ColumnProfile[], named: readonly Candidate[]): Candidate[] {
  const isNamed = named.some(
    ({ target, name, fit }) => target.startsWith('mailingCity') && name >= leastNamed && fit > 0.5,
  )
  const line = profiles.find(
    (profile) => hasOtherStates(profile.cells.map(findStateOfLine), leastOther) && !isOfSitus(profile),
  )
  if (!line || isNamed || measureShare(line.cells, (cell) => findStateOfLine(cell) !== '') < 0.8) return []
  const before = profiles.slice(Math.max(0, line.at - maxSteps), line.at).reverse()
  const street = before.find((one) => !isOfSitus(one) && measureShare(one.cells, isStreetLine) > 0.6)
  return [...(street ? [toCandidate('mailingAddress', street, 1)] : []), toCandidate('mailingCityState', line, 1)]
}

/** The column of states that is named as the owner's, else the first one whose states differ. */
function findStates(profiles: readonly ColumnProfile[], named: readonly Candidate[]): ColumnProfile | undefined {
  const [known] = named
    .filter(({ target, name, fit }) => target === 'mailingState' && name >= leastNamed && fit > 0.5)
    .sort((a, b) => rank(b) - rank(a))
  if (known) return known.profile
  const hasLine = named.some(
    ({ target, name, fit }) => target === 'mailingCityState' && name >= leastNamed && fit > 0.5,
  )
  if (hasLine) return undefined
  return profiles.find(
    (profile) =>
      measureShare(profile.cells, isState) > 0.95 && hasOtherStates(profile.cells, leastOther) && !isOfSitus(profile),
  )
}

/** The name says that it is of the property. */
function isOfSitus({ column }: ColumnProfile): boolean {
  const has = (...meanings: string[]) =>
    readHeader(column, false).words.some(
      // The P of `PADDR1` can be that of postal addresses.
      (word) => word.text.length > 1 && meanings.some((one) => word.meanings.has(one)),
    )
  return has('SITUS') && !has('MAIL', 'OWNER', 'TAXPAYER')
}
