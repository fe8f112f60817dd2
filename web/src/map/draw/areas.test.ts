import { Criteria } from '@dooryard/contract/criteria'
import { describe, expect, test } from 'vitest'
import {
  byMap,
  findRingProblem,
  getAreas,
  hasPlaces,
  hasRoom,
  type Location,
  onlyAreas,
  withArea,
  withCircle,
  withoutArea,
  withPolygon,
  withView,
} from './areas.ts'
import { boxRing, circleRing, type Ring } from './geometry.ts'

const box = (west: number) => boxRing({ west, south: 36, east: west + 0.1, north: 36.1 })
const ringsOf = (location: Criteria['location']) => location?.polygons?.map(({ coordinates }) => coordinates[0])
const taken = (location: Criteria['location']) => Criteria.safeParse({ location }).success

describe('an area that is drawn', () => {
  test('stands beside the places and the areas that are searched already', () => {
    const before: Location = { counties: ['47037'], polygons: [{ type: 'Polygon', coordinates: [box(-86)] }] }
    const after = withPolygon(before, box(-87))
    expect(after).toMatchObject({ counties: ['47037'] })
    expect(ringsOf(after)).toEqual([box(-86), box(-87)])
    expect(taken(after)).toBe(true)
  })

  test('is the circle, of which there is one', () => {
    const first = withCircle(undefined, circleRing({ lat: 36, lng: -86 }, 2))
    const second = withCircle(first, circleRing({ lat: 37, lng: -85 }, 4))
    expect(second).toEqual({ near: { lat: expect.closeTo(37, 2), lng: -85, miles: 4 } })
    expect(taken(second)).toBe(true)
  })

  test('is held at 50 miles', () => {
    expect(withCircle(undefined, circleRing({ lat: 36, lng: -86 }, 80))?.near?.miles).toBe(50)
  })

  test('is the eleventh only of those for whom there is no room', () => {
    const ten = { polygons: Array.from({ length: 10 }, () => ({ type: 'Polygon' as const, coordinates: [box(-86)] })) }
    expect([hasRoom(undefined), hasRoom({ polygons: ten.polygons.slice(1) }), hasRoom(ten)]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('has a size, and at most 500 points', () => {
    const spot: Ring = [
      [-86, 36],
      [-86.000001, 36],
      [-86, 36.000001],
      [-86, 36],
    ]
    expect(findRingProblem(spot)).toMatch(/no size/)
    expect(findRingProblem(circleRing({ lat: 36, lng: -86 }, 5, 600))).toMatch(/500/)
    expect(findRingProblem(box(-86))).toBeUndefined()
  })
})

describe('an area that is edited', () => {
  test('keeps its place and its holes', () => {
    const hole: Ring = boxRing({ west: -85.98, south: 36.02, east: -85.96, north: 36.04 })
    const before: Location = {
      polygons: [
        { type: 'Polygon', coordinates: [box(-86), hole] },
        { type: 'Polygon', coordinates: [box(-88)] },
      ],
    }
    const after = withArea(before, 0, box(-86.01))
    expect(after?.polygons?.map(({ coordinates }) => coordinates)).toEqual([[box(-86.01), hole], [box(-88)]])
  })
})

describe('an area that is removed', () => {
  test('leaves the others', () => {
    const before = withCircle(
      withPolygon(withPolygon(undefined, box(-86)), box(-87)),
      circleRing({ lat: 36, lng: -86 }, 2),
    )
    expect(ringsOf(withoutArea(before, 0))).toEqual([box(-87)])
    expect(withoutArea(before, 'near')).not.toHaveProperty('near')
  })

  test('leaves nothing behind when it was the last', () => {
    expect(withoutArea(withPolygon(undefined, box(-86)), 0)).toBeUndefined()
    expect(withoutArea({ zips: ['37203'], near: { lat: 36, lng: -86, miles: 2 } }, 'near')).toEqual({ zips: ['37203'] })
  })
})

test('areas alone are left of a location when its places go', () => {
  const both = withPolygon({ states: ['TN'], zips: [] }, box(-86))
  expect(hasPlaces(both)).toBe(true)
  expect(onlyAreas(both as Location)).toEqual({ polygons: both?.polygons })
  expect(hasPlaces(onlyAreas(both as Location))).toBe(false)
  expect(hasPlaces({ zips: [] })).toBe(false)
})

test('every area has its outline, the circle first', () => {
  const location = withCircle(withPolygon(undefined, box(-86)), circleRing({ lat: 36, lng: -86 }, 2))
  expect(getAreas(location).map(({ id }) => id)).toEqual(['near', 0])
  expect(getAreas(undefined)).toEqual([])
})

describe('the area that a map shows', () => {
  test('takes the place of the areas, and leaves the places', () => {
    const before = withCircle(withPolygon({ states: ['TN'] }, box(-86)), circleRing({ lat: 36, lng: -86 }, 2))
    const bounds = { west: -87, south: 35.5, east: -86, north: 36.5 }
    expect(withView(before, bounds)).toEqual({
      states: ['TN'],
      polygons: [{ type: 'Polygon', coordinates: [boxRing(bounds)] }],
    })
  })

  test('is cut where the 180th meridian runs through it', () => {
    const after = withView(undefined, { west: 170, south: 50, east: -160, north: 60 })
    expect(ringsOf(after)?.map((ring) => ring?.[0]?.[0])).toEqual([170, -180])
    expect(taken(after)).toBe(true)
  })

  test('may be the whole world', () => {
    expect(taken(withView(undefined, { west: -180, south: -85, east: 180, north: 85 }))).toBe(true)
  })
})

describe('what is searched once the map says so', () => {
  const places: Location = { counties: ['47037'] }
  const circle = withCircle(undefined, circleRing({ lat: 36.16, lng: -86.78 }, 5))
  const both = { ...places, ...circle }

  test('the first area takes the place of the places', () => {
    expect(byMap(places, both, undefined)).toEqual(circle)
    expect(byMap(undefined, circle, undefined)).toEqual(circle)
  })

  test('places that somebody has beside an area stay, and so does the next area', () => {
    expect(byMap(circle, both, places)).toEqual(both)
    expect(byMap(both, withPolygon(both, box(-87)), undefined)).toMatchObject(places)
  })

  test('once the last area goes, the places that it left out are back', () => {
    expect(byMap(circle, undefined, places)).toEqual(places)
    expect(byMap(circle, undefined, undefined)).toBeUndefined()
    expect(byMap(places, undefined, undefined)).toBeUndefined()
  })
})
