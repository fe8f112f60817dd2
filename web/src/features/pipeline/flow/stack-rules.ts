import { type Criteria, maxStackedSearches } from '@dooryard/contract/criteria/criteria'
import { getCriteriaSizeError } from '@dooryard/contract/criteria/stored-criteria'
import type { ListedSavedSearch, SavedSearch } from '@dooryard/contract/properties/saved-searches'

/** The fields of a listed search that decide whether it can be stacked. */
type StackableSearch = Pick<ListedSavedSearch, 'id' | 'name' | 'criteriaSummary'> & { isList?: true }

type NamedSearch = Pick<SavedSearch, 'name' | 'criteria'>

/** Why a search can only be the source alone; undefined if it can be stacked. */
function getNotStackableReason({ criteriaSummary }: Pick<StackableSearch, 'criteriaSummary'>): string | undefined {
  if (criteriaSummary.stacked > 0) return 'Already a stack'
  if (criteriaSummary.chosen > 0) return 'Is a list of chosen properties'
  if (criteriaSummary.excludesSearches) return 'Excludes other searches'
  return undefined
}

/** Why a search cannot be added to the selected ones; undefined if it can. */
export function getRefusal(search: StackableSearch, chosen: readonly StackableSearch[]): string | undefined {
  if (chosen.some(({ id }) => id === search.id)) return 'Already selected'
  if (chosen.length === 0) return undefined
  if (chosen.length >= maxStackedSearches) return `A stack has at most ${maxStackedSearches} searches`
  const reason = getNotStackableReason(search)
  if (reason) return `${reason}, so it goes alone`
  const first = chosen.find((one) => getNotStackableReason(one))
  return first && `“${first.name}” goes alone`
}

/** Groups the searches to choose from: those that can be added, then the rest by reason. */
export function groupChoices<Search extends StackableSearch>(
  searches: readonly Search[],
  chosen: readonly StackableSearch[],
) {
  const refused = Map.groupBy(searches, (search) => getRefusal(search, chosen))
  const available = refused.get(undefined) ?? []
  return [
    ...['Saved searches', 'Lists'].flatMap((label) => {
      const found = available.filter(({ isList = false }) => isList === (label === 'Lists'))
      return found.length > 0 ? [{ label, searches: found }] : []
    }),
    ...[...refused].flatMap(([label, found]) => (label ? [{ label, searches: found }] : [])),
  ]
}

/** A search as part of a stack: only its filters, lists, manual exclusions and that of institutional owners count. */
function toStackEntry({ name, criteria }: NamedSearch) {
  const { stack: _, only, exclude, ...filters } = criteria
  const { propertyIds, institutional } = exclude ?? {}
  const listed = only?.listIds && { only: { listIds: only.listIds } }
  const kept = { ...(propertyIds?.length && { propertyIds }), ...(institutional && { institutional }) }
  return { name, criteria: { ...filters, ...listed, ...(Object.keys(kept).length > 0 && { exclude: kept }) } }
}

/** Clamps `atLeast` to what this number of searches allows. */
export const clampAtLeast = (atLeast: number, searches: number) => Math.max(1, Math.min(atLeast, searches))

/** The combined criteria of the selected searches; undefined if none is selected. */
export function buildCriteria(chosen: readonly NamedSearch[], atLeast: number): Criteria | undefined {
  const [first] = chosen
  if (!first) return undefined
  if (chosen.length === 1) return first.criteria
  return { stack: { of: chosen.map(toStackEntry), atLeast: clampAtLeast(atLeast, chosen.length) } }
}

const getCriteriaLength = ({ criteria }: NamedSearch) => JSON.stringify(criteria).length

/** Why the combined criteria cannot be ordered or saved, and what to remove; undefined if they can. */
export function getSizeRefusal(chosen: readonly NamedSearch[], criteria: Criteria): string | undefined {
  const refusal = getCriteriaSizeError(criteria)
  if (!refusal) return undefined
  const [largest] = chosen.toSorted((one, other) => getCriteriaLength(other) - getCriteriaLength(one))
  if (chosen.length < 2 || !largest) return refusal
  return `${refusal} Or remove a search from the stack: the largest is “${largest.name}”.`
}

/** Criteria including delivered leads. */
export const includeDelivered = (criteria: Criteria): Criteria => ({
  ...criteria,
  exclude: { ...criteria.exclude, delivered: false },
})

/** `atLeast` when the number of searches changes from `before` to `next`: "all of them" stays "all of them". */
export function adjustAtLeast(atLeast: number, before: number, next: number): number {
  const wasAll = before > 1 && atLeast >= before
  return wasAll ? Math.max(1, next) : clampAtLeast(atLeast, next)
}

export function formatStackMode(atLeast: number, searches: number): string {
  if (searches < 2) return 'In the search'
  if (atLeast <= 1) return 'In any of them'
  return atLeast >= searches ? (searches === 2 ? 'In both' : 'In all of them') : `In at least ${atLeast} of them`
}
