import type { Criteria } from '@dooryard/contract/criteria'
import type { SearchWaterfall } from '@dooryard/contract/search-answers'
import { type CountyName, criteriaInWords, type Phrase } from '../describe/format-criteria.ts'

const ofOneLoan = new Set([
  'mortgage.loanTypes',
  'mortgage.lenderTypes',
  'mortgage.lenderName',
  'mortgage.originatedOn',
])

/** The clause that a phrase is counted in: all places are one, and so is what is asked of a single loan. */
export function clauseOf({ id }: Pick<Phrase, 'id'>): string {
  if (id.startsWith('location.')) return 'location'
  if (ofOneLoan.has(id)) return 'mortgage.loan'
  if (id.startsWith('exclude.savedSearchIds.')) return 'exclude.savedSearchIds'
  return id
}

export const isUncounted = (waterfall: SearchWaterfall | undefined) =>
  waterfall?.clauses.some(({ givesBack }) => givesBack === null) ?? false

/** How many more would match without one thing that is asked for; `of` says with how many others it goes together. */
export type Cost = { givesBack: number | null; of: number }

/** What each phrase costs. Of those that are one clause the last has the number, which is that of all of them. */
export function costsOf(waterfall: SearchWaterfall | undefined, phrases: readonly Phrase[]): Map<string, Cost> {
  const together = Map.groupBy(phrases, clauseOf)
  const costs = new Map<string, Cost>()
  for (const { key, givesBack } of waterfall?.clauses ?? []) {
    const those = together.get(key) ?? []
    const last = those.at(-1)
    if (last) costs.set(last.id, { givesBack, of: those.length })
  }
  return costs
}

export function withoutClause(criteria: Criteria, key: string): Criteria {
  if (key === 'exclude.delivered') return { ...criteria, exclude: { ...criteria.exclude, delivered: false } }
  const phrase = criteriaInWords(criteria).find((one) => clauseOf(one) === key)
  return phrase ? withoutClause(phrase.without, key) : criteria
}

export type Tightest = { words: string; givesBack: number; without: Criteria }

/**
 * The filter whose removal brings back the most; undefined where taking away any one of them brings back nothing, or all
 * of that is still being counted.
 */
export function tightest(
  waterfall: SearchWaterfall | undefined,
  criteria: Criteria,
  countyName?: CountyName,
): Tightest | undefined {
  const known = (waterfall?.clauses ?? []).flatMap(({ key, givesBack }) => (givesBack ? [{ key, givesBack }] : []))
  const [best] = known.sort((one, other) => other.givesBack - one.givesBack)
  if (!best) return undefined
  const phrases = criteriaInWords(criteria, countyName).filter((phrase) => clauseOf(phrase) === best.key)
  return {
    words: clauseInWords(best.key, phrases),
    givesBack: best.givesBack,
    without: withoutClause(criteria, best.key),
  }
}

/** `Occupancy: Vacant`, `State: Tennessee, ZIP: 37203`: what a clause asks for. */
function clauseInWords(key: string, phrases: readonly Phrase[]): string {
  if (key === 'exclude.delivered') return 'Leads you already have'
  const shown = phrases.slice(0, 3).map(({ label, text }) => `${label}: ${text}`)
  return phrases.length > 3 ? `${shown.join(', ')} and ${phrases.length - 3} more` : shown.join(', ')
}

/** So that a hundred of ten million can still be seen, bars grow with the number of digits. */
const shareOf = (count: number, total: number) =>
  count === 0 ? 0 : Math.min(1, Math.log10(count + 1) / Math.log10(total + 1))

/**
 * From all properties to those that match, one step a clause: how many it takes away, how many are left, how many more would
 * match without it (null while that is being counted), and how long its bar is, from 0 to 1.
 */
export const waterfallSteps = ({ total, clauses }: SearchWaterfall, phrases: readonly Phrase[]) =>
  clauses.map(({ key, remaining, givesBack }, at) => {
    const words = clauseInWords(
      key,
      phrases.filter((phrase) => clauseOf(phrase) === key),
    )
    const taken = (clauses[at - 1]?.remaining ?? total) - remaining
    return { key, words, taken, remaining, givesBack, share: shareOf(remaining, total) }
  })

export type WaterfallStep = ReturnType<typeof waterfallSteps>[number]
