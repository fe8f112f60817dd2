import { dncListKindLabels } from '@dooryard/contract/dnc'
import { dncMaxAgeDays } from '@dooryard/contract/limits'
import { hourMs } from '@dooryard/contract/time'
import { type DncList, dncLists } from '@dooryard/contract/vocabularies'
import { z } from 'zod'
import { appError } from '../../platform/errors.ts'
import { formatNumber, plural } from '../../platform/format.ts'
import { isState } from './area-codes.ts'
import { ageInDays } from './scrub-rules.ts'

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
const aheadMs = 10 * hourMs

/** Leaves out what does not belong to the list; UNPROCESSABLE where something needed is missing or implausible. */
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

export const nameOf = ({ list, kind, state }: ListFacts): string =>
  `${dncLists.label(list)}${state ? ` of ${state}` : ''}, ${dncListKindLabels[kind].toLowerCase()}`

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

export function fewOf(sentences: readonly string[]): string[] {
  const more = sentences.length - maxSentences
  const first = sentences.slice(0, maxSentences)
  return more > 0 ? [...first, `So it is with ${plural(more, 'more area code')}.`] : first
}

/** A copy of so many numbers does not lose more than one in ten from one fetching to the next. */
const largeCopy = 1_000
const keptShare = 0.9

/** In a file of so many numbers an area code of a handful is a stray line. */
const largeFile = 1_000
const handful = 10

type Given = {
  list: DncList
  scope: string
  numbers: number
  inFile: number
  before: number | null
}

/** What a copy lacks would be called: a cut-off file must not replace a good copy or make an area look checked. */
export function whyNotFull({ list, scope, numbers, inFile, before }: Given): string | null {
  // The internal list loses nobody to a file.
  if (list === 'INTERNAL') return null
  const what = copyInWords(list, scope)
  if (before !== null && before > largeCopy && numbers < before * keptShare)
    return `The file has ${plural(numbers, 'number')} for ${what}, and the copy that is there has ${formatNumber(before)}: the copy stays. If the file is whole, remove the copy and import it again.`
  if (list === 'NATIONAL' && inFile > largeFile && numbers < handful && (before === null || numbers < before))
    return `The file has ${plural(numbers, 'number')} for ${what} among ${formatNumber(inFile)}: that is no list of it, and what is there stays. If it is, import it in a file of its own.`
  return null
}
