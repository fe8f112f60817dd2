import { type DncList, dncLists } from '@dooryard/contract/api/enums'
import { dncMaxAgeDays } from '@dooryard/contract/api/limits'
import { hourMs } from '@dooryard/contract/api/time'
import { dncListKindLabels } from '@dooryard/contract/data/dnc'
import { z } from 'zod'
import { appError } from '../../../platform/errors/app-error.ts'
import { formatNumber, pluralize } from '../../../platform/util/format.ts'
import { getAgeInDays } from '../scrub/scrub-rules.ts'
import { isKnownState } from './area-codes.ts'

export const ListFacts = z.object({
  list: z.enum(dncLists.values),
  kind: z.enum(['FULL', 'CHANGE']),
  san: z.string().optional(),
  state: z.string().optional(),
  accessedOn: z.iso.date(),
})
export type ListFacts = z.infer<typeof ListFacts>

// Registration in the national registry started in June 2003.
const firstDay = '2003-01-01'

// UTC offset of Guam, the place of the United States furthest ahead of UTC.
const aheadMs = 10 * hourMs

/** Drops fields that do not belong to the list. Throws UNPROCESSABLE if a required one is missing or implausible. */
export function normalizeListFacts({ san, state, ...facts }: ListFacts, now: Date): ListFacts {
  const { list, accessedOn } = facts
  if (getAgeInDays(accessedOn, new Date(now.getTime() + aheadMs)) < 0)
    throw appError('UNPROCESSABLE', `${accessedOn} is in the future. Enter the day on which the list was downloaded.`)
  if (accessedOn < firstDay)
    throw appError(
      'UNPROCESSABLE',
      `${accessedOn} is before the registry existed. Enter the day on which the list was downloaded.`,
    )
  if (list === 'NATIONAL') {
    if (!san)
      throw appError(
        'UNPROCESSABLE',
        'Enter the subscription account number (SAN) with which the list was downloaded from telemarketing.donotcall.gov.',
      )
    if (/^[0-]+$/.test(san)) throw appError('UNPROCESSABLE', `${san} is not a valid subscription account number.`)
    return { ...facts, san }
  }
  if (list !== 'STATE') return facts
  if (!state || !isKnownState(state)) throw appError('UNPROCESSABLE', 'Enter the state of this list.')
  return { ...facts, state }
}

export const getDncListName = ({ list, kind, state }: ListFacts): string =>
  `${dncLists.label(list)}${state ? ` of ${state}` : ''}, ${dncListKindLabels[kind].toLowerCase()}`

export const formatListVersion = (list: DncList, scope: string): string => {
  if (list === 'NATIONAL') return `area code ${scope}`
  return list === 'STATE' ? `the list of ${scope}` : `the ${dncLists.label(list).toLowerCase()}`
}

/** Returns a note if a list was outdated when it was loaded. Only the national registry becomes outdated. */
export const getAgeNote = ({ list, accessedOn }: ListFacts, now: Date): string | null =>
  list === 'NATIONAL' && getAgeInDays(accessedOn, now) > dncMaxAgeDays
    ? `It was fetched on ${accessedOn}, more than ${dncMaxAgeDays} days ago: it is out of date, and numbers are not checked against it.`
    : null

const maxSentences = 5

export function limitSentences(sentences: readonly string[]): string[] {
  const more = sentences.length - maxSentences
  const first = sentences.slice(0, maxSentences)
  return more > 0 ? [...first, `So it is with ${pluralize(more, 'more area code')}.`] : first
}

/** A version of this size does not lose more than one number in ten between two fetches. */
const largeVersion = 1_000
const minKeptShare = 0.9

/** In a file of this size, an area code with this few numbers is a stray line. */
const largeFile = 1_000
const strayMax = 10

type FullListCheck = {
  list: DncList
  scope: string
  numbers: number
  inFile: number
  before: number | null
}

/**
 * Returns why a full list looks partial. Missing numbers would be called: a truncated file must not replace a good
 * version or make an area look covered.
 */
export function getPartialReason({ list, scope, numbers, inFile, before }: FullListCheck): string | null {
  // A file never removes numbers from the internal list.
  if (list === 'INTERNAL') return null
  const what = formatListVersion(list, scope)
  if (before !== null && before > largeVersion && numbers < before * minKeptShare)
    return `The file has ${pluralize(numbers, 'number')} for ${what}, and the copy that is there has ${formatNumber(before)}: the copy stays. If the file is whole, remove the copy and import it again.`
  if (list === 'NATIONAL' && inFile > largeFile && numbers < strayMax && (before === null || numbers < before))
    return `The file has ${pluralize(numbers, 'number')} for ${what} among ${formatNumber(inFile)}: too few to replace its list, which stays. To replace it anyway, import them in a separate file.`
  return null
}
