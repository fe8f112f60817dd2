import { isCityState, isCityStateZip, isState, isStreetLine, isZip } from '../values/cells.ts'
import { type ColumnProfile, measureShare } from '../values/profile.ts'
import type { Candidate } from './candidate.ts'
import { continuesLine } from './continues-line.ts'

/** Parts of the mailing address that their values and neighbours tell, whatever their names say. */
export const findMailing = (profiles: readonly ColumnProfile[], named: readonly Candidate[]): Candidate[] => {
  const shifted = findShiftedLines(profiles, named)
  return [
    ...findMailingBlock(profiles, named),
    ...findMailingStates(profiles, named),
    ...shifted,
    ...findMailingLines(profiles, [...shifted, ...named]),
  ]
}

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
  const first = named.find(({ target, name, fit }) => target === 'mailingAddress' && name > 0.65 && fit > 0.5)
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
