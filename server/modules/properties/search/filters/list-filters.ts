import {
  type CriteriaField,
  type CriteriaGroupKey,
  criteriaGroups,
  type FieldEnumKey,
  fieldEnums,
  operatorsByFieldType,
} from '@dooryard/contract/criteria/criteria-fields'
import { assetClassBySubGroup, subGroupByUseType } from '@dooryard/contract/properties/asset-use-types'
import { distances, type FilterField, type FilterItem } from '@dooryard/contract/properties/filters'
import { getStateName, stateCodes } from '../../places/states.ts'
import { signalMask, targetTypeMask } from '../../records/bit-masks.ts'
import { cacheByDataVersion, type PropertyStoreDeps } from '../data-version-cache.ts'
import { type CountedVocabulary, countVocabularies, findFieldRanges, type VocabularyCount } from './filters.queries.ts'

const vocabularyCounts = cacheByDataVersion(async ({ clickhouse }) =>
  tallyVocabularies(await countVocabularies(clickhouse)),
)
const fieldRanges = cacheByDataVersion(({ clickhouse, clock }) => findFieldRanges(clickhouse, clock.now()))

const parentByValueByVocabulary: Partial<Record<FieldEnumKey, Readonly<Record<string, string>>>> = {
  assetSubGroups: assetClassBySubGroup,
  assetUseTypes: subGroupByUseType,
}

export async function listVocabulary(
  deps: PropertyStoreDeps,
  vocabulary: FieldEnumKey,
  parent?: string,
): Promise<{ items: FilterItem[] }> {
  const items = toFilterItems(vocabulary, await vocabularyCounts(deps))
  return { items: parent === undefined ? items : items.filter((item) => item.parent === parent) }
}

export const listDistances = (): { items: FilterItem[] } => ({
  items: distances.map((miles) => ({
    value: String(miles),
    label: miles === 1 ? '1 mile' : `${miles} miles`,
  })),
})

export async function describeFields(
  deps: PropertyStoreDeps,
  groups: readonly CriteriaGroupKey[],
): Promise<{ fields: FilterField[] }> {
  const [counts, ranges] = await Promise.all([vocabularyCounts(deps), fieldRanges(deps)])
  const fields = criteriaGroups
    .filter(({ key }) => groups.includes(key))
    .flatMap((group) =>
      group.fields.map((field) => describeField(group.key, field, counts, ranges?.get(`${group.key}.${field.key}`))),
    )
  return { fields }
}

const describeField = (
  group: CriteriaGroupKey,
  field: CriteriaField,
  counts: VocabularyCounts | undefined,
  ranges: Pick<FilterField, 'min' | 'max'> | undefined,
): FilterField => ({
  key: field.key,
  group,
  label: field.label,
  ...(field.hint && { hint: field.hint }),
  type: field.type,
  operators: field.type === 'text' ? [field.operator] : [...operatorsByFieldType[field.type]],
  ...(field.type === 'range' && { unit: field.unit }),
  ...(field.type === 'terms' && { values: toFilterItems(field.vocabulary, counts) }),
  ...ranges,
})

function toFilterItems(vocabulary: FieldEnumKey, counts: VocabularyCounts | undefined): FilterItem[] {
  const counted = counts?.get(vocabulary)
  const parentByValue = parentByValueByVocabulary[vocabulary]
  return listTerms(vocabulary).map(({ value, label, description }) => ({
    value,
    label,
    ...(description && { description }),
    ...(counts && { count: counted?.get(value) ?? 0 }),
    ...(parentByValue?.[value] && { parent: parentByValue[value] }),
  }))
}

const listTerms = (vocabulary: FieldEnumKey): readonly { value: string; label: string; description?: string }[] =>
  vocabulary === 'states'
    ? stateCodes.map((code) => ({ value: code, label: getStateName(code) }))
    : fieldEnums[vocabulary]

type VocabularyCounts = ReadonlyMap<CountedVocabulary, ReadonlyMap<string, number>>

/** A mask counts for each of its values; '' means that the roll has no value. */
function tallyVocabularies(rows: readonly VocabularyCount[]): VocabularyCounts {
  const vocabularies = new Map<CountedVocabulary, Map<string, number>>()
  for (const { vocabulary, value, count } of rows) {
    const counts = vocabularies.get(vocabulary) ?? new Map<string, number>()
    vocabularies.set(vocabulary, counts)
    for (const one of parseValues(vocabulary, value)) counts.set(one, (counts.get(one) ?? 0) + Number(count))
  }
  return vocabularies
}

function parseValues(vocabulary: CountedVocabulary, value: string): readonly string[] {
  if (vocabulary === 'signals') return signalMask.fromMask(Number(value))
  if (vocabulary === 'targetTypes') return targetTypeMask.fromMask(Number(value))
  return value === '' ? [] : [value]
}
