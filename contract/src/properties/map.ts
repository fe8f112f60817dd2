import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpoint } from '../api/endpoint.ts'
import { signals } from '../api/enums.ts'
import { getExample } from '../api/examples.ts'
import { Criteria } from '../criteria/criteria.ts'
import { PropertyId, situs } from './properties.ts'

/** The visible area of a map, in degrees. `west` is greater than `east` where it crosses the 180th meridian. */
export const Bounds = z
  .strictObject({
    west: z.number().min(-180).max(180),
    south: z.number().min(-90).max(90),
    east: z.number().min(-180).max(180),
    north: z.number().min(-90).max(90),
  })
  .refine(({ south, north }) => south <= north, 'The south of the map is above its north')
  .meta({ id: 'Bounds', example: { west: -86.92, south: 36.08, east: -86.7, north: 36.24 } })
export type Bounds = z.infer<typeof Bounds>

export const PropertyMapQuery = z
  .strictObject({
    criteria: Criteria,
    bounds: Bounds,
    zoom: z.number().min(0).max(24).describe('Web map zoom level: 0 shows the world on one tile of 256 pixels'),
  })
  .meta({
    id: 'PropertyMapQuery',
    example: { criteria: getExample(Criteria), bounds: getExample(Bounds), zoom: 12 },
  })
export type PropertyMapQuery = z.infer<typeof PropertyMapQuery>

const MapCell = z.object({
  h3: z.string().describe('The H3 cell, in hexadecimal'),
  lat: z.number().describe('With `lng`, the center of the properties in the cell, not of the cell'),
  lng: z.number(),
  count: z.int(),
})
export type MapCell = z.infer<typeof MapCell>

/** The zoom from which tiles of parcels are shown: their zoom 14, since a tile of theirs has twice the width. */
export const parcelMapZoom = 15

const MapPoint = z.object({
  propertyId: PropertyId,
  lat: z.number(),
  lng: z.number(),
  ...situs,
  estimatedValue: classified('public-record', z.int().nullable()),
  signals: z.array(signals.schema),
  hasOutline: z
    .boolean()
    .optional()
    .describe('Whether the tiles of parcels draw its outline: given from zoom 15 on, which has these tiles'),
})
export type MapPoint = z.infer<typeof MapPoint>

const mapCounts = {
  inBounds: z.int().describe('Number of matches within the bounds, which is the sum over the cells'),
  withoutPosition: z.int().describe('Number of matches anywhere without a known position'),
}

/** Few properties are returned as points, many as the cells of a grid. */
export const PropertyMap = z
  .union([z.object({ ...mapCounts, points: z.array(MapPoint) }), z.object({ ...mapCounts, cells: z.array(MapCell) })])
  .meta({ id: 'PropertyMap' })
export type PropertyMap = z.infer<typeof PropertyMap>

export const propertyMap = {
  map: endpoint({
    method: 'POST',
    path: '/v1/properties/map',
    reads: true,
    summary: 'Get the matching properties within the bounds of a map: cells of a grid, or points if there are few',
    tag: 'Properties',
    access: ['CONSUMER_USER', 'ENTERPRISE_USER', 'SUPER_ADMIN'],
    body: PropertyMapQuery,
    response: PropertyMap,
    errors: ['UNPROCESSABLE'],
  }),
}
