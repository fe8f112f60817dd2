import { assetClasses, assetSubGroups, type LabeledValue } from '@dooryard/contract/api/enums'
import {
  type CriteriaField,
  type CriteriaGroupKey,
  type FieldEnumKey,
  fieldEnums,
} from '@dooryard/contract/criteria/criteria-fields'
import { assetClassBySubGroup, subGroupByUseType } from '@dooryard/contract/properties/asset-use-types'
import { type Facet, type FacetKey, facetKeys } from '@dooryard/contract/properties/facets'
import { toReadableCase } from '../lib/format/format.ts'
import { states } from './places/states.ts'

/** A term as shown in a list, with the heading of its group if its vocabulary has groups. */
export type FieldTerm = LabeledValue & { heading?: string }

const stateTerms = states.map((state) => ({ ...state, description: '' }))

const headingByVocabulary: Partial<Record<FieldEnumKey, (value: string) => string>> = {
  assetSubGroups: (value) => assetClasses.label(getParent(assetClassBySubGroup, value)),
  assetUseTypes: (value) => assetSubGroups.label(getParent(subGroupByUseType, value)),
}

const getParent = (parents: Readonly<Record<string, string>>, value: string) => parents[value] ?? ''

const termsByVocabulary = new Map<FieldEnumKey, readonly FieldTerm[]>()

/** The terms of a vocabulary in their order, grouped by heading. */
export function listTerms(vocabulary: FieldEnumKey): readonly FieldTerm[] {
  const known = termsByVocabulary.get(vocabulary)
  if (known) return known
  const terms = vocabulary === 'states' ? stateTerms : fieldEnums[vocabulary]
  const getHeading = headingByVocabulary[vocabulary]
  const result = getHeading ? terms.map((term) => ({ ...term, heading: getHeading(term.value) })) : terms
  termsByVocabulary.set(vocabulary, result)
  return result
}

const inlineVocabularies: ReadonlySet<FieldEnumKey> = new Set([
  'assetClasses',
  'occupancies',
  'ownerTypes',
  'targetTypes',
  'yesNoUnknown',
])

/** Whether all terms are shown inline. Longer and rarely used lists are collapsed. */
export const isShownInline = ({ key, vocabulary }: Extract<CriteriaField, { type: 'terms' }>) =>
  inlineVocabularies.has(vocabulary) || (vocabulary === 'signals' && key === 'anyOf')

type ValuesField = Extract<CriteriaField, { type: 'values' }>

/** A value of a county for reading; codes such as `R-1A` stay. */
export const formatCountyValue = ({ isCode }: ValuesField, value: string) => (isCode ? value : toReadableCase(value))

/** The values to choose from: those that occur, most frequent first, after chosen ones that do not. */
export function listCountyValues(field: ValuesField, facet: Facet | undefined, chosen: readonly string[]): FieldTerm[] {
  const occurring = facet?.kind === 'VALUES' ? facet.values.map(({ value }) => value) : []
  const others = chosen.filter((value) => !occurring.includes(value))
  return [...others, ...occurring].map((value) => ({ value, label: formatCountyValue(field, value), description: '' }))
}

const known: ReadonlySet<string> = new Set(facetKeys)

/** The facet that counts the values of a field, if there is one. The lists of signals share one. */
export function getFieldFacetKey(group: CriteriaGroupKey, { key }: CriteriaField): FacetKey | undefined {
  const name = group === 'signals' ? 'signals.anyOf' : `${group}.${key}`
  return known.has(name) ? (name as FacetKey) : undefined // as just checked
}

/** The maximum number of values in a facet. When a facet is full, values missing from it may still have matches. */
const maxFacetValues = 1_000

/** Returns how many matches have a value under the other filters; undefined while unknown. */
export type GetCount = (value: string) => number | undefined

/** Reads the counts of a values facet. A value missing from it has no matches. */
export function readFacetCounts(facet: Facet | undefined): GetCount {
  if (facet?.kind !== 'VALUES') return () => undefined
  const counts = new Map(facet.values.map(({ value, count }) => [value, count]))
  const isComplete = counts.size < maxFacetValues
  return (value) => counts.get(value) ?? (isComplete ? 0 : undefined)
}
