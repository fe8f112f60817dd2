import { z } from 'zod'
import { endpointFactory } from '../api/endpoint.ts'
import { leadStages } from '../api/enums.ts'
import { PropertyId, situs } from '../properties/properties.ts'

/** The leads of a map; of more, those that moved longest ago are only counted. */
export const maxMapLeads = 2_000

const degrees = (limit: number) => z.coerce.number().min(-limit).max(limit)

export const LeadMapQuery = z.object({
  west: degrees(180).describe('Greater than `east` where the map crosses the 180th meridian'),
  south: degrees(90),
  east: degrees(180),
  north: degrees(90),
})
export type LeadMapQuery = z.infer<typeof LeadMapQuery>

const MapLead = z.object({
  propertyId: PropertyId,
  orderId: z.string(),
  lat: z.number(),
  lng: z.number(),
  ...situs,
  stage: leadStages.schema,
})
export type MapLead = z.infer<typeof MapLead>

export const leadMap = {
  get: endpointFactory({ tag: 'Leads', access: ['CONSUMER_USER', 'ENTERPRISE_USER'] })(
    'GET /v1/leads/map',
    'Get the leads delivered to you within the bounds of a map, with their stage',
    {
      query: LeadMapQuery,
      response: z.object({
        leads: z.array(MapLead).describe(`At most ${maxMapLeads.toLocaleString('en-US')}, most recently moved first`),
        total: z.int().describe('Number of leads within the bounds'),
      }),
    },
  ),
}
