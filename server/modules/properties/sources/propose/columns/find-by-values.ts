import {
  isCityState,
  isCityStateZip,
  isHouseNumber,
  isState,
  isStreetLine,
  isStreetType,
  isZip,
  toNumber,
} from '../values/cells.ts'
import { fitValues } from '../values/fit-values.ts'
import { type ColumnProfile, measureShare } from '../values/profile.ts'
import { type Candidate, rank } from './candidate.ts'
import { continuesLine } from './continues-line.ts'
import { findDescriptions } from './find-descriptions.ts'
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
  ...findWholeStreets(named),
  ...findMailingBlock(profiles, named),
  ...findMailingStates(profiles, named),
  ...findShiftedLines(profiles, named),
  ...findSales(profiles, named, today),
  ...findShapeAreas(profiles, named),
  ...findMailingLines(profiles, named),
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

/** A site address that holds house numbers alone, beside a street. */
const findHouseNumbers = (named: readonly Candidate[]): Candidate[] =>
  named
    .filter(
      ({ target, fit, profile }) =>
        target === 'situsAddress' && fit === 0 && measureShare(profile.cells, isHouseNumber) > 0.8,
    )
    .map((candidate) => ({ ...candidate, target: 'situs.number', fit: 1 }))

/** A street whose cells begin with the house number. */
const findWholeStreets = (named: readonly Candidate[]): Candidate[] =>
  named
    .filter(({ target, profile }) => target.endsWith('.street') && measureShare(profile.cells, isStreetLine) > 0.8)
    .map((candidate) => ({
      ...candidate,
      target: candidate.target === 'mailing.street' ? 'mailingAddress' : 'situsAddress',
      fit: 1,
    }))

/** A line of city, state and ZIP that no name explains, with the street in the column before it. */
function findMailingBlock(profiles: readonly ColumnProfile[], named: readonly Candidate[]): Candidate[] {
  const explained = (profile: ColumnProfile) =>
    named.some((one) => one.profile === profile && one.name * one.fit > 0.5 && one.target !== 'taxpayerNames')
  const city = profiles.find(({ cells }) => measureShare(cells, isCityStateZip) > 0.7)
  if (!city || explained(city)) return []
  const street = profiles[city.at - 1]
  const share = street ? measureShare(street.cells, isStreetLine) : 0
  const isNamed = named.some(({ target, name, fit }) => target === 'mailingCity' && name > 0.7 && fit > 0.5)
  // A street that stands among names is the taxpayer's, whatever other city is named.
  if (isNamed && !(share > 0.8 && named.some((one) => one.profile === street && one.target === 'taxpayerNames')))
    return []
  const streets: Candidate[] =
    street && share > 0.5 ? [{ target: 'mailingAddress', profile: street, name: 0.65, fit: 1, rival: null }] : []
  return [{ target: 'mailingCityState', profile: city, name: 0.8, fit: 1, rival: null }, ...streets]
}

/** City and state in a further line of the mailing address, whose ZIP stands in a column of its own. */
function findMailingLines(profiles: readonly ColumnProfile[], named: readonly Candidate[]): Candidate[] {
  const first = named.find(({ target, name, fit }) => target === 'mailingAddress' && name > 0.75 && fit > 0.5)
  if (!first) return []
  return [1, 2, 3].flatMap((step): Candidate[] => {
    const profile = profiles[first.profile.at + step]
    if (!profile || !continuesLine(first.profile.column, profile.column, step + 1)) return []
    if (measureShare(profile.cells, isZip) > 0.8)
      return [{ target: 'mailingZip', profile, name: 0.85, fit: 1, rival: null }]
    if (measureShare(profile.cells, isCityState) < 0.8) return []
    return [{ target: 'mailingCityState', profile, name: 0.85, fit: 1, rival: null }]
  })
}

/** A column of states beside the mailing city. */
function findMailingStates(profiles: readonly ColumnProfile[], named: readonly Candidate[]): Candidate[] {
  if (named.some(({ target, name, fit }) => target === 'mailingState' && name * fit > 0.5)) return []
  const city = named.find(({ target, fit }) => target === 'mailingCity' && fit > 0.5)
  const state = city && profiles[city.profile.at + 1]
  if (!state || state.cells.length === 0 || measureShare(state.cells, isState) < 0.95) return []
  return [{ target: 'mailingState', profile: state, name: 0.8, fit: 1, rival: null }]
}

/** The line with streets, where the first of numbered lines is an addressee or mostly empty. */
function findShiftedLines(profiles: readonly ColumnProfile[], named: readonly Candidate[]): Candidate[] {
  const lines = named.filter(({ target, name }) => target === 'mailingAddress' && name >= 0.45)
  if (lines.some(({ name, fit, profile }) => name > 0.75 && fit > 0.5 && profile.filled > 0.3)) return []
  return lines.flatMap((first): Candidate[] => {
    const next = profiles[first.profile.at + 1]
    const isLeft = isStreetColumn(first.profile) && first.profile.filled > 0.3
    if (!next || isLeft || !isStreetColumn(next) || !continuesLine(first.profile.column, next.column, 2)) return []
    return [{ ...first, profile: next, fit: 1 }]
  })
}

const isStreetColumn = ({ cells }: ColumnProfile) => measureShare(cells, isStreetLine) > 0.6

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

/** The sum of land and improvements, where no name says which column is the total. */
function findTotals(
  profiles: readonly ColumnProfile[],
  named: readonly Candidate[],
  rows: readonly (readonly string[])[],
): Candidate[] {
  const find = (...targets: Candidate['target'][]) =>
    named.filter((one) => targets.includes(one.target) && one.name * one.fit > 0.6).sort((a, b) => rank(b) - rank(a))[0]
  const land = find('landValue')?.profile
  const improvement = find('improvementValue')?.profile
  const hasTotal = named.some(
    ({ target, name, fit, profile: { cells } }) =>
      (target === 'marketValue' || target === 'assessedValue') && name * fit > 0.5 && cells.length > 0,
  )
  if (!land || !improvement || hasTotal) return []
  const read = (row: readonly string[], { at }: ColumnProfile) => toNumber(row[at] ?? '') ?? 0
  const parts = rows.slice(0, maxRowsSummed).map((row) => ({ row, sum: read(row, land) + read(row, improvement) }))
  const filled = parts.filter(({ sum }) => sum > 0)
  const total = profiles.find((profile) => {
    if (profile === land || profile === improvement || profile.numeric < 0.9) return false
    const same = filled.filter(({ row, sum }) => Math.abs(read(row, profile) - sum) <= sum * 0.01)
    return filled.length > 10 && same.length > filled.length * 0.8
  })
  return total ? [{ target: 'marketValue', profile: total, name: 0.7, fit: 1, rival: null }] : []
}
