/** Coordinates of a ring or line, x and y in turn. */
export type Ring = number[]

/** A geometry by its parts: a polygon has rings, of which the first is the outer one; a point is a ring of one. */
export type Geometry = { kind: 'POINT' | 'LINE' | 'POLYGON'; parts: Ring[][] }

const kinds: Record<string, Geometry['kind']> = {
  POINT: 'POINT',
  MULTIPOINT: 'POINT',
  LINESTRING: 'LINE',
  MULTILINESTRING: 'LINE',
  POLYGON: 'POLYGON',
  MULTIPOLYGON: 'POLYGON',
}

/** Reads well-known text of two dimensions; null for an empty or unknown geometry, and for numbers that are none. */
export function parseWkt(text: string): Geometry | null {
  const open = text.indexOf('(')
  if (open < 0) return null
  const name = text.slice(0, open).trim().toUpperCase()
  const kind = kinds[name.replace(/ +Z?M?$/, '')]
  if (!kind) return null
  const parts = readParts(text, open, kind === 'POLYGON' ? (name.startsWith('MULTI') ? 2 : 1) : null)
  const isValid = parts.length > 0 && parts.every((rings) => rings.length > 0 && rings.every(isRing))
  return isValid ? { kind, parts } : null
}

const isRing = (ring: Ring) => ring.length > 0 && ring.every(Number.isFinite)

/** `partDepth` is how many brackets are open where a polygon begins; null where each ring is a part by itself. */
function readParts(text: string, open: number, partDepth: number | null): Ring[][] {
  const parts: Ring[][] = []
  let depth = 0
  let start = -1
  for (let at = open; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 40) {
      depth += 1
      start = at + 1
      if (depth === partDepth) parts.push([])
    } else if (code === 41) {
      depth -= 1
      if (start >= 0) {
        const ring = parseRing(text.slice(start, at))
        if (partDepth === null) parts.push([ring])
        else parts.at(-1)?.push(ring)
      }
      start = -1
    }
  }
  return parts
}

function parseRing(text: string): Ring {
  const ring: Ring = []
  for (const pair of text.split(',')) {
    const [x = '', y = ''] = pair.trim().split(' ', 2)
    ring.push(x === '' ? Number.NaN : Number(x), y === '' ? Number.NaN : Number(y))
  }
  return ring
}
