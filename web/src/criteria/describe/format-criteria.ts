import { purchasedParts } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { type CriteriaField, criteriaGroups, type RangeUnit } from '@dooryard/contract/criteria/criteria-fields'
import type { Dates, Range } from '@dooryard/contract/criteria/ranges'
import {
  formatDay,
  formatDollars,
  formatNumber,
  pluralize,
  toLowerFirst,
  toReadableCase,
} from '../../lib/format/format.ts'
import { formatList } from '../../lib/format/format-list.ts'
import { getCriteriaValue, removeCriteriaGroup, setCriteriaValue, toggleValue } from '../edit-criteria.ts'
import { exclusionKeys, exclusionKinds } from '../exclusions/exclusion-kinds.ts'
import { formatCountyValue, listTerms } from '../fields.ts'
import { getPointName } from '../places/place-names.ts'
import { getStateName } from '../places/states.ts'

/** One criterion as a label and text, and the criteria without it. */
export type CriterionLabel = { id: string; label: string; text: string; without: Criteria }

export type GetCountyName = (fips: string) => string | undefined

/** Returns the name of a record that criteria refer to, such as an order or a suppression list, which only the server knows. */
export type GetRecordName = (id: string) => string | undefined

const formatters: Record<RangeUnit, (value: number) => string> = {
  number: formatNumber,
  dollars: formatDollars,
  sqft: (value) => `${formatNumber(value)} sq ft`,
  percent: (value) => `${value}%`,
  year: String,
  years: formatNumber,
}

export const formatRangeValue = (value: number, unit: RangeUnit) => formatters[unit](value)

/** `3 or more`, `up to $400,000`, `1980 to 1999, or unknown`. */
export function formatRange({ min, max, includeUnknown }: Range, unit: RangeUnit): string {
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

function formatDates(dates: Dates): string {
  if ('lastDays' in dates) return `in the last ${formatNumber(dates.lastDays)} days`
  const { from, to } = dates
  if (from && to) return `${formatDay(from)} to ${formatDay(to)}`
  return from ? `since ${formatDay(from)}` : `until ${formatDay(to)}`
}

function formatFieldValue(field: CriteriaField, value: unknown): string {
  switch (field.type) {
    case 'terms': {
      const labels = new Map(listTerms(field.vocabulary).map((term) => [term.value, term.label]))
      const words = (value as string[]).map((one) => labels.get(one) ?? one)
      return formatList(words, field.key === 'allOf' ? 'and' : 'or')
    }
    case 'values':
      return formatList(
        (value as string[]).map((one) => formatCountyValue(field, one)),
        'or',
      )
    case 'range':
      return formatRange(value as Range, field.unit)
    case 'dates':
      return formatDates(value as Dates)
    case 'text':
      return field.operator === 'words' ? `has “${value}”` : `starts with “${value}”`
    case 'yesNo':
      return value ? 'Yes' : 'No'
  }
}

type PlaceKind = 'states' | 'counties' | 'cities' | 'zips'

const placeLabels: Record<PlaceKind, string> = { states: 'State', counties: 'County', cities: 'City', zips: 'ZIP' }

export function formatPlace(kind: PlaceKind, value: string, getCountyName: GetCountyName): string {
  if (kind === 'states') return getStateName(value)
  if (kind === 'counties') return getCountyName(value) ?? `County ${value}`
  if (kind === 'cities') return `${toReadableCase(value.slice(3))}, ${value.slice(0, 2)}`
  return value
}

/** The location criteria: each place, the circle, and the drawn areas. */
function listPlaceLabels(criteria: Criteria, getCountyName: GetCountyName): CriterionLabel[] {
  const location = criteria.location ?? {}
  const places = (Object.keys(placeLabels) as PlaceKind[]).flatMap((kind) =>
    (location[kind] ?? []).map((value) => ({
      id: `location.${kind}.${value}`,
      label: placeLabels[kind],
      text: formatPlace(kind, value, getCountyName),
      without: setCriteriaValue(criteria, 'location', kind, toggleValue(location[kind] ?? [], value)),
    })),
  )
  const area = (key: 'near' | 'polygons', text: string) => ({
    id: `location.${key}`,
    label: 'Area',
    text,
    without: setCriteriaValue(criteria, 'location', key, undefined),
  })
  if (location.near) {
    const { miles } = location.near
    places.push(area('near', `within ${pluralize(miles, 'mile')} of ${getPointName(location.near) ?? 'a point'}`))
  }
  const drawn = location.polygons?.length ?? 0
  if (drawn > 0) places.push(area('polygons', drawn === 1 ? 'one drawn area' : `${drawn} drawn areas`))
  return places
}

/** `In any of`, `In at least 2 of`, `In all of`. */
function formatStack({ of, atLeast }: NonNullable<Criteria['stack']>): string {
  if (atLeast === 1) return 'In any of'
  return atLeast === of.length ? 'In all of' : `In at least ${atLeast} of`
}

/** The excluded records, one label for each. */
function listExcludedRecords(criteria: Criteria, getRecordName: GetRecordName): CriterionLabel[] {
  return exclusionKeys.flatMap((key) => {
    const ids = criteria.exclude?.[key] ?? []
    const { chip, unnamed } = exclusionKinds[key]
    return ids.map((id) => ({
      id: `exclude.${key}.${id}`,
      label: chip,
      text: getRecordName(id) ?? unnamed,
      without: setCriteriaValue(criteria, 'exclude', key, toggleValue(ids, id)),
    }))
  })
}

function listExclusionLabels(criteria: Criteria, getRecordName: GetRecordName): CriterionLabel[] {
  const { delivered, institutional, propertyIds = [] } = criteria.exclude ?? {}
  const phrase = (key: string, label: string, text: string) => ({
    id: `exclude.${key}`,
    label,
    text,
    without: setCriteriaValue(criteria, 'exclude', key, undefined),
  })
  return [
    ...(institutional ? [phrase('institutional', 'Exclude', 'institutional owners')] : []),
    ...listExcludedRecords(criteria, getRecordName),
    ...(propertyIds.length > 0
      ? [phrase('propertyIds', 'Exclude', pluralize(propertyIds.length, 'property', 'properties'))]
      : []),
    ...(delivered === false ? [phrase('delivered', 'Include', 'purchased leads')] : []),
  ]
}

/** The limits to single properties, to lists, to purchased leads and to the leads of an order. */
function listLimitLabels(criteria: Criteria, getRecordName: GetRecordName): CriterionLabel[] {
  const { propertyIds, purchased, orderId, listIds } = criteria.only ?? {}
  const limit = (key: keyof NonNullable<Criteria['only']>, text: string) => ({
    id: `only.${key}`,
    label: 'Only',
    text,
    without: setCriteriaValue(criteria, 'only', key, undefined),
  })
  return [
    ...(propertyIds
      ? [limit('propertyIds', pluralize(propertyIds.length, 'chosen property', 'chosen properties'))]
      : []),
    ...(listIds?.length
      ? [
          {
            ...limit(
              'listIds',
              formatList(
                listIds.map((id) => formatListName(getRecordName(id))),
                'or',
              ),
            ),
            label: 'On list',
          },
        ]
      : []),
    ...(orderId ? [limit('orderId', `leads delivered by ${formatOrder(getRecordName(orderId))}`)] : []),
    ...(purchased ? [limit('purchased', toLowerFirst(purchasedParts.label(purchased)))] : []),
  ]
}

const formatListName = (name: string | undefined) => (name === undefined ? 'one list' : `“${name}”`)

const formatOrder = (name: string | undefined) => (name === undefined ? 'one order' : `“${name}”`)

/** The criteria outside the fields: a stack of searches, chosen properties, and exclusions. */
export function listChoiceLabels(criteria: Criteria, getRecordName: GetRecordName = () => undefined): CriterionLabel[] {
  const { stack } = criteria
  const phrases: CriterionLabel[] = []
  if (stack) {
    const searches = stack.of.map(({ name }) => name ?? 'an unnamed search')
    const text = formatList(searches, 'and')
    phrases.push({ id: 'stack', label: formatStack(stack), text, without: removeCriteriaGroup(criteria, 'stack') })
  }
  return [...phrases, ...listLimitLabels(criteria, getRecordName), ...listExclusionLabels(criteria, getRecordName)]
}

/** The criteria as labels, one per place, field or choice, in the order of the panel. */
export function formatCriteria(
  criteria: Criteria,
  getCountyName: GetCountyName = () => undefined,
  getRecordName?: GetRecordName,
): CriterionLabel[] {
  const fields = criteriaGroups.flatMap((group) =>
    group.fields.flatMap((field) => {
      const value = getCriteriaValue(criteria, group.key, field.key)
      if (value === undefined) return []
      const label = group.key === 'signals' ? `Lead indicators, ${field.label.toLowerCase()}` : field.label
      const without = setCriteriaValue(criteria, group.key, field.key, undefined)
      return [{ id: `${group.key}.${field.key}`, label, text: formatFieldValue(field, value), without }]
    }),
  )
  return [...listPlaceLabels(criteria, getCountyName), ...fields, ...listChoiceLabels(criteria, getRecordName)]
}

export function formatCriteriaInline(
  criteria: Criteria,
  getCountyName?: GetCountyName,
  getRecordName?: GetRecordName,
): string {
  const phrases = formatCriteria(criteria, getCountyName, getRecordName)
  const line = phrases.map(({ id, label, text }) => (id.startsWith('location.') ? text : `${label}: ${text}`))
  return line.length > 0 ? line.join(' · ') : 'Everything'
}
