import { dncMaxAgeDays } from '@dooryard/contract/limits'
import { type DncList, dncLists } from '@dooryard/contract/vocabularies'
import { z } from 'zod'
import { appError } from '../../platform/errors.ts'
import { plural } from '../../platform/format.ts'
import { isState } from './area-codes.ts'
import { ageInDays } from './scrub-rules.ts'

/** What whoever gives a list says of it. */
export const ListFacts = z.object({
  list: z.enum(dncLists.values),
  kind: z.enum(['FULL', 'CHANGE']),
  san: z.string().optional(),
  state: z.string().optional(),
  accessedOn: z.iso.date(),
})
export type ListFacts = z.infer<typeof ListFacts>

/** The subscription account number of generated copies; the Commission gives none like it. */
export const generatedSan = '00000-0000000'

// Numbers could be put on the national registry from June 2003.
const firstDay = '2003-01-01'

// The westernmost places of the United States, on Guam, are so far ahead of UTC.
const aheadMs = 10 * 60 * 60 * 1000

/**
 * What is known of a list, without what does not belong to it. UNPROCESSABLE where the national registry comes without
 * a subscription account number, a state's list without its state, or the day of its fetching is yet to come or too long ago.
 */
export function checkedFacts({ san, state, ...facts }: ListFacts, now: Date): ListFacts {
  const { list, accessedOn } = facts
  if (ageInDays(accessedOn, new Date(now.getTime() + aheadMs)) < 0)
    throw appError('UNPROCESSABLE', `${accessedOn} is yet to come: give the day on which the list was fetched.`)
  if (accessedOn < firstDay)
    throw appError('UNPROCESSABLE', `${accessedOn} is before there was a registry: give the day of its fetching.`)
  if (list === 'NATIONAL') {
    if (!san)
      throw appError(
        'UNPROCESSABLE',
        'Give the subscription account number (SAN) under which the list was fetched from telemarketing.donotcall.gov.',
      )
    if (/^[0-]+$/.test(san)) throw appError('UNPROCESSABLE', `${san} is no subscription account number.`)
    return { ...facts, san }
  }
  if (list !== 'STATE') return facts
  if (!state || !isState(state)) throw appError('UNPROCESSABLE', 'Say which state this list is of.')
  return { ...facts, state }
}

/** What a list is called, in words. */
export const nameOf = ({ list, kind, state }: ListFacts): string =>
  `${dncLists.label(list)}${state ? ` of ${state}` : ''}, ${kind === 'FULL' ? 'full list' : 'change list'}`

/** What a copy stands for, in a sentence. */
export const copyInWords = (list: DncList, scope: string): string => {
  if (list === 'NATIONAL') return `area code ${scope}`
  return list === 'STATE' ? `the list of ${scope}` : `the ${dncLists.label(list).toLowerCase()}`
}

/** What to know of a list that was too old when it was loaded; only the national registry goes out of date. */
export const ageNote = ({ list, accessedOn }: ListFacts, now: Date): string | null =>
  list === 'NATIONAL' && ageInDays(accessedOn, now) > dncMaxAgeDays
    ? `It was fetched on ${accessedOn}, more than ${dncMaxAgeDays} days ago: it is out of date, and numbers are not checked against it.`
    : null

const maxSentences = 5

/** The first sentences about area codes, and how many more there are. */
export function fewOf(sentences: readonly string[]): string[] {
  const more = sentences.length - maxSentences
  const first = sentences.slice(0, maxSentences)
  return more > 0 ? [...first, `So it is with ${plural(more, 'more area code')}.`] : first
}
