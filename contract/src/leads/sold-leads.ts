import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { leadStages } from '../api/enums.ts'
import { PropertyId, situs } from '../properties/properties.ts'

/** Of more sold leads, those sold last. */
export const maxSoldLeads = 20

/** Leads of the board that are compared with the county datasets; of more, those that moved last. */
export const maxComparedLeads = 10_000

const SoldLead = z
  .object({
    orderId: z.uuid(),
    propertyId: PropertyId,
    ...situs,
    stage: leadStages.schema,
    soldOn: classified('public-record', z.iso.date()),
    price: classified('public-record', z.int().nullable().describe('In dollars; null if the county gives none')),
  })
  .meta({ id: 'SoldLead', example: { soldOn: '2026-11-02', price: 310_000, stage: 'CONTACTED' } })
export type SoldLead = z.infer<typeof SoldLead>

export const soldLeads = {
  list: endpointFactory({ tag: 'Leads', access: ['CONSUMER_USER', 'ENTERPRISE_USER'] })(
    'GET /v1/leads/sold',
    'List the leads sold in the last year, later than known at delivery, latest first; closed and dead ones excluded',
    { response: z.object({ items: z.array(SoldLead).max(maxSoldLeads) }) },
  ),
}
