import type { IngestRow } from '../ingest/ingest-row.ts'
import type { PropertyFacts } from '../ingest/property-facts.ts'
import { getBoundingBox, type MultiPolygon } from './geometry.ts'
import type { OutlineRow } from './outline-row.ts'
import { readWkb } from './read-wkb.ts'
import { simplifyOutline } from './simplify.ts'
import { encodeTwkb } from './twkb.ts'

/** Less than a pixel of a map that shows a whole neighborhood. */
const toleranceMeters = 1

const noBytes = new Uint8Array()

/**
 * Reads the geometry of rows: `@outline`, well-known binary as hexadecimal digits in WGS 84, and its inner point `@lat`
 * and `@lng`; when the first file has none, those of a joined one, such as `parcels.@outline`. Undefined for a table
 * without outlines. `cell` reads a place of the present row.
 */
export function createGeometryReader(header: readonly string[], cell: (place: number) => string) {
  const joined = header.find((name) => name.endsWith('.@outline'))
  const file = header.includes('@outline') || joined === undefined ? '' : joined.slice(0, -'@outline'.length)
  const [outlineAt = -1, latAt, lngAt] = ['@outline', '@lat', '@lng'].map((name) => header.indexOf(file + name))
  if (outlineAt < 0) return undefined
  const readDegrees = (place = -1) => {
    const text = place < 0 ? '' : cell(place)
    return text === '' ? null : Number(text)
  }

  /** Takes the point of the geometry as the position when no column gives one. */
  function locate(facts: PropertyFacts): void {
    const [lat, lng] = [readDegrees(latAt), readDegrees(lngAt)]
    if (lat === null || lng === null || !(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return
    if (facts.lat === null || facts.lng === null) {
      facts.lat = lat
      facts.lng = lng
    }
    // A source may name the inner point itself. Points of a file have no outline: they are coordinates of the roll.
    if (facts.lat === lat && facts.lng === lng && cell(outlineAt) !== '') facts.positionSource = 'PARCEL_OUTLINE'
  }

  /** Null without an outline, and for one that is damaged: the property counts without it. */
  function readOutline({ line, propertyId, situs, facts }: IngestRow): OutlineRow | null {
    const outline = readWkb(cell(outlineAt))
    if (!outline) return null
    const { countyFips, lotSqft } = facts
    const valueYear = facts.valueYear ?? facts.taxYear ?? 0
    return toOutlineRow({ line, propertyId, state: situs.state, countyFips, lotSqft, valueYear }, outline)
  }

  return { locate, readOutline }
}

type OutlinePlace = Omit<OutlineRow, 'box' | 'full' | 'simplified'>

/** An outline as it is stored: in full, and simplified. */
export function toOutlineRow(place: OutlinePlace, outline: MultiPolygon): OutlineRow {
  const full = encodeTwkb(outline)
  const simplified = encodeTwkb(simplifyOutline(outline, toleranceMeters))
  const box = getBoundingBox(outline)
  return { ...place, box, full, simplified: simplified.length < full.length ? simplified : noBytes }
}
