import type { Criteria } from '@dooryard/contract/criteria/criteria'

/** The maximum selection: the URL lists each property, and URLs must stay short. */
export const maxSelected = 500

/** The maximum of properties excluded by hand from a search, for the same reason. */
export const maxExcluded = 2_000

export type SelectedIds = ReadonlySet<string>

export const emptySelection: SelectedIds = new Set()

/** The properties selected by hand or, with `isAll`, all that match but these. */
export type Selected = { isAll: boolean; ids: SelectedIds }

export const nothingSelected: Selected = { isAll: false, ids: emptySelection }

export const isSelected = ({ isAll, ids }: Selected, id: string): boolean => ids.has(id) !== isAll

/** How many are selected of all that match. */
export const countSelected = ({ isAll, ids }: Selected, total: number): number =>
  isAll ? Math.max(0, total - ids.size) : ids.size

/** The criteria of an order of the selection: of all that match, those of the search. */
export const buildSelectionCriteria = (criteria: Criteria, { isAll, ids }: Selected): Criteria =>
  !isAll ? { only: { propertyIds: [...ids] } } : ids.size > 0 ? addExcluded(criteria, [...ids]) : criteria

/**
 * The criteria without the selection; undefined if that leaves no property. Without all that match but some, these are
 * what is left.
 */
export function leaveOut(criteria: Criteria, { isAll, ids }: Selected): Criteria | undefined {
  if (!isAll) return addExcluded(criteria, [...ids])
  return ids.size > 0 ? { ...criteria, only: { ...criteria.only, propertyIds: [...ids] } } : undefined
}

/** Selects properties or no longer; `isFull` when the URL of an order could not name some. */
export function setSelected({ isAll, ids }: Selected, changed: readonly string[], isOn: boolean) {
  const { selected, isFull } = updateSelection(ids, changed, isOn !== isAll)
  return { selected: { isAll, ids: selected }, isFull }
}

/** Adds or removes properties; `isFull` when some did not fit. */
export function updateSelection(selected: SelectedIds, ids: readonly string[], isOn: boolean) {
  const next = new Set(selected)
  let isFull = false
  for (const id of ids) {
    if (!isOn) next.delete(id)
    else if (next.size < maxSelected || next.has(id)) next.add(id)
    else isFull = true
  }
  return { selected: next as SelectedIds, isFull }
}

/** The row indexes between two rows in either direction; for a longer range, those nearest the first, plus one. */
export const listRange = (one: number, other: number) =>
  Array.from({ length: Math.min(Math.abs(other - one), maxSelected) + 1 }, (_, step) =>
    other < one ? one - step : one + step,
  )

/** State of the checkbox above the rows: whether all, some or none are selected. */
export function getSelectionShare(selected: Selected, ids: readonly string[]): 'all' | 'some' | 'none' {
  const count = ids.filter((id) => isSelected(selected, id)).length
  return count === 0 ? 'none' : count === ids.length ? 'all' : 'some'
}

/** Excludes these properties as well. */
export function addExcluded(criteria: Criteria, ids: readonly string[]): Criteria {
  const propertyIds = [...new Set([...(criteria.exclude?.propertyIds ?? []), ...ids])]
  return { ...criteria, exclude: { ...criteria.exclude, propertyIds } }
}

/** No longer excludes these properties; other criteria stay. */
export function removeExcluded(criteria: Criteria, ids: readonly string[]): Criteria {
  const { exclude: { propertyIds = [], ...others } = {}, ...asked } = criteria
  const back = new Set(ids)
  const rest = propertyIds.filter((id) => !back.has(id))
  const exclude = rest.length > 0 ? { ...others, propertyIds: rest } : others
  return Object.keys(exclude).length > 0 ? { ...asked, exclude } : asked
}
