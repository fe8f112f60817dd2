import {
  type CriteriaField,
  type CriteriaGroup,
  criteriaGroups,
  fieldEnums,
} from '@dooryard/contract/criteria/criteria-fields'

/** Search keywords of the groups that have custom controls. */
const groupKeywords = {
  location: 'location place state county city zip radius miles near address area map',
  exclude:
    'exclude leave out already have delivered purchased earlier orders campaigns mailed suppression list suppressed ' +
    'own customers returned mail upload saved search institutional government bank lender',
}

/** Returns the trade's other words for a field. */
export type GetSynonyms = (group: string, key: string) => string

const getSearchText = (group: CriteriaGroup, field: CriteriaField, getSynonyms: GetSynonyms) => {
  const terms =
    field.type === 'terms' && field.vocabulary !== 'states'
      ? fieldEnums[field.vocabulary].map(({ label }) => label)
      : []
  const words = [group.label, field.label, field.hint ?? '', ...terms, getSynonyms(group.key, field.key)]
  return words.join(' ').toLowerCase()
}

/** Whether each typed word is the start of a word in the text. */
const matchesTyped = (words: string, typed: string) =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.startsWith(part) || words.includes(` ${part}`) || words.includes(`-${part}`))

/** Whether the lists of the user, which not everyone has, match the typed text. */
export const findsLists = (typed: string) => matchesTyped('my lists list of properties by hand collection', typed)

export type FilterMatches = { location: boolean; groups: readonly CriteriaGroup[]; exclude: boolean }

/**
 * The filters that match the typed text by their own labels, by those of their terms or by synonyms; all filters when
 * nothing is typed.
 */
export function findFilters(typed: string, getSynonyms: GetSynonyms = () => ''): FilterMatches {
  const groups = criteriaGroups.map((group) => ({
    ...group,
    fields: group.fields.filter((field) => matchesTyped(getSearchText(group, field, getSynonyms), typed)),
  }))
  return {
    location: matchesTyped(groupKeywords.location, typed),
    groups: groups.filter(({ fields }) => fields.length > 0),
    exclude: matchesTyped(groupKeywords.exclude, typed),
  }
}
