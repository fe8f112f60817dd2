import type { Criteria } from '@dooryard/contract/criteria'
import type { Bounds } from '@dooryard/contract/map'
import { widthOf } from '../map/grid.ts'
import { stateOfCounty } from '../places/states.ts'

type Location = NonNullable<Criteria['location']>

/** What covers more than this is read as the whole country is. */
const mostStates = 3
/** Square degrees, so that Texas, the largest of the contiguous states with its 140, is not too much by itself. */
const boxOfState = 48
/** A state has 60 on average; the most populous ones hold several times as many properties as the others. */
const countiesOfState = 20
const zipsOfState = 400

/** Whether a location says anything; one that does not is the whole country. */
export const isSomewhere = (location: Location | undefined): boolean =>
  Object.values(location ?? {}).some((part) => (Array.isArray(part) ? part.length > 0 : part !== undefined))

/**
 * Whether the store has to read much of the country for a location: more than three states of it. The parts of a
 * location are ORed, so they add up; a radius is at most 50 miles, which is little anywhere.
 */
export function isWide(location: Location | undefined): boolean {
  if (!isSomewhere(location)) return true
  const { states = [], counties = [], cities = [], zips = [], polygons = [] } = location ?? {}
  // Rows lie by state and county, not by city: for a city its state is read.
  const whole = new Set([...states, ...cities.map((city) => city.slice(0, 2))])
  const apart = new Set(counties.filter((county) => !whole.has(stateOfCounty(county))))
  const drawn = polygons.reduce((sum, { coordinates: [outline = []] }) => sum + statesIn(boundsOf(outline)), 0)
  return whole.size + apart.size / countiesOfState + new Set(zips).size / zipsOfState + drawn > mostStates
}

export const isWideBox = (bounds: Bounds): boolean => statesIn(bounds) > mostStates

const statesIn = (bounds: Bounds) => (widthOf(bounds) * (bounds.north - bounds.south)) / boxOfState

/** What an outline lies within; none is drawn across the 180th meridian. */
export function boundsOf(outline: readonly (readonly [lng: number, lat: number])[]): Bounds {
  const lngs = outline.map(([lng]) => lng)
  const lats = outline.map(([, lat]) => lat)
  return { west: Math.min(...lngs), south: Math.min(...lats), east: Math.max(...lngs), north: Math.max(...lats) }
}
