import { Criteria } from '@dooryard/contract/criteria/criteria'
import { describe, expect, test } from 'vitest'
import {
  addPolygon,
  applyMapChange,
  canAddArea,
  findRingError,
  formatCappedCircle,
  getAreas,
  hasPlaces,
  type Location,
  pickAreas,
  removeArea,
  replaceAreasWithView,
  setArea,
  setCircle,
} from './areas.ts'
import { type Ring, toBoxRing, toCircleRing } from './geometry.ts'

const box = (west: number) => toBoxRing({ west, south: 36, east: west + 0.1, north: 36.1 })
const listRings = (location: Criteria['location']) => location?.polygons?.map(({ coordinates }) => coordinates[0])
const isAccepted = (location: Criteria['location']) => Criteria.safeParse({ location }).success

describe('drawing an area', () => {
  test('adds it to the places and the areas already searched', () => {
    const before: Location = { counties: ['47037'], polygons: [{ type: 'Polygon', coordinates: [box(-86)] }] }
    const after = addPolygon(before, box(-87))
    expect(after).toMatchObject({ counties: ['47037'] })
    expect(listRings(after)).toEqual([box(-86), box(-87)])
    expect(isAccepted(after)).toBe(true)
  })

  test('replaces the circle, of which there is only one', () => {
    const first = setCircle(undefined, toCircleRing({ lat: 36, lng: -86 }, 2))
    const second = setCircle(first, toCircleRing({ lat: 37, lng: -85 }, 4))
    expect(second).toEqual({ near: { lat: expect.closeTo(37, 2), lng: -85, miles: 4 } })
    expect(isAccepted(second)).toBe(true)
  })

  test('limits it to 50 miles', () => {
    expect(setCircle(undefined, toCircleRing({ lat: 36, lng: -86 }, 80))?.near?.miles).toBe(50)
  })

  test('is possible for at most ten areas', () => {
    const ten = { polygons: Array.from({ length: 10 }, () => ({ type: 'Polygon' as const, coordinates: [box(-86)] })) }
    expect([canAddArea(undefined), canAddArea({ polygons: ten.polygons.slice(1) }), canAddArea(ten)]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('needs a size, and at most 500 points', () => {
    const spot: Ring = [
      [-86, 36],
      [-86.000001, 36],
      [-86, 36.000001],
      [-86, 36],
    ]
    expect(findRingError(spot)).toMatch(/no size/)
    expect(findRingError(toCircleRing({ lat: 36, lng: -86 }, 5, 600))).toMatch(/500/)
    expect(findRingError(box(-86))).toBeUndefined()
  })
})

describe('editing an area', () => {
  test('keeps its index and its holes', () => {
    const hole: Ring = toBoxRing({ west: -85.98, south: 36.02, east: -85.96, north: 36.04 })
    const before: Location = {
      polygons: [
        { type: 'Polygon', coordinates: [box(-86), hole] },
        { type: 'Polygon', coordinates: [box(-88)] },
      ],
    }
    const after = setArea(before, 0, box(-86.01))
    expect(after?.polygons?.map(({ coordinates }) => coordinates)).toEqual([[box(-86.01), hole], [box(-88)]])
  })
})

describe('removing an area', () => {
  test('keeps the others', () => {
    const before = setCircle(
      addPolygon(addPolygon(undefined, box(-86)), box(-87)),
      toCircleRing({ lat: 36, lng: -86 }, 2),
    )
    expect(listRings(removeArea(before, 0))).toEqual([box(-87)])
    expect(removeArea(before, 'near')).not.toHaveProperty('near')
  })

  test('leaves nothing behind when it was the last', () => {
    expect(removeArea(addPolygon(undefined, box(-86)), 0)).toBeUndefined()
    expect(removeArea({ zips: ['37203'], near: { lat: 36, lng: -86, miles: 2 } }, 'near')).toEqual({ zips: ['37203'] })
  })
})

test('only the areas remain of a location without its places', () => {
  const both = addPolygon({ states: ['TN'], zips: [] }, box(-86))
  expect(hasPlaces(both)).toBe(true)
  expect(pickAreas(both as Location)).toEqual({ polygons: both?.polygons })
  expect(hasPlaces(pickAreas(both as Location))).toBe(false)
  expect(hasPlaces({ zips: [] })).toBe(false)
})

test('every area has its outline, the circle first', () => {
  const location = setCircle(addPolygon(undefined, box(-86)), toCircleRing({ lat: 36, lng: -86 }, 2))
  expect(getAreas(location).map(({ id }) => id)).toEqual(['near', 0])
  expect(getAreas(undefined)).toEqual([])
})

describe('searching the visible area', () => {
  test('replaces the areas, and keeps the places', () => {
    const before = setCircle(addPolygon({ states: ['TN'] }, box(-86)), toCircleRing({ lat: 36, lng: -86 }, 2))
    const bounds = { west: -87, south: 35.5, east: -86, north: 36.5 }
    expect(replaceAreasWithView(before, bounds)).toEqual({
      states: ['TN'],
      polygons: [{ type: 'Polygon', coordinates: [toBoxRing(bounds)] }],
    })
  })

  test('is split where it crosses the 180th meridian', () => {
    const after = replaceAreasWithView(undefined, { west: 170, south: 50, east: -160, north: 60 })
    expect(listRings(after)?.map((ring) => ring?.[0]?.[0])).toEqual([170, -180])
    expect(isAccepted(after)).toBe(true)
  })

  test('may cover the whole world', () => {
    expect(isAccepted(replaceAreasWithView(undefined, { west: -180, south: -85, east: 180, north: 85 }))).toBe(true)
  })
})

describe('changes made on the map', () => {
  const places: Location = { counties: ['47037'] }
  const circle = setCircle(undefined, toCircleRing({ lat: 36.16, lng: -86.78 }, 5))
  const both = { ...places, ...circle }

  test('the first area replaces the places', () => {
    expect(applyMapChange(places, both, undefined)).toEqual(circle)
    expect(applyMapChange(undefined, circle, undefined)).toEqual(circle)
  })

  test('places chosen in addition to an area are kept, and so is the next area', () => {
    expect(applyMapChange(circle, both, places)).toEqual(both)
    expect(applyMapChange(both, addPolygon(both, box(-87)), undefined)).toMatchObject(places)
  })

  test('removing the last area restores the places it replaced', () => {
    expect(applyMapChange(circle, undefined, places)).toEqual(places)
    expect(applyMapChange(circle, undefined, undefined)).toBeUndefined()
    expect(applyMapChange(places, undefined, undefined)).toBeUndefined()
  })
})

test('a circle above the limit is reduced, and says so', () => {
  const center = { lat: 36.1, lng: -86.8 }
  const drawn = toCircleRing(center, 73)
  expect(setCircle(undefined, drawn)?.near?.miles).toBe(50)
  expect(formatCappedCircle(drawn)).toBe('A circle has at most 50 miles. Yours had 73 and was reduced.')
  expect(formatCappedCircle(toCircleRing(center, 49))).toBeUndefined()
})
