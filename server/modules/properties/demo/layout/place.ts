import type { Lot } from './county-plan.ts'
import { averagePoint, createNumbers, hashNumbers, isWithin, measureArea, type Point } from './geometry.ts'
import type { LotUse } from './patterns.ts'

/**
 * A lot on the ground, in meters from the origin of the county. The ring runs counterclockwise; the corners start at the
 * street.
 */
export type Place = { ring: Point[]; corners: Point[]; area: number; front: readonly [Point, Point]; inner: Point }

export function placeLot({ ring, fronts, cell }: Lot): Place {
  const { toGround } = cell.town.county.projection
  const ground = ring.map(toGround)
  const area = measureArea(ground)
  const [from = [0, 0], to = [0, 0]] = [ground[0], ground[fronts - 1]]
  const inner = averagePoint(ground)
  const outline = area < 0 ? ground.toReversed() : ground
  return { ring: outline, corners: ground, area: Math.abs(area), front: [from, to], inner }
}

/** How far a building stays from the street and from the neighbors, and how much wider it is than deep. */
const setbacks: Record<LotUse, { street: number; sides: number; ratio: number; isPlain: boolean }> = {
  HOUSE: { street: 6.5, sides: 1.6, ratio: 1.15, isPlain: false },
  TOWNHOUSE: { street: 4, sides: 0.02, ratio: 0.5, isPlain: true },
  CONDOMINIUM: { street: 5, sides: 3, ratio: 1.6, isPlain: false },
  MOBILE: { street: 5, sides: 1.5, ratio: 0.4, isPlain: true },
  APARTMENTS: { street: 7, sides: 4, ratio: 2, isPlain: false },
  STORE: { street: 2, sides: 0.3, ratio: 1, isPlain: true },
  OFFICE: { street: 4, sides: 3, ratio: 1.4, isPlain: false },
  WAREHOUSE: { street: 18, sides: 8, ratio: 1.5, isPlain: true },
  ACREAGE: { street: 16, sides: 4, ratio: 1.5, isPlain: false },
  FARM: { street: 30, sides: 10, ratio: 1.4, isPlain: false },
  CHURCH: { street: 8, sides: 4, ratio: 0.7, isPlain: false },
  PUBLIC: { street: 10, sides: 5, ratio: 1.9, isPlain: false },
}

/** A building of about `area` square meters on a lot, as far as there is room. */
export function drawBuilding(lot: Lot, place: Place, area: number): Point[] {
  if (lot.use === 'TOWNHOUSE') return drawTerrace(place, area)
  const { front, inner, ring, area: lotArea } = place
  const { street, sides, ratio, isPlain } = setbacks[lot.use]
  const numbers = createNumbers(hashNumbers(lot.cell.seed, lot.lotNumber))
  const [[fromX, fromY], [toX, toY]] = front
  const frontage = Math.hypot(toX - fromX, toY - fromY)
  const along: Point = [(toX - fromX) / frontage, (toY - fromY) / frontage]
  const middle: Point = [(fromX + toX) / 2, (fromY + toY) / 2]
  const toInside = Math.sign(along[0] * (inner[1] - middle[1]) - along[1] * (inner[0] - middle[0]))
  const inward: Point = [-along[1] * toInside, along[0] * toInside]
  const depth = Math.max(...ring.map(([x, y]) => (x - middle[0]) * inward[0] + (y - middle[1]) * inward[1]))
  const room = Math.max(frontage, lotArea / depth) - 2 * sides
  const outline = isPlain || numbers() < 0.35 ? rectangle : pickCorner(numbers)
  // The shape measures two by two.
  const covered = area / (Math.abs(measureArea(outline)) / 4)
  const width = Math.min(room, Math.max(4.5, Math.sqrt(covered * ratio) * (0.9 + numbers() * 0.25)))
  const length = Math.min(depth - street - 2, covered / width)
  const center = street + length / 2
  let [x, y] = [middle[0] + inward[0] * center, middle[1] + inward[1] * center]
  let [halfWidth, halfLength] = [width / 2, length / 2]
  for (let attempts = 0; attempts < 24; attempts += 1) {
    const corners = outline.map(([right, back]): Point => {
      const [sideways, deep] = [right * halfWidth, back * halfLength]
      return [x + along[0] * sideways + inward[0] * deep, y + along[1] * sideways + inward[1] * deep]
    })
    if (corners.every((corner) => isWithin(corner, ring))) return corners
    // Lots around a circle and at bends are no rectangles.
    halfWidth *= 0.95
    halfLength *= 0.96
    x += (inner[0] - x) * 0.12
    y += (inner[1] - y) * 0.12
  }
  return []
}

/** A house of a row has its walls on the sides of its lot. */
function drawTerrace({ corners, area: lotArea }: Place, area: number): Point[] {
  const [left = [0, 0], right = [0, 0], rightBack = [0, 0], leftBack = [0, 0]] = corners
  const from = 0.1
  const to = Math.min(0.8, from + area / lotArea)
  const between = (front: Point, back: Point, share: number): Point => [
    front[0] + (back[0] - front[0]) * share,
    front[1] + (back[1] - front[1]) * share,
  ]
  const walls = [
    between(left, leftBack, from),
    between(right, rightBack, from),
    between(right, rightBack, to),
    between(left, leftBack, to),
  ]
  // A hand's width apart, so that no wall is on two lots.
  const middle = averagePoint(walls)
  return walls.map((corner) => between(corner, middle, 0.01))
}

const rectangle: readonly Point[] = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
]

/** A rectangle without one of its corners. */
function pickCorner(numbers: () => number): readonly Point[] {
  const [right, back] = [numbers() * 0.5, numbers() * 0.5 + 0.05]
  const turned = Math.floor(numbers() * 3)
  const shape: readonly Point[] = [
    [-1, -1],
    [1, -1],
    [1, back],
    [right, back],
    [right, 1],
    [-1, 1],
  ]
  if (turned === 0) return shape
  return shape.map(([x, y]): Point => (turned === 1 ? [-x, y] : [-x, -y]))
}
