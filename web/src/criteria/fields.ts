import { classOfSubGroup, subGroupOfUseType } from '@dooryard/contract/asset-use-types'
import {
  type CriteriaField,
  type CriteriaGroupKey,
  type FieldVocabulary,
  fieldVocabularies,
} from '@dooryard/contract/criteria-fields'
import { type Facet, type FacetKey, facetKeys } from '@dooryard/contract/search-answers'
import { assetClasses, assetSubGroups, type Term } from '@dooryard/contract/vocabularies'
import { states } from './places/states.ts'

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

/** Whether all terms are shown at once; longer and rarer lists are opened. */
export const showsAll = ({ key, vocabulary }: Extract<CriteriaField, { type: 'terms' }>) =>
  inSight.has(vocabulary) || (vocabulary === 'signals' && key === 'anyOf')

const known: ReadonlySet<string> = new Set(facetKeys)

/** By which facet a field shows what there is, if by any. The lists of signals share one. */
export function facetOfField(group: CriteriaGroupKey, { key }: CriteriaField): FacetKey | undefined {
  const name = group === 'signals' ? 'signals.anyOf' : `${group}.${key}`
  return known.has(name) ? (name as FacetKey) : undefined // as just seen
}

/** How many a facet of values has at most; of one that is full, what it does not name may be there all the same. */
const most = 1_000

/** How many matches have a value under the other filters; undefined while that is not known. */
export type CountOf = (value: string) => number | undefined

/** Reads a facet of values. What it does not name has none. */
export function countsIn(facet: Facet | undefined): CountOf {
  if (facet?.kind !== 'VALUES') return () => undefined
  const counts = new Map(facet.values.map(({ value, count }) => [value, count]))
  const isWhole = counts.size < most
  return (value) => counts.get(value) ?? (isWhole ? 0 : undefined)
}
