import { beforeAll, expect, test } from 'vitest'
import type { MapFeature } from '../../places/base-map/write/map-feature.ts'
import { type DemoProperty, generateDemo } from '../generate.ts'
import { drawDemo } from '../map/demo-features.ts'
import { isWithin, measureArea, type Point } from './geometry.ts'

const rows = 6_000

type Parcel = { key: string; ring: Point[] }
let properties: DemoProperty[]
let parcels: Parcel[]
let features: MapFeature[]
let findParcels: (point: Point) => Parcel[]

const toRing = (positions: readonly { lat: number; lng: number }[]) =>
  positions.map(({ lat, lng }): Point => [lng, lat])

beforeAll(() => {
  properties = [...generateDemo(rows)]
  features = [...drawDemo(rows)]
  const byKey = new Map<string, Parcel>()
  for (const { place, facts } of properties) {
    const key = `${facts.situsAddress} ${facts.situsZip}`
    byKey.set(key, { key, ring: toRing(place.outline) })
  }
  parcels = [...byKey.values()]
  findParcels = indexParcels(parcels)
})

/** Finds the parcels that contain a position, by a grid of about a kilometer. */
function indexParcels(all: readonly Parcel[]) {
  const toBox = ([lng, lat]: Point) => `${Math.round(lng * 100)}:${Math.round(lat * 100)}`
  const boxes = new Map<string, Parcel[]>()
  for (const parcel of all) {
    const [lngs, lats] = [parcel.ring.map(([lng]) => lng), parcel.ring.map(([, lat]) => lat)]
    // No parcel is as large as a box, so one lies in those of the corners around it.
    const around = [Math.min(...lngs), Math.max(...lngs)].flatMap((lng) =>
      [Math.min(...lats), Math.max(...lats)].map((lat) => toBox([lng, lat])),
    )
    for (const box of new Set(around)) boxes.set(box, [...(boxes.get(box) ?? []), parcel])
  }
  return (point: Point) => (boxes.get(toBox(point)) ?? []).filter(({ ring }) => isWithin(point, ring))
}

const listLines = (select: (feature: MapFeature) => boolean) =>
  features.flatMap((feature) => {
    const { geometry } = feature
    return geometry.type === 'LineString' && select(feature) ? [geometry.coordinates.map(toPoint)] : []
  })
const toPoint = ([lng = 0, lat = 0]: readonly number[]): Point => [lng, lat]

/** Positions along a line, without its ends, where it meets others. */
const listBetween = (line: readonly Point[]) =>
  line.slice(1).flatMap(([x, y], at): Point[] => {
    const [fromX, fromY] = line[at] ?? [x, y]
    return [0.25, 0.5, 0.75].map((share): Point => [fromX + (x - fromX) * share, fromY + (y - fromY) * share])
  })

test('every address is on one parcel, and every house within its own parcel alone', () => {
  const detached = properties.filter(({ facts }) => facts.situsUnit === null)
  expect(new Set(detached.map(({ facts }) => `${facts.situsAddress} ${facts.situsZip}`)).size).toBe(detached.length)
  const wrong = properties.filter(({ place, facts }) =>
    toRing(place.building).some((corner) => {
      const within = findParcels(corner).map(({ key }) => key)
      return within.length !== 1 || within[0] !== `${facts.situsAddress} ${facts.situsZip}`
    }),
  )
  expect(wrong.map(({ facts }) => facts.situsAddress)).toEqual([])
  expect(properties.filter(({ place, facts }) => facts.yearBuilt !== null && place.building.length === 0)).toEqual([])
})

test('parcels do not overlap, and have the area that their rows say', () => {
  const overlapping = parcels.filter(({ key, ring }) => {
    const [x, y] = ring.reduce(([sumX, sumY], [cornerX, cornerY]) => [sumX + cornerX, sumY + cornerY], [0, 0])
    const middle: Point = [x / ring.length, y / ring.length]
    const inside = ring.map(
      (corner): Point => [corner[0] + (middle[0] - corner[0]) * 0.05, corner[1] + (middle[1] - corner[1]) * 0.05],
    )
    return inside.some((point) => findParcels(point).some((other) => other.key !== key))
  })
  expect(overlapping.map(({ key }) => key)).toEqual([])
  const misjudged = properties.filter(({ place, facts }) => {
    if (facts.lotSqft === null) return false
    const meters = 111_195 ** 2 * Math.cos(((facts.lat ?? 0) * Math.PI) / 180)
    const sqft = (measureArea(toRing(place.outline)) * meters) / 0.092903
    return Math.abs(facts.lotSqft / sqft - 1) > 0.08
  })
  expect(misjudged).toEqual([])
})

test('streets run between parcels, not over them, and only bridges cross water', () => {
  const streets = listLines(
    ({ layer, properties: { kind } }) => layer === 'roads' && kind !== 'path' && kind !== 'rail',
  )
  expect(streets.length).toBeGreaterThan(1_000)
  const paved = streets.flatMap(listBetween).flatMap(findParcels)
  expect([...new Set(paved.map(({ key }) => key))]).toEqual([])
  const waters = features.flatMap(({ layer, geometry }) =>
    layer === 'water' && geometry.type === 'Polygon' ? [(geometry.coordinates[0] ?? []).map(toPoint)] : [],
  )
  const isWet = (point: Point) => waters.some((ring) => isNear(point, ring) && isWithin(point, ring))
  const small = listLines(
    ({ layer, properties: { kind, kind_detail: detail } }) =>
      layer === 'roads' && (kind === 'minor_road' || detail === 'tertiary'),
  )
  expect(small.flatMap(listBetween).filter(isWet)).toEqual([])
  expect(parcels.filter(({ ring }) => ring.some(isWet)).map(({ key }) => key)).toEqual([])
})

const isNear = ([x, y]: Point, [first = [0, 0]]: readonly Point[]) =>
  Math.abs(x - first[0]) < 0.05 && Math.abs(y - first[1]) < 0.05

test('numbers along a street are even on one side and odd on the other', () => {
  const streets = Map.groupBy(
    properties.filter(({ facts }) => facts.use === 'DETACHED_HOUSE'),
    ({ facts }) => `${facts.situsAddress?.replace(/^\d+ /, '')} ${facts.situsZip}`,
  )
  let compared = 0
  for (const [name, houses] of streets) {
    // Streets that bend have no sides that a straight line could tell apart.
    if (!/ ST \d+$/.test(name)) continue
    const sorted = houses.toSorted((one, other) => one.place.number - other.place.number)
    const [first, last] = [sorted[0]?.facts, sorted.at(-1)?.facts]
    const even = sorted.filter(({ place }) => place.number % 2 === 0).length
    if (!first || !last || even < 3 || sorted.length - even < 3) continue
    compared += 1
    const along = [(last.lng ?? 0) - (first.lng ?? 0), (last.lat ?? 0) - (first.lat ?? 0)] as const
    const mean = (rest: number) => {
      const side = sorted.filter(({ place }) => place.number % 2 === rest)
      const offsets = side.map(
        ({ facts }) =>
          along[0] * ((facts.lat ?? 0) - (first.lat ?? 0)) - along[1] * ((facts.lng ?? 0) - (first.lng ?? 0)),
      )
      return offsets.reduce((sum, offset) => sum + offset, 0) / side.length
    }
    // Even numbers are south of a street that runs east.
    expect(mean(0), name).toBeLessThan(mean(1))
  }
  expect(compared).toBeGreaterThan(20)
})
