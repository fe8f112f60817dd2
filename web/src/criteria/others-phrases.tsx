import type { Criteria } from '@dooryard/contract/criteria'
import { useCountyName } from './county-name.data.ts'
import { PhraseList } from './phrase-list.tsx'
import { criteriaInWords } from './words.ts'

/** What somebody else asks for, in words, to read: their saved searches have no names for whoever else looks. */
export function OthersPhrases({ criteria }: { criteria: Criteria }) {
  const countyName = useCountyName(criteria.location?.counties)
  return <PhraseList phrases={criteriaInWords(criteria, countyName, () => undefined)} />
}
