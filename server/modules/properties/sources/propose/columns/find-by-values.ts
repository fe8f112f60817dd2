import { isCityState, isDirection, isHouseNumber, isStreetLine, isStreetType, toNumber } from '../values/cells.ts'
import { fitValues } from '../values/fit-values.ts'
import { type ColumnProfile, measureShare } from '../values/profile.ts'
import { type Candidate, rank } from './candidate.ts'
import { continuesLine } from './continues-line.ts'
import { findDescriptions } from './find-descriptions.ts'
import { findMailing } from './find-mailing.ts'
import { findSales } from './find-sales.ts'

/** Columns whose values and neighbours say what they are, whatever their names say. */
export const findByValues = (
  profiles: readonly ColumnProfile[],
  named: readonly Candidate[],
  rows: readonly (readonly string[])[],
  today: string,
): Candidate[] => [
  ...findStreetTypes(profiles, named),
  ...findSitusLines(profiles, named, today),
  ...findHouseNumbers(named),
  ...findDirections(profiles, named),
  ...findWholeStreets(named),
  ...findMailing(profiles, named),
  ...findSales(profiles, named, today),
  ...findShapeAreas(profiles, named),
  ...findTotals(profiles, named, rows),
  ...findDescriptions(profiles, named, rows),
]

/** Types of streets beside their names, whatever the column is called. */
function findStreetTypes(profiles: readonly ColumnProfile[], named: readonly Candidate[]): Candidate[] {
  return profiles.flatMap((profile): Candidate[] => {
    if (profile.cells.length === 0 || measureShare(profile.cells, isStreetType) < 0.8) return []
    if (named.some((one) => one.profile === profile && one.target.endsWith('.type') && one.name > 0.75)) return []
    const [street] = named
      .filter(({ target, profile: { at } }) => target.endsWith('.street') && at === profile.at - 1)
      .sort((a, b) => rank(b) - rank(a))
    const target = street?.target === 'mailing.street' ? 'mailing.type' : 'situs.type'
    return street ? [{ target, profile, name: 0.8, fit: 1, rival: null }] : []
  })
}

/** City and ZIP of the property in its second and third address line. */
function findSitusLines(profiles: readonly ColumnProfile[], named: readonly Candidate[], today: string): Candidate[] {
  const first = named.find(({ target, name, fit }) => target === 'situsAddress' && name > 0.75 && fit > 0.5)
  if (!first) return []
  return [1, 2].flatMap((step) => {
    const profile = profiles[first.profile.at + step]
    if (!profile || profile.cells.length === 0 || !continuesLine(first.profile.column, profile.column, step + 1))
      return []
    return (['situsCity', 'situsZip'] as const).flatMap((target): Candidate[] => {
      const fit = fitValues(target, profile, today)
      if (target === 'situsCity' && measureShare(profile.cells, isCityState) > 0.8)
        return [{ target: 'situsCityState', profile, name: 0.85, fit: 1, rival: null }]
      return fit > 0.8 ? [{ target, profile, name: 0.85, fit, rival: null }] : []
    })
  })
}

/** An address that holds house numbers alone, beside a street. */
const findHouseNumbers = (named: readonly Candidate[]): Candidate[] =>
  (['situs', 'mailing'] as const).flatMap((party) =>
    named
      .filter(
        ({ target, fit, profile }) =>
          target === `${party}Address` && fit === 0 && measureShare(profile.cells, isHouseNumber) > 0.8,
      )
      .map((candidate): Candidate => ({ ...candidate, target: `${party}.number`, fit: 1 })),
  )

/** Directions between house number and street, whatever the column is called. */
function findDirections(profiles: readonly ColumnProfile[], named: readonly Candidate[]): Candidate[] {
  return profiles.flatMap((profile): Candidate[] => {
    if (profile.cells.length === 0 || measureShare(profile.cells, isDirection) < 0.95) return []
    if (named.some((one) => one.profile === profile && one.target.endsWith('Direction') && one.name > 0.75)) return []
    const has = (target: string, at: number) => named.some((one) => one.target === target && one.profile.at === at)
    const party = (['situs', 'mailing'] as const).find(
      (one) =>
        has(`${one}.street`, profile.at + 1) &&
        (has(`${one}.number`, profile.at - 1) || has(`${one}Address`, profile.at - 1)),
    )
    return party ? [{ target: `${party}.preDirection`, profile, name: 0.8, fit: 1, rival: null }] : []
  })
}

/** A street whose cells begin with the house number. */
const findWholeStreets = (named: readonly Candidate[]): Candidate[] =>
  named
    .filter(({ target, profile }) => target.endsWith('.street') && measureShare(profile.cells, isStreetLine) > 0.8)
    .map((candidate) => ({
      ...candidate,
      target: candidate.target === 'mailing.street' ? 'mailingAddress' : 'situsAddress',
      fit: 1,
    }))

// Smaller areas are of other units than feet or meters.
const leastShapeArea = 400

/** The area that a geographic system computed, where nothing else has one. */
function findShapeAreas(profiles: readonly ColumnProfile[], named: readonly Candidate[]): Candidate[] {
  if (named.some(({ target, name, fit }) => target === 'lotSqft' && name * fit > 0.4)) return []
  if (profiles.some(({ column }) => column.startsWith('@'))) return []
  const found = profiles.find(
    ({ column, median }) => /^(?:shape|st)_{0,2}_?\.?_?(?:st)?area/i.test(column) && (median ?? 0) > leastShapeArea,
  )
  return found ? [{ target: 'lotSqft', profile: found, name: 0.5, fit: 1, rival: null }] : []
}

const maxRowsSummed = 500
const nameOfSum = 0.95

/**
 * The sum of land and improvements is the total, whatever its name says; of several totals it is the one that is their
 * sum.
 */
function findTotals(
  profiles: readonly ColumnProfile[],
  named: readonly Candidate[],
  rows: readonly (readonly string[])[],
): Candidate[] {
  const find = (...targets: Candidate['target'][]) =>
    named.filter((one) => targets.includes(one.target) && one.name * one.fit > 0.5).sort((a, b) => rank(b) - rank(a))[0]
  const land = find('landValue')?.profile
  const improvement = find('improvementValue')?.profile
  if (!land || !improvement || land === improvement) return []
  const read = (row: readonly string[], { at }: ColumnProfile) => toNumber(row[at] ?? '') ?? 0
  const parts = rows.slice(0, maxRowsSummed).map((row) => ({ row, sum: read(row, land) + read(row, improvement) }))
  const filled = parts.filter(({ sum }) => sum > 0)
  const isSum = (profile: ColumnProfile) => {
    if (profile === land || profile === improvement || profile.numeric < 0.9) return false
    const same = filled.filter(({ row, sum }) => Math.abs(read(row, profile) - sum) <= sum * 0.01)
    return filled.length > 10 && same.length > filled.length * 0.8
  }
  const totals = named.filter(
    ({ target, name, fit, profile: { cells } }) =>
      (target === 'marketValue' || target === 'assessedValue') && name * fit > 0.5 && cells.length > 0,
  )
  const total = profiles.find(isSum)
  if (totals.length === 0)
    return total ? [{ target: 'marketValue', profile: total, name: 0.7, fit: 1, rival: null }] : []
  const sums = totals.filter(({ target, profile }) => target === 'marketValue' && isSum(profile))
  return sums.length === 1 ? sums.map((one) => ({ ...one, name: Math.max(one.name, nameOfSum) })) : []
}
