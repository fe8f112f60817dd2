import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpoint } from '../api/endpoint.ts'
import { getExample } from '../api/examples.ts'
import { Bounds } from './map.ts'
import { PropertyId, situs } from './properties.ts'

/** The newest sales of a map; of more, the older ones are only counted. */
export const maxMapSales = 2_000

/** Fewer sales give no price of a block. */
export const minBlockSales = 3

/** How far back sales count. */
export const saleMonths = { prices: 24, recent: 12 } as const

export const MapSalesQuery = z
  .strictObject({
    bounds: Bounds,
    zoom: z.number().min(0).max(24).describe('Web map zoom level: 0 shows the world on one tile of 256 pixels'),
    show: z
      .enum(['PRICES', 'SALES'])
      .describe(
        `PRICES: the price per square foot by block, of the last ${saleMonths.prices} months; SALES: single sales of the ` +
          `last ${saleMonths.recent} months`,
      ),
  })
  .meta({ id: 'MapSalesQuery', example: { bounds: getExample(Bounds), zoom: 14, show: 'PRICES' } })
export type MapSalesQuery = z.infer<typeof MapSalesQuery>

const PriceBlock = z.object({
  h3: z.string().describe('The H3 cell, in hexadecimal: about a block, and larger on a wider map'),
  outline: z.array(z.tuple([z.number(), z.number()])).describe('The corners of the cell, [lng, lat] in degrees'),
  sales: z.int(),
  pricePerSqft: classified('public-record', z.int().describe('The median, in dollars')),
})
export type PriceBlock = z.infer<typeof PriceBlock>

const MapSale = z.object({
  propertyId: PropertyId,
  lat: z.number(),
  lng: z.number(),
  ...situs,
  soldOn: classified('public-record', z.iso.date()),
  price: classified('public-record', z.int()),
  pricePerSqft: classified('public-record', z.int().nullable().describe('Null where the living area is unknown')),
})
export type MapSale = z.infer<typeof MapSale>

export const MapSales = z
  .union([
    z.object({ blocks: z.array(PriceBlock).describe(`Those with ${minBlockSales} sales or more`) }),
    z.object({
      sales: z.array(MapSale).describe(`The ${maxMapSales.toLocaleString('en-US')} newest`),
      total: z.int().describe('Number of sales within the bounds'),
    }),
  ])
  .meta({
    id: 'MapSales',
    example: {
      blocks: [
        {
          h3: '8926499a6cfffff',
          outline: [
            [-86.801, 36.15],
            [-86.799, 36.149],
            [-86.797, 36.15],
            [-86.797, 36.152],
            [-86.799, 36.153],
            [-86.801, 36.152],
          ],
          sales: 4,
          pricePerSqft: 214,
        },
      ],
    },
  })
export type MapSales = z.infer<typeof MapSales>

export const mapSales = {
  find: endpoint({
    method: 'POST',
    path: '/v1/properties/map/sales',
    reads: true,
    summary: "Get the latest arm's length sales of homes within the bounds of a map, or their prices by block",
    tag: 'Properties',
    access: ['CONSUMER_USER', 'ENTERPRISE_USER', 'SUPER_ADMIN'],
    body: MapSalesQuery,
    response: MapSales,
    errors: ['UNPROCESSABLE'],
  }),
}
