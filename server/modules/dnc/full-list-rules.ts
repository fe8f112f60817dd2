import type { DncList } from '@dooryard/contract/vocabularies'
import { formatNumber, plural } from '../../platform/format.ts'
import { copyInWords } from './list-facts-rules.ts'

/** A copy of so many numbers does not lose more than one in ten from one fetching to the next. */
const largeCopy = 1_000
const keptShare = 0.9

/** In a file of so many numbers an area code of a handful is a stray line. */
const largeFile = 1_000
const handful = 10

type Given = {
  list: DncList
  scope: string
  /** How many numbers the file has of it, and in all. */
  numbers: number
  inFile: number
  /** How many the copy has that is there; null where there is none. */
  before: number | null
}

/**
 * Why a full list is no plausible list of an area code or a state, in a sentence; null where it is. Every number that is
 * missing from a copy is somebody who would be called: a file that is cut off, or names an area code by a stray line,
 * must not take the place of a good copy, nor make an area code look checked.
 */
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
