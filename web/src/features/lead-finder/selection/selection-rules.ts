import type { Criteria } from '@dooryard/contract/criteria'

/** The most properties that are selected at once: an address names each of them, and addresses stay short. */
export const maxSelected = 500

/** The most properties that are left out of one search by hand, for the same reason. */
export const maxExcluded = 2_000

export type Selected = ReadonlySet<string>

export const nothingSelected: Selected = new Set()

/** The selection with some properties added or taken away; `isFull` where not all of them had room. */
export function withSelected(selected: Selected, ids: readonly string[], isOn: boolean) {
  const next = new Set(selected)
  let isFull = false
  for (const id of ids) {
    if (!isOn) next.delete(id)
    else if (next.size < maxSelected || next.has(id)) next.add(id)
    else isFull = true
  }
  return { selected: next as Selected, isFull }
}

/** The rows from one to another, up or down; of more than can be selected those next to the first, and one too many. */
export const rangeFrom = (one: number, other: number) =>
  Array.from({ length: Math.min(Math.abs(other - one), maxSelected) + 1 }, (_, step) =>
    other < one ? one - step : one + step,
  )

/** What the box above the rows says: whether all, some or none of those are selected. */
export function shareSelected(selected: Selected, ids: readonly string[]): 'all' | 'some' | 'none' {
  const count = ids.filter((id) => selected.has(id)).length
  return count === 0 ? 'none' : count === ids.length ? 'all' : 'some'
}

/** The criteria that also leave out these properties. */
export function withExcluded(criteria: Criteria, ids: readonly string[]): Criteria {
  const propertyIds = [...new Set([...(criteria.exclude?.propertyIds ?? []), ...ids])]
  return { ...criteria, exclude: { ...criteria.exclude, propertyIds } }
}

/** The criteria that no longer leave out these properties; whatever else they say stays. */
export function withoutExcluded(criteria: Criteria, ids: readonly string[]): Criteria {
  const { exclude: { propertyIds = [], ...others } = {}, ...asked } = criteria
  const back = new Set(ids)
  const rest = propertyIds.filter((id) => !back.has(id))
  const exclude = rest.length > 0 ? { ...others, propertyIds: rest } : others
  return Object.keys(exclude).length > 0 ? { ...asked, exclude } : asked
}
