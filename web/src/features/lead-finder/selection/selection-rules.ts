import type { Criteria } from '@dooryard/contract/criteria/criteria'

/** The maximum selection: the URL lists each property, and URLs must stay short. */
export const maxSelected = 500

/** The maximum of properties excluded by hand from a search, for the same reason. */
export const maxExcluded = 2_000

export type SelectedIds = ReadonlySet<string>

export const emptySelection: SelectedIds = new Set()

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
export function getSelectionShare(selected: SelectedIds, ids: readonly string[]): 'all' | 'some' | 'none' {
  const count = ids.filter((id) => selected.has(id)).length
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
