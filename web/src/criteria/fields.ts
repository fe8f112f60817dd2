import { classOfSubGroup, subGroupOfUseType } from '@dooryard/contract/asset-use-types'
import { type FieldVocabulary, fieldVocabularies } from '@dooryard/contract/criteria-fields'
import { assetClasses, assetSubGroups, type Term } from '@dooryard/contract/vocabularies'
import { states } from './states.ts'

/** A term as a list offers it: under a heading, where its vocabulary has any. */
export type OfferedTerm = Term & { heading?: string }

const stateTerms = states.map((state) => ({ ...state, description: '' }))

const headings: Partial<Record<FieldVocabulary, (value: string) => string>> = {
  assetSubGroups: (value) => assetClasses.label(under(classOfSubGroup, value)),
  assetUseTypes: (value) => assetSubGroups.label(under(subGroupOfUseType, value)),
}

const under = (parents: Readonly<Record<string, string>>, value: string) => parents[value] ?? ''

const offered = new Map<FieldVocabulary, readonly OfferedTerm[]>()

/** What a field of a vocabulary offers, in its order; what is under one heading stands together. */
export function termsOf(vocabulary: FieldVocabulary): readonly OfferedTerm[] {
  const known = offered.get(vocabulary)
  if (known) return known
  const terms = vocabulary === 'states' ? stateTerms : fieldVocabularies[vocabulary]
  const headingOf = headings[vocabulary]
  const result = headingOf ? terms.map((term) => ({ ...term, heading: headingOf(term.value) })) : terms
  offered.set(vocabulary, result)
  return result
}

const inSight: ReadonlySet<FieldVocabulary> = new Set([
  'assetClasses',
  'occupancies',
  'ownerTypes',
  'targetTypes',
  'yesNoUnknown',
])

/** Whether all terms are shown at once; longer and rarer lists are searched. */
export const showsAll = (vocabulary: FieldVocabulary) => inSight.has(vocabulary)
