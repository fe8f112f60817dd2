/** A position in meters: east, north. */
export type Point = readonly [x: number, y: number]

/** A generator of numbers from 0 to 1 (mulberry32): a seed always gives the same ones. */
export function createNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const hashNumbers = (...numbers: readonly number[]) =>
  numbers.reduce((hash, number) => Math.imul(hash ^ (number + 0x9e3779b9), 0x85ebca6b) ^ (hash >>> 13), 17) >>> 0

/** Positive for a ring that runs counterclockwise. The ring need not repeat its first position. */
export function measureArea(ring: readonly Point[]): number {
  let twice = 0
  let [fromX, fromY] = ring.at(-1) ?? [0, 0]
  for (const [x, y] of ring) {
    twice += fromX * y - x * fromY
    fromX = x
    fromY = y
  }
  return twice / 2
}

/** The mean of the corners, which lies within every lot and block here. */
export function averagePoint(points: readonly Point[]): Point {
  let [sumX, sumY] = [0, 0]
  for (const [x, y] of points) {
    sumX += x
    sumY += y
  }
  return [sumX / points.length, sumY / points.length]
}

export function isWithin([x, y]: Point, ring: readonly Point[]): boolean {
  let within = false
  let [fromX, fromY] = ring.at(-1) ?? [0, 0]
  for (const [toX, toY] of ring) {
    if (fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX) within = !within
    fromX = toX
    fromY = toY
  }
  return within
}

/** Adds positions, so that no piece of the line is longer than `step`: a bent line needs them. */
export function divideLine(line: readonly Point[], step: number): Point[] {
  const divided: Point[] = []
  line.forEach(([x, y], at) => {
    const [fromX, fromY] = line[at - 1] ?? [x, y]
    const pieces = Math.max(1, Math.ceil(Math.hypot(x - fromX, y - fromY) / step))
    const first = at === 0 ? pieces : 1
    for (let piece = first; piece <= pieces; piece += 1)
      divided.push([fromX + ((x - fromX) * piece) / pieces, fromY + ((y - fromY) * piece) / pieces])
  })
  return divided
}
