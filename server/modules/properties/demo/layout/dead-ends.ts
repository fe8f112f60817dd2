import type { Point } from './geometry.ts'
import { cellSize } from './lattice.ts'
import {
  cutEvenly,
  cutFace,
  type Draft,
  type DraftLot,
  type DraftStreet,
  halfStreet,
  transposePoint,
} from './patterns.ts'

const size = cellSize
const deadEnds = 4
const bulb = { radius: 14, fromEdge: 52, start: 66 }
/** Where the lots around a circle meet, in degrees from the east: the street comes in at 90. */
const wedgeBounds = [120, 205, 270, 335, 420].map((degrees) => (degrees * Math.PI) / 180)

/** A street across the cell, from which short ones branch off and end in a circle. */
export function draftDeadEnds(width: number): Draft {
  const middle = size / 2
  const streets: DraftStreet[] = [
    {
      path: [
        [0, middle],
        [size, middle],
      ],
      form: 'LANE',
      rank: 0,
    },
  ]
  const lots: DraftLot[] = []
  const pitch = size / deadEnds
  for (let unit = 0; unit < deadEnds; unit += 1)
    for (const isNorth of [false, true]) {
      const center = pitch * (unit + 0.5)
      const street = streets.length
      const flip = ([x, y]: Point): Point => (isNorth ? [x, size - y] : [x, y])
      const path: Point[] = [
        [center, middle],
        [center, bulb.fromEdge],
      ]
      streets.push({ path: path.map(flip), form: 'DEAD_END', rank: unit * 2 + (isNorth ? 1 : 0) })
      const cuts = cutEvenly(bulb.start, middle - halfStreet, width)
      const along = (at: number) => middle - at
      for (const side of [0, 1] as const) {
        const toward = side === 0 ? -1 : 1
        const [front, back] = [center + toward * halfStreet, center + (toward * pitch) / 2]
        const face = cutFace({ use: 'HOUSE', street, side, front, back, cuts, along })
        for (const lot of face) lots.push({ ...lot, ring: lot.ring.map(transposePoint).map(flip) })
      }
      for (const lot of cutWedges(center, pitch / 2, street)) lots.push({ ...lot, ring: lot.ring.map(flip) })
    }
  return { streets, lots }
}

/** The lots around the circle at the end of a street. */
function cutWedges(center: number, reach: number, street: number): DraftLot[] {
  const { radius, fromEdge, start } = bulb
  const onCircle = (angle: number): Point => [center + radius * Math.cos(angle), fromEdge + radius * Math.sin(angle)]
  const onEdge = (angle: number): Point => {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const sideways = Math.abs(cos) < 1e-9 ? Number.POSITIVE_INFINITY : reach / Math.abs(cos)
    const down = sin < -1e-9 ? fromEdge / -sin : Number.POSITIVE_INFINITY
    const length = Math.min(sideways, down)
    return [center + length * cos, fromEdge + length * sin]
  }
  return wedgeBounds.slice(1).map((to, at) => {
    const from = wedgeBounds[at] ?? 0
    const isFirst = at === 0
    const isLast = at === wedgeBounds.length - 2
    const inner = [from, (from + to) / 2, to].map(onCircle)
    if (isFirst) inner.unshift([center - halfStreet, start])
    if (isLast) inner.push([center + halfStreet, start])
    const outer: Point[] = [isLast ? [center + reach, start] : onEdge(to)]
    for (const corner of [
      [center + reach, 0],
      [center - reach, 0],
    ] as const) {
      const angle = Math.atan2(corner[1] - fromEdge, corner[0] - center) + Math.PI * 2
      if (angle > from && angle < to) outer.push(corner)
    }
    outer.push(isFirst ? [center - reach, start] : onEdge(from))
    const along = size / 2 - fromEdge + radius + at * 3
    const side = at % 2 === 0 ? 0 : 1
    return { use: 'HOUSE', ring: [...inner, ...outer], fronts: inner.length, street, side, along }
  })
}
