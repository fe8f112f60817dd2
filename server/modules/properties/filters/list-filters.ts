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
import { byDataVersion, type Stores } from '../by-data-version.ts'
import { stateCodes, stateName } from '../places/states.ts'
import { countVocabularies, findEnds } from './filters.queries.ts'
import { tallyVocabularies, type VocabularyCounts } from './vocabulary-counts.ts'

const vocabularyCounts = byDataVersion(async ({ clickhouse }) => tallyVocabularies(await countVocabularies(clickhouse)))
const fieldEnds = byDataVersion(({ clickhouse, clock }) => findEnds(clickhouse, clock.now()))

// A use type says its sub-group, and a sub-group its class.
const parents: Partial<Record<FieldVocabulary, Readonly<Record<string, string>>>> = {
  assetSubGroups: classOfSubGroup,
  assetUseTypes: subGroupOfUseType,
}

/** The values of a vocabulary with how many properties have each, those under one parent where it is given. */
export async function listVocabulary(
  stores: Stores,
  vocabulary: FieldVocabulary,
  parent?: string,
): Promise<{ items: FilterItem[] }> {
  const items = itemsOf(vocabulary, await vocabularyCounts(stores))
  return { items: parent === undefined ? items : items.filter((item) => item.parent === parent) }
}

/** The distances that searches around a point are offered in, in words. */
export const listDistances = (): { items: FilterItem[] } => ({
  items: distances.map((miles) => ({
    value: String(miles),
    label: miles === 1 ? '1 mile' : `${miles} miles`,
  })),
})

/** What the fields of some groups of the criteria take, and what the loaded data has of each. */
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
