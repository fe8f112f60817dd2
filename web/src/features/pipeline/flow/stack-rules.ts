import { type Criteria, maxStacked } from '@dooryard/contract/criteria'
import type { ListedSavedSearch, SavedSearch } from '@dooryard/contract/saved-searches'
import { whyTooLarge } from '@dooryard/contract/stored-criteria'

/** A search of which a list says as much as decides how it can be stacked. */
type Listed = Pick<ListedSavedSearch, 'id' | 'name' | 'criteriaSummary'>

type Named = Pick<SavedSearch, 'name' | 'criteria'>

/** Why a search can be the source by itself alone; nothing where it can stand in a stack. */
function getNotStackableReason({ criteriaSummary }: Pick<Listed, 'criteriaSummary'>): string | undefined {
  if (criteriaSummary.stacked > 0) return 'Is a stack itself'
  if (criteriaSummary.chosen > 0) return 'Is a list of chosen properties'
  if (criteriaSummary.excludesSearches) return 'Excludes other searches'
  return undefined
}

/** Why a search cannot be added to those chosen; nothing where it can. */
export function getRefusal(search: Listed, chosen: readonly Listed[]): string | undefined {
  if (chosen.some(({ id }) => id === search.id)) return 'Chosen already'
  if (chosen.length === 0) return undefined
  if (chosen.length >= maxStacked) return `A stack has at most ${maxStacked} searches`
  const alone = getNotStackableReason(search)
  if (alone) return `${alone}, so it goes alone`
  const first = chosen.find((one) => getNotStackableReason(one))
  return first && `“${first.name}” goes alone`
}

/** The searches to choose from under what is said of them: first those that can be added, then the rest by why not. */
export function groupChoices<Search extends Listed>(searches: readonly Search[], chosen: readonly Listed[]) {
  const refused = Map.groupBy(searches, (search) => getRefusal(search, chosen))
  const free = refused.get(undefined)
  return [
    ...(free ? [{ label: 'Saved searches', searches: free }] : []),
    ...[...refused].flatMap(([label, found]) => (label ? [{ label, searches: found }] : [])),
  ]
}

/** A search as it stands in a stack, where only what it asks and what it leaves out by hand count. */
function stacked({ name, criteria }: Named) {
  const { stack: _, only: __, exclude, ...asked } = criteria
  const propertyIds = exclude?.propertyIds
  return { name, criteria: { ...asked, ...(propertyIds?.length && { exclude: { propertyIds } }) } }
}

/** `atLeast` within what so many searches allow. */
export const within = (atLeast: number, searches: number) => Math.max(1, Math.min(atLeast, searches))

/** What the chosen searches find together; nothing where none is chosen. */
export function buildCriteria(chosen: readonly Named[], atLeast: number): Criteria | undefined {
  const [first] = chosen
  if (!first) return undefined
  if (chosen.length === 1) return first.criteria
  return { stack: { of: chosen.map(stacked), atLeast: within(atLeast, chosen.length) } }
}

const lengthOf = ({ criteria }: Named) => JSON.stringify(criteria).length

/** Why what the chosen searches find together cannot be ordered or saved, and what to take out; undefined where it can. */
export function getSizeRefusal(chosen: readonly Named[], criteria: Criteria): string | undefined {
  const refusal = whyTooLarge(criteria)
  if (!refusal) return undefined
  const [largest] = chosen.toSorted((one, other) => lengthOf(other) - lengthOf(one))
  if (chosen.length < 2 || !largest) return refusal
  return `${refusal} Or remove a search from the stack: the largest is “${largest.name}”.`
}

/** Criteria with what was delivered before: what the searches find, whoever has it already. */
export const withDelivered = (criteria: Criteria): Criteria => ({
  ...criteria,
  exclude: { ...criteria.exclude, delivered: false },
})

/** `atLeast` once there are `next` searches instead of `before`: who asked for all of them still does. */
export function atLeastAfter(atLeast: number, before: number, next: number): number {
  const wasAll = before > 1 && atLeast >= before
  return wasAll ? Math.max(1, next) : within(atLeast, next)
}

export function formatStackMode(atLeast: number, searches: number): string {
  if (searches < 2) return 'In the search'
  if (atLeast <= 1) return 'In any of them'
  return atLeast >= searches ? (searches === 2 ? 'In both' : 'In all of them') : `In at least ${atLeast} of them`
}
