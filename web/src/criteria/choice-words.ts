import type { Criteria } from '@dooryard/contract/criteria'
import { plural } from '../lib/format.ts'
import { withValue } from './edit.ts'
import { listInWords } from './list-words.ts'
import type { Phrase } from './words.ts'

type Stack = NonNullable<Criteria['stack']>

/** The name of a saved search, which only the server knows. */
export type SearchName = (id: string) => string | undefined

/** `In any of`, `In at least 2 of`, `In all of`. */
export function stackLabel({ of, atLeast }: Stack): string {
  if (atLeast === 1) return 'In any of'
  return atLeast === of.length ? 'In all of' : `In at least ${atLeast} of`
}

/** The stacked searches by their names: `Absentee owners, Vacant lots and a search`. */
export const stackInWords = ({ of }: Stack) =>
  listInWords(
    of.map(({ name }) => name ?? 'a search without a name'),
    'and',
  )

const properties = (count: number) => plural(count, 'property', 'properties')

/** `12 chosen properties`. */
export const chosenInWords = (count: number) => plural(count, 'chosen property', 'chosen properties')

function exclusionPhrases(criteria: Criteria, searchName: SearchName): Phrase[] {
  const { delivered, savedSearchIds = [], propertyIds = [] } = criteria.exclude ?? {}
  const without = (key: string, value?: unknown) => withValue(criteria, 'exclude', key, value)
  const searches = savedSearchIds.map((id) => ({
    id: `exclude.savedSearchIds.${id}`,
    label: 'Left out',
    text: searchName(id) ?? 'a saved search',
    without: without(
      'savedSearchIds',
      savedSearchIds.filter((other) => other !== id),
    ),
  }))
  const ids = { id: 'exclude.propertyIds', label: 'Left out', text: properties(propertyIds.length) }
  const kept = { id: 'exclude.delivered', label: 'Kept in', text: 'leads you already have' }
  return [
    ...searches,
    ...(propertyIds.length > 0 ? [{ ...ids, without: without('propertyIds') }] : []),
    ...(delivered === false ? [{ ...kept, without: without('delivered') }] : []),
  ]
}

/** What criteria say beside their fields: a stack of searches, chosen properties, and what is left out. */
export function choicePhrases(criteria: Criteria, searchName: SearchName = () => undefined): Phrase[] {
  const { stack, only, ...rest } = criteria
  const stacked = stack && {
    id: 'stack',
    label: stackLabel(stack),
    text: stackInWords(stack),
    without: only ? { ...rest, only } : rest,
  }
  const chosen = only && {
    id: 'only.propertyIds',
    label: 'Only',
    text: chosenInWords(only.propertyIds.length),
    without: stack ? { ...rest, stack } : rest,
  }
  return [...(stacked ? [stacked] : []), ...(chosen ? [chosen] : []), ...exclusionPhrases(criteria, searchName)]
}
