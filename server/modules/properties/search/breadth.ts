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

export const isSomewhere = (location: Location | undefined): boolean =>
  Object.values(location ?? {}).some((part) => (Array.isArray(part) ? part.length > 0 : part !== undefined))

/**
 * Whether the store has to read much of the country for a location: more than three states of it. The parts of a
 * location are ORed, so they add up; a radius is at most 50 miles, which is little anywhere.
 */
export const isWide = (location: Location | undefined): boolean => breadthOf([location]) > mostStates

/** What lies in the places of a stack alone, or is one of a few properties, is found there. */
export const isWideSearch = (criteria: Criteria): boolean => breadthOfSearch(criteria) > mostStates

/** As many as a page has. One in ten blocks is read for nothing then: each id hits one in a thousand of those it is not in. */
const fewProperties = 100

type Asked = Pick<Criteria, 'location' | 'stack' | 'only'>

function breadthOfSearch({ location, stack, only }: Asked): number {
  const ofOnly = only && only.propertyIds.length <= fewProperties ? 0 : Number.POSITIVE_INFINITY
  return Math.min(breadthOf([location]), stack ? breadthOf(decidingPlaces(stack)) : Number.POSITIVE_INFINITY, ofOnly)
}

/**
 * Places of which one has whatever is in at least so many of the stacked searches: those of any so many searches that the
 * others are too few, and here of the narrowest.
 */
export function decidingPlaces({ of, atLeast }: NonNullable<Criteria['stack']>): (Location | undefined)[] {
  const places = of.map(({ criteria: { location } }) => ({ location, breadth: breadthOf([location]) }))
  return places
    .toSorted((a, b) => compare(a.breadth, b.breadth))
    .slice(0, of.length - atLeast + 1)
    .map(({ location }) => location)
}

// The country less the country is no number.
const compare = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0)

function breadthOf(locations: readonly (Location | undefined)[]): number {
  if (!locations.every(isSomewhere)) return Number.POSITIVE_INFINITY
  const all = <Part extends 'states' | 'counties' | 'cities' | 'zips' | 'polygons'>(part: Part) =>
    locations.flatMap((location) => (location?.[part] ?? []) as NonNullable<Location[Part]>[number][])
  // Rows lie by state and county, not by city: for a city its state is read.
  const whole = new Set([...all('states'), ...all('cities').map((city) => city.slice(0, 2))])
  const apart = new Set(all('counties').filter((county) => !whole.has(stateOfCounty(county))))
  const drawn = all('polygons').reduce((sum, { coordinates: [outline = []] }) => sum + statesIn(boundsOf(outline)), 0)
  return whole.size + apart.size / countiesOfState + new Set(all('zips')).size / zipsOfState + drawn
}

export const isWideBox = (bounds: Bounds): boolean => statesIn(bounds) > mostStates

const statesIn = (bounds: Bounds) => (widthOf(bounds) * (bounds.north - bounds.south)) / boxOfState

/** None is drawn across the 180th meridian. */
export function boundsOf(outline: readonly (readonly [lng: number, lat: number])[]): Bounds {
  const lngs = outline.map(([lng]) => lng)
  const lats = outline.map(([, lat]) => lat)
  return { west: Math.min(...lngs), south: Math.min(...lats), east: Math.max(...lngs), north: Math.max(...lats) }
}
