import { z } from 'zod'

const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])

/** GeoJSON; the first ring is the outline, further rings are holes. Positions are [longitude, latitude]. */
export const Polygon = z
  .strictObject({ type: z.literal('Polygon'), coordinates: z.array(z.array(position).min(4)).min(1) })
  .refine(
    ({ coordinates }) => coordinates.reduce((points, ring) => points + ring.length, 0) <= 500,
    'At most 500 points in one area',
  )
  .refine(({ coordinates: [outline = []] }) => {
    const lngs = outline.map(([lng]) => lng)
    return Math.max(...lngs) - Math.min(...lngs) <= 180
  }, 'An area is at most half the world wide: cut one that crosses the 180th meridian in two there')
  .meta({
    id: 'Polygon',
    example: {
      type: 'Polygon',
      coordinates: [
        [
          [-86.81, 36.15],
          [-86.75, 36.15],
          [-86.78, 36.19],
          [-86.81, 36.15],
        ],
      ],
    },
  })
