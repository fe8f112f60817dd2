import type { Criteria } from '@dooryard/contract/criteria'
import { plural, readable } from '../lib/format.ts'
import { withValue } from './edit.ts'
import { nameOfPoint } from './point-names.ts'
import { stateName } from './states.ts'
import type { CountyName, Phrase } from './words.ts'

type Location = NonNullable<Criteria['location']>
type PlaceKind = 'states' | 'counties' | 'cities' | 'zips'

const placeLabels: Record<PlaceKind, string> = { states: 'State', counties: 'County', cities: 'City', zips: 'ZIP' }

/** A place by its name. */
export function placeInWords(kind: PlaceKind, value: string, countyName: CountyName): string {
  if (kind === 'states') return stateName(value)
  if (kind === 'counties') return countyName(value) ?? `County ${value}`
  if (kind === 'cities') return `${readable(value.slice(3))}, ${value.slice(0, 2)}`
  return value
}

/** `within 5 miles of Nashville, TN`. */
export const nearInWords = (near: NonNullable<Location['near']>) =>
  `within ${plural(near.miles, 'mile')} of ${nameOfPoint(near) ?? 'a point'}`

/** What criteria ask of the place of a property: each place, the circle, and the drawn areas. */
export function placePhrases(criteria: Criteria, countyName: CountyName): Phrase[] {
  const location = criteria.location ?? {}
  const without = (key: keyof Location, value: unknown) => withValue(criteria, 'location', key, value)
  const places = (Object.keys(placeLabels) as PlaceKind[]).flatMap((kind) =>
    (location[kind] ?? []).map((value) => ({
      id: `location.${kind}.${value}`,
      label: placeLabels[kind],
      text: placeInWords(kind, value, countyName),
      without: without(
        kind,
        location[kind]?.filter((other) => other !== value),
      ),
    })),
  )
  const area = (key: 'near' | 'polygons', text: string) => ({
    id: `location.${key}`,
    label: 'Area',
    text,
    without: without(key, undefined),
  })
  if (location.near) places.push(area('near', nearInWords(location.near)))
  const drawn = location.polygons?.length ?? 0
  if (drawn > 0) places.push(area('polygons', drawn === 1 ? 'one drawn area' : `${drawn} drawn areas`))
  return places
}
