import { classOfSubGroup, subGroupOfUseType } from '@dooryard/contract/asset-use-types'
import {
  type CriteriaField,
  type CriteriaGroupKey,
  criteriaGroups,
  type FieldVocabulary,
  fieldVocabularies,
  operatorsOf,
} from '@dooryard/contract/criteria-fields'
import { distances, type FilterField, type FilterItem } from '@dooryard/contract/filters'
import { signalMask, targetTypeMask } from '../bits.ts'
import { byDataVersion, type Stores } from '../by-data-version.ts'
import { stateCodes, stateName } from '../places/states.ts'
import { type CountedVocabulary, countVocabularies, findEnds, type VocabularyCount } from './filters.queries.ts'

const vocabularyCounts = byDataVersion(async ({ clickhouse }) => tallyVocabularies(await countVocabularies(clickhouse)))
const fieldEnds = byDataVersion(({ clickhouse, clock }) => findEnds(clickhouse, clock.now()))

const parents: Partial<Record<FieldVocabulary, Readonly<Record<string, string>>>> = {
  assetSubGroups: classOfSubGroup,
  assetUseTypes: subGroupOfUseType,
}

export async function listVocabulary(
  stores: Stores,
  vocabulary: FieldVocabulary,
  parent?: string,
): Promise<{ items: FilterItem[] }> {
  const items = itemsOf(vocabulary, await vocabularyCounts(stores))
  return { items: parent === undefined ? items : items.filter((item) => item.parent === parent) }
}

export const listDistances = (): { items: FilterItem[] } => ({
  items: distances.map((miles) => ({
    value: String(miles),
    label: miles === 1 ? '1 mile' : `${miles} miles`,
  })),
})

export async function describeFields(
  stores: Stores,
  groups: readonly CriteriaGroupKey[],
): Promise<{ fields: FilterField[] }> {
  const [counts, ends] = await Promise.all([vocabularyCounts(stores), fieldEnds(stores)])
  const fields = criteriaGroups
    .filter(({ key }) => groups.includes(key))
    .flatMap((group) =>
      group.fields.map((field) => describe(group.key, field, counts, ends?.get(`${group.key}.${field.key}`))),
    )
  return { fields }
}

const describe = (
  group: CriteriaGroupKey,
  field: CriteriaField,
  counts: VocabularyCounts | undefined,
  ends: Pick<FilterField, 'min' | 'max'> | undefined,
): FilterField => ({
  key: field.key,
  group,
  label: field.label,
  ...(field.hint && { hint: field.hint }),
  type: field.type,
  operators: [...operatorsOf[field.type]],
  ...(field.type === 'range' && { unit: field.unit }),
  ...(field.type === 'terms' && { values: itemsOf(field.vocabulary, counts) }),
  ...ends,
})

function itemsOf(vocabulary: FieldVocabulary, counts: VocabularyCounts | undefined): FilterItem[] {
  const counted = counts?.get(vocabulary)
  const parentOf = parents[vocabulary]
  return termsOf(vocabulary).map(({ value, label, description }) => ({
    value,
    label,
    ...(description && { description }),
    ...(counts && { count: counted?.get(value) ?? 0 }),
    ...(parentOf?.[value] && { parent: parentOf[value] }),
  }))
}

const termsOf = (vocabulary: FieldVocabulary): readonly { value: string; label: string; description?: string }[] =>
  vocabulary === 'states'
    ? stateCodes.map((code) => ({ value: code, label: stateName(code) }))
    : fieldVocabularies[vocabulary]

type VocabularyCounts = ReadonlyMap<CountedVocabulary, ReadonlyMap<string, number>>

/** A mask counts for each of its values; '' is what a roll does not say. */
function tallyVocabularies(rows: readonly VocabularyCount[]): VocabularyCounts {
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
