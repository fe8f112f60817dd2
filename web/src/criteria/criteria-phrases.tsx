import type { Criteria } from '@dooryard/contract/criteria'
import { PhraseList } from './phrase-list.tsx'
import { usePhrases } from './phrases.data.ts'

/** What is asked for, in words, to read. */
export const CriteriaPhrases = ({ criteria }: { criteria: Criteria }) => <PhraseList phrases={usePhrases(criteria)} />
