import { dayMs } from '@dooryard/contract/api/time'
import type { CountyCoverage, CoverageSource } from '@dooryard/contract/data/data-coverage'
import type { CoverageView } from './coverage-search.ts'

type CountKey = 'withOwner' | 'withMailing' | 'withLoans' | 'withSale' | 'withPhone'

/** What is known of properties, in the order of the table. */
export const shareColumns: readonly { key: CountKey; label: string; hint: string }[] = [
  { key: 'withOwner', label: 'Owner', hint: 'With an owner name' },
  { key: 'withMailing', label: 'Mailing address', hint: 'With an owner name and a full mailing address' },
  { key: 'withLoans', label: 'Mortgages', hint: 'With known mortgages, or known to have none' },
  { key: 'withSale', label: 'Last sale', hint: 'With a known last sale' },
  { key: 'withPhone', label: 'Phone', hint: 'With a known phone number of the owner' },
]

/** A county or a state: its counts, and the datasets it is made of. */
export type CoveredPlace = Pick<CountyCoverage, 'properties' | CountKey | 'sources' | 'name' | 'state'> & {
  key: string
}

/** A share of the properties in percent, whole except below one and above 99, so that none is rounded to all. */
export function formatKnown({ properties, ...counts }: Pick<CoveredPlace, 'properties' | CountKey>, key: CountKey) {
  const percent = properties === 0 ? 0 : (counts[key] * 100) / properties
  if (percent > 0 && percent < 1) return '< 1%'
  return percent > 99 && percent < 100 ? '> 99%' : `${Math.round(percent)}%`
}

const shareSteps = [0.25, 0.5, 0.9]
export const shareLegend = ['under 25%', '25% to 50%', '50% to 90%', '90% and more']

const ageSteps = [730, 365, 90]
export const ageLegend = ['over 2 years or unknown', '1 to 2 years', '3 to 12 months', 'under 3 months']

/** The newest day that the datasets of a place describe; null where none says. */
export const getNewestDay = (sources: readonly CoverageSource[]) =>
  sources.reduce<string | null>(
    (newest, { recordedOn }) => (recordedOn !== null && recordedOn > (newest ?? '') ? recordedOn : newest),
    null,
  )

/** The shade of a county on the map, from 0 to 3: by the share that is known, or by the age of its data. */
export function getStep(county: CountyCoverage, view: CoverageView, now: number): number {
  if (view !== 'freshness') {
    const share = county.properties === 0 ? 0 : county[view] / county.properties
    return shareSteps.filter((from) => share >= from).length
  }
  const day = getNewestDay(county.sources)
  if (day === null) return 0
  const days = (now - Date.parse(day)) / dayMs
  return ageSteps.filter((below) => days < below).length
}

const add = (one: CoveredPlace, other: CountyCoverage): CoveredPlace => {
  const known = new Set(one.sources.map(({ name }) => name))
  return {
    ...one,
    properties: one.properties + other.properties,
    withOwner: one.withOwner + other.withOwner,
    withMailing: one.withMailing + other.withMailing,
    withLoans: one.withLoans + other.withLoans,
    withSale: one.withSale + other.withSale,
    withPhone: one.withPhone + other.withPhone,
    sources: [...one.sources, ...other.sources.filter(({ name }) => !known.has(name))],
  }
}

const none = { properties: 0, withOwner: 0, withMailing: 0, withLoans: 0, withSale: 0, withPhone: 0, sources: [] }

/** The states with data, each with the sums of its counties, those with most properties first. */
export function sumByState(counties: readonly CountyCoverage[], getName: (state: string) => string): CoveredPlace[] {
  const states = Map.groupBy(counties, ({ state }) => state)
  return [...states]
    .map(([state, parts]) => parts.reduce<CoveredPlace>(add, { ...none, key: state, state, name: getName(state) }))
    .sort((a, b) => b.properties - a.properties || a.name.localeCompare(b.name))
}
