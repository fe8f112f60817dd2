import { queryOptions } from '@tanstack/react-query'
import { feature, mesh } from 'topojson-client'
import atlasUrl from 'us-atlas/counties-albers-10m.json?url'
import { NetworkError } from '../../lib/errors.ts'

/** Shapes for an SVG path, projected already; a county by its FIPS code. */
export type MapShapes = { nation: string; states: string; counties: ReadonlyMap<string, string> }

/** What the shapes lie within. */
export const mapBox = { x: -58, y: 12, width: 1016, height: 596 }

type Topology = Parameters<typeof feature>[0]
type Ring = number[][]

const line = (points: Ring) => `M${points.map(([x = 0, y = 0]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}`
const area = (rings: Ring[]) => rings.map((ring) => `${line(ring)}Z`).join('')

type Collection = Extract<Topology['objects'][string], { type: 'GeometryCollection' }>

function getCollection({ objects }: Topology, name: string): Collection {
  const collection = objects[name]
  if (collection?.type !== 'GeometryCollection') throw new Error(`The map has no ${name}.`)
  return collection
}

function toAreaPath(atlas: Topology, object: Collection['geometries'][number]): string {
  const shape = feature(atlas, object)
  const geometry = 'geometry' in shape ? shape.geometry : undefined
  if (geometry?.type === 'Polygon') return area(geometry.coordinates)
  return geometry?.type === 'MultiPolygon' ? geometry.coordinates.map(area).join('') : ''
}

async function loadShapes(): Promise<MapShapes> {
  const response = await fetch(atlasUrl).catch((error: unknown) => {
    throw new NetworkError(error)
  })
  if (!response.ok) throw new Error('The map could not be loaded.')
  const atlas = (await response.json()) as Topology // a file of this application
  // The declaration of `mesh` wants properties of its objects, which it doesn't read.
  const states = mesh(atlas, getCollection(atlas, 'states') as Parameters<typeof mesh>[1])
  return {
    nation: getCollection(atlas, 'nation')
      .geometries.map((part) => toAreaPath(atlas, part))
      .join(''),
    states: states.coordinates.map(line).join(''),
    counties: new Map(
      getCollection(atlas, 'counties').geometries.map((county) => [String(county.id), toAreaPath(atlas, county)]),
    ),
  }
}

/** The map of the country: 260 KB compressed, so it is fetched by the screen that shows it alone. */
export const mapShapes = () =>
  queryOptions({ queryKey: ['map-shapes'], queryFn: loadShapes, staleTime: Number.POSITIVE_INFINITY })
