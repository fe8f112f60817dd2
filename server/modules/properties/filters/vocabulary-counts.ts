import { signalMask, targetTypeMask } from '../bits.ts'
import type { CountedVocabulary, VocabularyCount } from './filters.queries.ts'

/** How many properties have each value, by vocabulary. */
export type VocabularyCounts = ReadonlyMap<CountedVocabulary, ReadonlyMap<string, number>>

/** Adds up the counts of the store. A mask counts for each of its values; '' is what a roll does not say. */
export function tallyVocabularies(rows: readonly VocabularyCount[]): VocabularyCounts {
  const vocabularies = new Map<CountedVocabulary, Map<string, number>>()
  for (const { vocabulary, value, count } of rows) {
    const counts = vocabularies.get(vocabulary) ?? new Map<string, number>()
    vocabularies.set(vocabulary, counts)
    for (const one of valuesOf(vocabulary, value)) counts.set(one, (counts.get(one) ?? 0) + Number(count))
  }
  return vocabularies
}

function valuesOf(vocabulary: CountedVocabulary, value: string): readonly string[] {
  if (vocabulary === 'signals') return signalMask.fromMask(Number(value))
  if (vocabulary === 'targetTypes') return targetTypeMask.fromMask(Number(value))
  return value === '' ? [] : [value]
}
