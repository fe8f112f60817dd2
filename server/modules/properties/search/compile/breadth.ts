import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { Bounds } from '@dooryard/contract/properties/map'
import { getWidth } from '../../map/grid.ts'
import { getCountyState } from '../../places/states.ts'

type Location = NonNullable<Criteria['location']>

/** Anything that covers more is read like the whole country. */
const maxStates = 3
/** Square degrees, so that Texas, with 140 the largest contiguous state, is not too much by itself. */
const squareDegreesPerState = 48
/** A state has 60 on average; the most populous ones hold several times as many properties as the others. */
const countiesPerState = 20
const zipsPerState = 400

export const hasLocation = (location: Location | undefined): boolean =>
  Object.values(location ?? {}).some((part) => (Array.isArray(part) ? part.length > 0 : part !== undefined))

/**
 * Whether ClickHouse has to read much of the country: more than three states. The parts of a location are ORed, so
 * they add up; a radius is at most 50 miles, which is little anywhere.
 */
export const isWideLocation = (location: Location | undefined): boolean => measureBreadth([location]) > maxStates

/** A stack is found by its places, and a few properties by their ids. */
export const isWideSearch = (criteria: Criteria): boolean => measureSearchBreadth(criteria) > maxStates

/**
 * The size of a page. At this number one block in ten is read in vain: each id hits one in a thousand of the blocks
 * that do not hold it.
 */
const fewProperties = 100

type BreadthInput = Pick<Criteria, 'location' | 'stack' | 'only'>

function measureSearchBreadth({ location, stack, only }: BreadthInput): number {
  const isFew = only?.propertyIds !== undefined && only.propertyIds.length <= fewProperties
  const onlyBreadth = isFew ? 0 : Number.POSITIVE_INFINITY
  return Math.min(
    measureBreadth([location]),
    stack ? measureBreadth(getNarrowingPlaces(stack)) : Number.POSITIVE_INFINITY,
    onlyBreadth,
  )
}

/**
 * Places of which any match of the stack has at least one: a property in `atLeast` searches must be in one of any
 * `of.length - atLeast + 1` of them, here the narrowest.
 */
export function getNarrowingPlaces({ of, atLeast }: NonNullable<Criteria['stack']>): (Location | undefined)[] {
  const places = of.map(({ criteria: { location } }) => ({ location, breadth: measureBreadth([location]) }))
  return places
    .toSorted((a, b) => compare(a.breadth, b.breadth))
    .slice(0, of.length - atLeast + 1)
    .map(({ location }) => location)
}

// Infinity minus Infinity is not a number.
const compare = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0)

function measureBreadth(locations: readonly (Location | undefined)[]): number {
  if (!locations.every(hasLocation)) return Number.POSITIVE_INFINITY
  const all = <Part extends 'states' | 'counties' | 'cities' | 'zips' | 'polygons'>(part: Part) =>
    locations.flatMap((location) => (location?.[part] ?? []) as NonNullable<Location[Part]>[number][])
  // Rows are sorted by state and county, not by city: for a city its state is read.
  const whole = new Set([...all('states'), ...all('cities').map((city) => city.slice(0, 2))])
  const apart = new Set(all('counties').filter((county) => !whole.has(getCountyState(county))))
  const drawn = all('polygons').reduce(
    (sum, { coordinates: [outline = []] }) => sum + estimateStates(getBounds(outline)),
    0,
  )
  return whole.size + apart.size / countiesPerState + new Set(all('zips')).size / zipsPerState + drawn
}

export const isWideBox = (bounds: Bounds): boolean => estimateStates(bounds) > maxStates

const estimateStates = (bounds: Bounds) => (getWidth(bounds) * (bounds.north - bounds.south)) / squareDegreesPerState

/** No outline crosses the 180th meridian. */
export function getBounds(outline: readonly (readonly [lng: number, lat: number])[]): Bounds {
  const lngs = outline.map(([lng]) => lng)
  const lats = outline.map(([, lat]) => lat)
  return { west: Math.min(...lngs), south: Math.min(...lats), east: Math.max(...lngs), north: Math.max(...lats) }
}
