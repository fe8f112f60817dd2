import type { SearchWaterfall } from '@dooryard/contract/search-answers'
import { clauseInWords, clauseOf } from './costs.ts'
import type { Phrase } from './words.ts'

/** One line of how a number comes about: what is asked, how many it takes away, and how many are left. */
export type WaterfallStep = {
  key: string
  words: string
  taken: number
  remaining: number
  /** How many more would match without it; null while that is being counted. */
  givesBack: number | null
  /** How long its bar is, from 0 to 1 of that of all properties. */
  share: number
}

/** So that a hundred of ten million can still be seen, bars grow with the number of digits. */
const shareOf = (count: number, total: number) =>
  count === 0 ? 0 : Math.min(1, Math.log10(count + 1) / Math.log10(total + 1))

/** The steps from all properties there are to those that match. */
export function waterfallSteps({ total, clauses }: SearchWaterfall, phrases: readonly Phrase[]): WaterfallStep[] {
  return clauses.map(({ key, remaining, givesBack }, at) => {
    const words = clauseInWords(
      key,
      phrases.filter((phrase) => clauseOf(phrase) === key),
    )
    const taken = (clauses[at - 1]?.remaining ?? total) - remaining
    return { key, words, taken, remaining, givesBack, share: shareOf(remaining, total) }
  })
}
