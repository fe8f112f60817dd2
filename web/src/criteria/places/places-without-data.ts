import type { PlaceKind } from './places.data.ts'

type ListedPlace = { value: string; label: string; count?: number | undefined }
type PlaceGroup = { kind: PlaceKind; items: readonly ListedPlace[] }

const noDataNotes: Record<PlaceKind, string> = {
  states: 'No data for this state yet',
  counties: 'No data for this county yet',
  cities: 'No data for this city yet',
  zips: 'No data for this ZIP yet',
}

export const formatNoData = (kind: PlaceKind) => noDataNotes[kind]

/**
 * Splits listed places by whether a county dataset covers them, so that no place without data stands above one with. A
 * place that has not been counted yet counts as covered.
 */
export function splitByData(groups: readonly PlaceGroup[]) {
  return {
    groups: groups.map(({ kind, items }) => ({ kind, items: items.filter(({ count }) => count !== 0) })),
    withoutData: groups.flatMap(({ kind, items }) =>
      items.filter(({ count }) => count === 0).map((item) => ({ kind, ...item })),
    ),
  }
}
