import type { Criteria, Dates, Range } from '@dooryard/contract/criteria'
import { type CriteriaField, criteriaGroups, type RangeUnit } from '@dooryard/contract/criteria-fields'
import { formatDay, formatDollars, formatNumber, plural, readable } from '../../lib/format.ts'
import { toggleValue, valueAt, withoutGroup, withValue } from '../edit-criteria.ts'
import { termsOf } from '../fields.ts'
import { nameOfPoint } from '../places/place-names.ts'
import { stateName } from '../places/states.ts'

/** One thing that criteria ask for, in words, with the criteria that no longer ask it. */
export type Phrase = { id: string; label: string; text: string; without: Criteria }

export type CountyName = (fips: string) => string | undefined

/** The name of a saved search, which only the server knows. */
export type SearchName = (id: string) => string | undefined

/** `LLC`, `LLC or Trust`, `LLC, Trust and 3 more`. */
export function listInWords(labels: string[], last = 'or'): string {
  if (labels.length <= 1) return labels.join('')
  if (labels.length <= 3) return `${labels.slice(0, -1).join(', ')} ${last} ${labels.at(-1)}`
  return `${labels.slice(0, 2).join(', ')} and ${labels.length - 2} more`
}

const formatters: Record<RangeUnit, (value: number) => string> = {
  number: formatNumber,
  dollars: formatDollars,
  sqft: (value) => `${formatNumber(value)} sq ft`,
  percent: (value) => `${value}%`,
  year: String,
  years: formatNumber,
}

/** `3 or more`, `up to $400,000`, `1980 to 1999, or unknown`. */
export function rangeInWords({ min, max, includeUnknown }: Range, unit: RangeUnit): string {
  const show = formatters[unit]
  const isYear = unit === 'year'
  const ends =
    min !== undefined && max !== undefined
      ? min === max
        ? show(min)
        : `${show(min)} to ${show(max)}`
      : min !== undefined
        ? `${show(min)} or ${isYear ? 'later' : 'more'}`
        : max !== undefined
          ? isYear
            ? `${show(max)} or earlier`
            : `up to ${show(max)}`
          : undefined
  if (ends === undefined) return includeUnknown ? 'unknown or not' : 'known'
  return includeUnknown ? `${ends}, or unknown` : ends
}

function datesInWords(dates: Dates): string {
  if ('lastDays' in dates) return `in the last ${formatNumber(dates.lastDays)} days`
  const { from, to } = dates
  if (from && to) return `${formatDay(from)} to ${formatDay(to)}`
  return from ? `since ${formatDay(from)}` : `until ${formatDay(to)}`
}

function valueInWords(field: CriteriaField, value: unknown): string {
  switch (field.type) {
    case 'terms': {
      const labels = new Map(termsOf(field.vocabulary).map((term) => [term.value, term.label]))
      const words = (value as string[]).map((one) => labels.get(one) ?? one)
      return listInWords(words, field.key === 'allOf' ? 'and' : 'or')
    }
    case 'range':
      return rangeInWords(value as Range, field.unit)
    case 'dates':
      return datesInWords(value as Dates)
    case 'text':
      return `starts with “${value}”`
    case 'yesNo':
      return value ? 'Yes' : 'No'
  }
}

type PlaceKind = 'states' | 'counties' | 'cities' | 'zips'

const placeLabels: Record<PlaceKind, string> = { states: 'State', counties: 'County', cities: 'City', zips: 'ZIP' }

export function placeInWords(kind: PlaceKind, value: string, countyName: CountyName): string {
  if (kind === 'states') return stateName(value)
  if (kind === 'counties') return countyName(value) ?? `County ${value}`
  if (kind === 'cities') return `${readable(value.slice(3))}, ${value.slice(0, 2)}`
  return value
}

/** What criteria ask of the place of a property: each place, the circle, and the drawn areas. */
function placePhrases(criteria: Criteria, countyName: CountyName): Phrase[] {
  const location = criteria.location ?? {}
  const places = (Object.keys(placeLabels) as PlaceKind[]).flatMap((kind) =>
    (location[kind] ?? []).map((value) => ({
      id: `location.${kind}.${value}`,
      label: placeLabels[kind],
      text: placeInWords(kind, value, countyName),
      without: withValue(criteria, 'location', kind, toggleValue(location[kind] ?? [], value)),
    })),
  )
  const area = (key: 'near' | 'polygons', text: string) => ({
    id: `location.${key}`,
    label: 'Area',
    text,
    without: withValue(criteria, 'location', key, undefined),
  })
  if (location.near) {
    const { miles } = location.near
    places.push(area('near', `within ${plural(miles, 'mile')} of ${nameOfPoint(location.near) ?? 'a point'}`))
  }
  const drawn = location.polygons?.length ?? 0
  if (drawn > 0) places.push(area('polygons', drawn === 1 ? 'one drawn area' : `${drawn} drawn areas`))
  return places
}

/** `In any of`, `In at least 2 of`, `In all of`. */
function stackLabel({ of, atLeast }: NonNullable<Criteria['stack']>): string {
  if (atLeast === 1) return 'In any of'
  return atLeast === of.length ? 'In all of' : `In at least ${atLeast} of`
}

function exclusionPhrases(criteria: Criteria, searchName: SearchName): Phrase[] {
  const { delivered, savedSearchIds = [], propertyIds = [] } = criteria.exclude ?? {}
  const phrase = (key: string, label: string, text: string) => ({
    id: `exclude.${key}`,
    label,
    text,
    without: withValue(criteria, 'exclude', key, undefined),
  })
  return [
    ...savedSearchIds.map((id) => ({
      id: `exclude.savedSearchIds.${id}`,
      label: 'Left out',
      text: searchName(id) ?? 'a saved search',
      without: withValue(criteria, 'exclude', 'savedSearchIds', toggleValue(savedSearchIds, id)),
    })),
    ...(propertyIds.length > 0
      ? [phrase('propertyIds', 'Left out', plural(propertyIds.length, 'property', 'properties'))]
      : []),
    ...(delivered === false ? [phrase('delivered', 'Kept in', 'leads you already have')] : []),
  ]
}

/** What criteria say beside their fields: a stack of searches, chosen properties, and what is left out. */
export function choicePhrases(criteria: Criteria, searchName: SearchName = () => undefined): Phrase[] {
  const { stack, only } = criteria
  const phrases: Phrase[] = []
  if (stack) {
    const names = stack.of.map(({ name }) => name ?? 'a search without a name')
    const text = listInWords(names, 'and')
    phrases.push({ id: 'stack', label: stackLabel(stack), text, without: withoutGroup(criteria, 'stack') })
  }
  if (only) {
    const text = plural(only.propertyIds.length, 'chosen property', 'chosen properties')
    phrases.push({ id: 'only.propertyIds', label: 'Only', text, without: withoutGroup(criteria, 'only') })
  }
  return [...phrases, ...exclusionPhrases(criteria, searchName)]
}

/** What criteria ask for, one phrase a place, field or choice, in the order of the panel. */
export function criteriaInWords(
  criteria: Criteria,
  countyName: CountyName = () => undefined,
  searchName?: SearchName,
): Phrase[] {
  const fields = criteriaGroups.flatMap((group) =>
    group.fields.flatMap((field) => {
      const value = valueAt(criteria, group.key, field.key)
      if (value === undefined) return []
      const label = group.key === 'signals' ? `Signals, ${field.label.toLowerCase()}` : field.label
      const without = withValue(criteria, group.key, field.key, undefined)
      return [{ id: `${group.key}.${field.key}`, label, text: valueInWords(field, value), without }]
    }),
  )
  return [...placePhrases(criteria, countyName), ...fields, ...choicePhrases(criteria, searchName)]
}

export function criteriaInOneLine(criteria: Criteria, countyName?: CountyName, searchName?: SearchName): string {
  const phrases = criteriaInWords(criteria, countyName, searchName)
  const line = phrases.map(({ id, label, text }) => (id.startsWith('location.') ? text : `${label}: ${text}`))
  return line.length > 0 ? line.join(' · ') : 'Everything'
}
