import { z } from 'zod'
import { Criteria } from './criteria.ts'
import { classified } from './data-classes.ts'
import { endpoint } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { PropertyId, situs } from './properties.ts'
import { signals } from './vocabularies.ts'

/** What a map shows, in degrees. `west` is greater than `east` where the 180th meridian runs through it. */
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
    zoom: z.number().min(0).max(24).describe('As web maps count: 0 is the world on one tile of 256 pixels'),
  })
  .meta({
    id: 'PropertyMapQuery',
    example: { criteria: exampleOf(Criteria), bounds: exampleOf(Bounds), zoom: 12 },
  })
export type PropertyMapQuery = z.infer<typeof PropertyMapQuery>

const MapCell = z.object({
  h3: z.string().describe('The H3 cell, in hexadecimal'),
  lat: z.number().describe('With `lng`, the middle of the properties of the cell, not of the cell'),
  lng: z.number(),
  count: z.int(),
})
export type MapCell = z.infer<typeof MapCell>

const MapPoint = z.object({
  propertyId: PropertyId,
  lat: z.number(),
  lng: z.number(),
  ...situs,
  estimatedValue: classified('public-record', z.int().nullable()),
  signals: z.array(signals.schema),
})
export type MapPoint = z.infer<typeof MapPoint>

const tally = {
  inBounds: z.int().describe('How many match within the bounds; the counts of the cells add up to it'),
  withoutPosition: z.int().describe('How many match, anywhere, whose position no roll gives'),
}

/** Few properties come one by one, many as the cells of a grid. */
export const PropertyMap = z
  .union([z.object({ ...tally, points: z.array(MapPoint) }), z.object({ ...tally, cells: z.array(MapCell) })])
  .meta({ id: 'PropertyMap' })
export type PropertyMap = z.infer<typeof PropertyMap>

export const propertyMap = {
  map: endpoint({
    method: 'POST',
    path: '/v1/properties/map',
    reads: true,
    summary: 'The properties that match within the bounds of a map: cells of a grid, or points where they are few',
    tag: 'Properties',
    access: ['CONSUMER_USER', 'ENTERPRISE_USER', 'SUPER_ADMIN'],
    body: PropertyMapQuery,
    response: PropertyMap,
    errors: ['UNPROCESSABLE'],
  }),
}
