import type { Criteria } from '@dooryard/contract/criteria'
import { PhraseList } from './phrase-list.tsx'
import { usePhrases } from './phrases.data.ts'

export const CriteriaPhrases = ({ criteria }: { criteria: Criteria }) => <PhraseList phrases={usePhrases(criteria)} />
