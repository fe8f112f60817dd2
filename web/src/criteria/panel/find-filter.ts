import {
  type CriteriaField,
  type CriteriaGroup,
  criteriaGroups,
  fieldVocabularies,
} from '@dooryard/contract/criteria-fields'

/** What the groups with shapes of their own are found by. */
const found = {
  location: 'location place state county city zip radius miles near address area map',
  exclude: 'exclude leave out already have delivered saved search suppress',
}

const wordsOf = (group: CriteriaGroup, field: CriteriaField) => {
  const terms =
    field.type === 'terms' && field.vocabulary !== 'states'
      ? fieldVocabularies[field.vocabulary].map(({ label }) => label)
      : []
  return [group.label, field.label, field.hint ?? '', ...terms].join(' ').toLowerCase()
}

/** Each word typed begins a word of what is looked through. */
const matches = (words: string, typed: string) =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.startsWith(part) || words.includes(` ${part}`) || words.includes(`-${part}`))

export type FoundFilters = { location: boolean; groups: readonly CriteriaGroup[]; exclude: boolean }

/** The filters that go by what was typed, by their own names or those of what can be chosen in them; all of nothing typed. */
export function findFilters(typed: string): FoundFilters {
  const groups = criteriaGroups.map((group) => ({
    ...group,
    fields: group.fields.filter((field) => matches(wordsOf(group, field), typed)),
  }))
  return {
    location: matches(found.location, typed),
    groups: groups.filter(({ fields }) => fields.length > 0),
    exclude: matches(found.exclude, typed),
  }
}
