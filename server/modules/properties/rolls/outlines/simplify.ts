import { type MultiPolygon, type Ring, unitsPerDegree } from './geometry.ts'

const metersPerUnit = 111_320 / unitsPerDegree

/**
 * Leaves out positions within the tolerance of the line between their neighbors (Ramer, Douglas and Peucker). Every
 * ring stays: one that would lose its area or cross itself keeps all its positions.
 */
export const simplifyOutline = (outline: MultiPolygon, toleranceMeters: number): MultiPolygon =>
  outline.map((polygon) => polygon.map((ring) => simplifyRing(ring, toleranceMeters)))

// A triangle that returns to its start.
const minPositions = 4
// Rings with more positions are rare, and comparing all their edges with each other would take long.
const maxComparedPositions = 1_000

function simplifyRing(ring: Ring, toleranceMeters: number): Ring {
  const count = ring.length / 2
  if (count <= minPositions + 1) return ring
  const isKept = markKept(ring, toleranceMeters)
  const kept: Ring = []
  for (let place = 0; place < count; place += 1)
    if (isKept[place]) kept.push(ring[place * 2] ?? 0, ring[place * 2 + 1] ?? 0)
  const length = kept.length / 2
  return length < minPositions || length > maxComparedPositions || crossesItself(kept) ? ring : kept
}

function markKept(ring: Ring, toleranceMeters: number): Uint8Array {
  const last = ring.length / 2 - 1
  const isKept = new Uint8Array(last + 1)
  const width = Math.cos(((ring[1] ?? 0) / unitsPerDegree) * (Math.PI / 180)) * metersPerUnit
  const x = (place: number) => ((ring[place * 2] ?? 0) - (ring[0] ?? 0)) * width
  const y = (place: number) => ((ring[place * 2 + 1] ?? 0) - (ring[1] ?? 0)) * metersPerUnit
  // A ring starts where it ends: it is cut in two at the position farthest from its start.
  const far = findFarthest(0, last, (place) => Math.hypot(x(place), y(place))).place
  for (const place of [0, far, last]) isKept[place] = 1
  const open: [number, number][] = [
    [0, far],
    [far, last],
  ]
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part
    const distance = createSegmentDistance([x(from), y(from)], [x(to), y(to)])
    const farthest = findFarthest(from, to, (place) => distance(x(place), y(place)))
    if (farthest.distance <= toleranceMeters) continue
    isKept[farthest.place] = 1
    open.push([from, farthest.place], [farthest.place, to])
  }
  return isKept
}

function findFarthest(from: number, to: number, measure: (place: number) => number) {
  const farthest = { place: from, distance: 0 }
  for (let place = from + 1; place < to; place += 1) {
    const distance = measure(place)
    if (distance > farthest.distance) Object.assign(farthest, { place, distance })
  }
  return farthest
}

function createSegmentDistance([fromX, fromY]: [number, number], [toX, toY]: [number, number]) {
  const [dx, dy] = [toX - fromX, toY - fromY]
  const square = dx * dx + dy * dy
  return (x: number, y: number) => {
    const along = square === 0 ? 0 : ((x - fromX) * dx + (y - fromY) * dy) / square
    const within = Math.min(Math.max(along, 0), 1)
    return Math.hypot(x - fromX - within * dx, y - fromY - within * dy)
  }
}

/** Whether two edges that share no position meet. Edges on one line do not count: those of a U-shaped parcel are apart. */
function crossesItself(ring: Ring): boolean {
  const edges = ring.length / 2 - 1
  for (let one = 0; one < edges; one += 1)
    for (let other = one + 2; other < edges; other += 1) {
      const areNeighbors = one === 0 && other === edges - 1
      if (!areNeighbors && meet(ring, one, other)) return true
    }
  return false
}

function meet(ring: Ring, one: number, other: number): boolean {
  const side = (a: number, b: number, c: number) => {
    const [ax = 0, ay = 0, bx = 0, by = 0] = [ring[a * 2], ring[a * 2 + 1], ring[b * 2], ring[b * 2 + 1]]
    return Math.sign((bx - ax) * ((ring[c * 2 + 1] ?? 0) - ay) - (by - ay) * ((ring[c * 2] ?? 0) - ax))
  }
  const [start, end] = [side(one, one + 1, other), side(one, one + 1, other + 1)]
  if (start === 0 && end === 0) return false
  return start * end <= 0 && side(other, other + 1, one) * side(other, other + 1, one + 1) <= 0
}
