import type { PlaceKind } from './places.data.ts'
import type { UncoveredPlace } from './uncovered-places.data.ts'

type ListedPlace = { value: string; label: string; count?: number | undefined }
type PlaceGroup<Kind, Item> = { kind: Kind; items: readonly Item[] }

const noDataNotes: Record<PlaceKind, string> = {
  states: 'No data for this state yet',
  counties: 'No data for this county yet',
  cities: 'No data for this city yet',
  zips: 'No data for this ZIP yet',
}

export const formatNoData = (kind: PlaceKind) => noDataNotes[kind]

const pluralNotes: Record<PlaceKind, string> = {
  states: 'No data for these states yet',
  counties: 'No data for these counties yet',
  cities: 'No data for these cities yet',
  zips: 'No data for these ZIPs yet',
}

/** `No data for this county yet`, or `No data for these places yet` for several kinds; the places are at least one. */
export function formatNoDataTitle(places: readonly Pick<UncoveredPlace, 'kind'>[]): string {
  const [first, ...others] = places
  if (!first || others.some(({ kind }) => kind !== first.kind)) return 'No data for these places yet'
  return others.length === 0 ? formatNoData(first.kind) : pluralNotes[first.kind]
}

/**
 * Splits listed places by whether a county dataset covers them, so that no place without data stands above one with. A
 * place that has not been counted yet counts as covered.
 */
export function splitByData<Kind extends PlaceKind, Item extends ListedPlace>(
  groups: readonly PlaceGroup<Kind, Item>[],
) {
  return {
    groups: groups.map(({ kind, items }) => ({ kind, items: items.filter(({ count }) => count !== 0) })),
    withoutData: groups.flatMap(({ kind, items }) =>
      items.filter(({ count }) => count === 0).map((item) => ({ kind, ...item })),
    ),
  }
}
