import type { Feature, FeatureCollection, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'

export type ShapeKind = 'states' | 'counties'
export type ShapesRequest = { kind: ShapeKind; url: string }
/** The outlines and the labels with their positions, as GeoJSON in `data:` URLs. */
export type Shapes = { shapes: string; names: string }
export type ShapesResponse = Shapes | { failure: string }

type Topology = Parameters<typeof mesh>[0]
type Collection = Extract<Topology['objects'][string], { type: 'GeometryCollection' }>
type Atlas = Topology & { objects: Record<'states' | 'counties', Collection> }

/** Four decimals are about ten yards, finer than these shapes. */
const roundNumbers = (_key: string, value: unknown) =>
  typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value

/**
 * A URL that MapLibre's worker reads itself. It passes a blob URL to the page, which may not fetch it and should not:
 * parsing it there would block the main thread.
 */
const toDataUrl = (data: Feature | FeatureCollection) =>
  `data:application/json,${JSON.stringify(data, roundNumbers).replace(/[%#]/g, encodeURIComponent)}`

/** Twice the area of an outline, and its centroid. */
function getMiddle(ring: readonly Position[]): { area: number; at: Position } {
  let [area, x, y] = [0, 0, 0]
  for (let corner = 1; corner < ring.length; corner++) {
    const [x0 = 0, y0 = 0] = ring[corner - 1] ?? []
    const [x1 = 0, y1 = 0] = ring[corner] ?? []
    const cross = x0 * y1 - x1 * y0
    area += cross
    x += (x0 + x1) * cross
    y += (y0 + y1) * cross
  }
  return { area: Math.abs(area), at: area === 0 ? (ring[0] ?? []) : [x / (3 * area), y / (3 * area)] }
}

/** The label of each shape, at the centroid of its largest part. */
function toNames({ features }: FeatureCollection): FeatureCollection {
  const labels = features.flatMap(({ geometry, properties }): Feature[] => {
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : []
    const [largest] = polygons.map(([outline = []]) => getMiddle(outline)).sort((a, b) => b.area - a.area)
    if (!largest) return []
    // Where two labels collide, the larger shape's is placed first.
    const named = { name: properties?.['name'], rank: -largest.area }
    return [{ type: 'Feature', properties: named, geometry: { type: 'Point', coordinates: largest.at } }]
  })
  return { type: 'FeatureCollection', features: labels }
}

async function readShapes({ kind, url }: ShapesRequest): Promise<Shapes> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`The shapes of ${kind} answered ${reply.status}.`)
  const atlas = (await reply.json()) as Atlas
  const all = feature(atlas, atlas.objects[kind])
  const names = toDataUrl(toNames(all))
  if (kind === 'states') return { shapes: toDataUrl(all), names }
  // Borders between counties of one state; the state borders are separate.
  const getState = ({ id }: { id?: string | number }) => String(id).padStart(5, '0').slice(0, 2)
  // The package's types declare different properties for the shapes here and there.
  const counties = atlas.objects.counties as Parameters<typeof mesh>[1]
  const lines = mesh(atlas, counties, (a, b) => a !== b && getState(a) === getState(b))
  return { shapes: toDataUrl({ type: 'Feature', properties: {}, geometry: lines }), names }
}

addEventListener('message', async ({ data }: MessageEvent<ShapesRequest>) => {
  const answer = await readShapes(data).catch((error: unknown): ShapesResponse => ({ failure: String(error) }))
  postMessage(answer)
})
