import type { Criteria, Dates, Range } from '@dooryard/contract/criteria'
import { type CriteriaField, criteriaGroups, type RangeUnit } from '@dooryard/contract/criteria-fields'
import { formatDay, formatDollars, formatNumber } from '../lib/format.ts'
import { placePhrases } from './area-words.ts'
import { choicePhrases, type SearchName } from './choice-words.ts'
import { valueAt, withValue } from './edit.ts'
import { termsOf } from './fields.ts'
import { listInWords } from './list-words.ts'

/** One thing that criteria ask for, in words, with the criteria that no longer ask it. */
export type Phrase = { id: string; label: string; text: string; without: Criteria }

/** The name of a county, which only the server knows. */
export type CountyName = (fips: string) => string | undefined

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

/** The same in one line, for a row of a table. */
export function criteriaInOneLine(criteria: Criteria, countyName?: CountyName, searchName?: SearchName): string {
  const phrases = criteriaInWords(criteria, countyName, searchName)
  const line = phrases.map(({ id, label, text }) => (id.startsWith('location.') ? text : `${label}: ${text}`))
  return line.length > 0 ? line.join(' · ') : 'Everything'
}
