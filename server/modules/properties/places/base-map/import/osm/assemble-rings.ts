type Position = readonly [lng: number, lat: number]
export type Line = { nodes: readonly number[]; points: readonly Position[] }

/** Joins lines at their ends to closed rings. What does not close, as where an extract cuts a lake, is left out. */
export function assembleRings(lines: readonly Line[]): Position[][] {
  const byEnd = new Map<number, Set<Line>>()
  const getEnds = ({ nodes }: Line) => [nodes[0] ?? 0, nodes.at(-1) ?? 0] as const
  for (const line of lines) for (const end of getEnds(line)) byEnd.set(end, (byEnd.get(end) ?? new Set()).add(line))
  const take = (line: Line) => {
    for (const end of getEnds(line)) byEnd.get(end)?.delete(line)
  }
  const used = new Set<Line>()
  const rings: Position[][] = []
  for (const first of lines) {
    if (used.has(first) || first.points.length < 2) continue
    const [start, firstEnd] = getEnds(first)
    const ring = [...first.points]
    let end = firstEnd
    used.add(first)
    take(first)
    while (end !== start) {
      const [next] = byEnd.get(end) ?? []
      if (!next) break
      used.add(next)
      take(next)
      const [from, to] = getEnds(next)
      const points = from === end ? next.points : next.points.toReversed()
      ring.push(...points.slice(1))
      end = from === end ? to : from
    }
    if (end === start && ring.length >= 4) rings.push(ring)
  }
  return rings
}

/** Polygons of outer rings, each with the inner ones that lie in it. */
export function toPolygons(outer: readonly Position[][], inner: readonly Position[][]): Position[][][] {
  const polygons = outer.map((ring) => [ring])
  for (const hole of inner) {
    const [point] = hole
    polygons.find(([ring = []]) => point && isInside(point, ring))?.push(hole)
  }
  return polygons
}

function isInside([lng, lat]: Position, ring: readonly Position[]): boolean {
  let inside = false
  for (const [at, [x1, y1]] of ring.entries()) {
    const [x2, y2] = ring[at === 0 ? ring.length - 1 : at - 1] ?? [0, 0]
    if (y1 > lat !== y2 > lat && lng < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside
  }
  return inside
}
