import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { campaignTypes } from '../api/enums.ts'
import { getExample } from '../api/examples.ts'
import { BoardLead } from './lead-board.ts'
import { ListedOrder, Order } from './order.ts'
import { propertyParam } from './order-endpoints.ts'

const LeadOffer = z.object({
  campaignType: campaignTypes.schema,
  credits: classified('money', z.int().describe('What it costs now: of a lead purchased for mail, its phones alone')),
})
export type LeadOffer = z.infer<typeof LeadOffer>

const LeadDelivery = z
  .object({
    orderId: z.string(),
    orderName: z.string(),
    campaignId: z.string().optional(),
    campaignType: campaignTypes.schema,
    deliveredAt: z.iso.datetime(),
  })
  .meta({
    id: 'LeadDelivery',
    example: { orderName: 'Absentee owners, October', campaignType: 'CALL_READY' },
  })
export type LeadDelivery = z.infer<typeof LeadDelivery>

/** The latest orders that are listed with a lead. */
export const maxLeadDeliveries = 20

export const SingleLead = z
  .object({
    lead: BoardLead.optional().describe('What was delivered to you of the property and its present owner'),
    purchasedAt: z.iso
      .datetime()
      .optional()
      .describe('When you paid for it last, in the last 365 days: the lead is yours for free until these are over'),
    order: ListedOrder.optional().describe('Your latest order of this lead alone'),
    deliveries: z
      .array(LeadDelivery)
      .describe(
        `Your last ${maxLeadDeliveries} orders with a lead of this property, newest first; also of earlier owners`,
      ),
    offers: z.array(LeadOffer).describe('What else of it can be ordered; empty for enterprise users'),
  })
  .meta({
    id: 'SingleLead',
    example: { order: getExample(ListedOrder), deliveries: [], offers: [{ campaignType: 'CALL_READY', credits: 3 }] },
  })
export type SingleLead = z.infer<typeof SingleLead>

export const NewSingleLead = z
  .strictObject({
    campaignType: campaignTypes.schema,
    credits: z
      .int('Credits must be a whole number')
      .min(0, 'Credits must be 0 or greater')
      .optional()
      .describe('The displayed price: the order is refused at any other price'),
  })
  .meta({ id: 'NewSingleLead', example: { campaignType: 'CALL_READY', credits: 3 } })
export type NewSingleLead = z.infer<typeof NewSingleLead>

const singleLeadEndpoint = endpointFactory({ tag: 'Leads', access: ['CONSUMER_USER', 'ENTERPRISE_USER'] })
const consumerEndpoint = endpointFactory({ tag: 'Leads', access: ['CONSUMER_USER'] })

export const singleLeads = {
  get: singleLeadEndpoint(
    'GET /v1/single-leads/{propertyId}',
    'Get what you have purchased of a lead, and its price; free',
    {
      params: z.object(propertyParam),
      response: SingleLead,
      data: ['contact', 'money'],
    },
  ),
  order: consumerEndpoint(
    'POST /v1/single-leads/{propertyId}',
    'Order one lead; joins an order in progress of the same lead',
    {
      params: z.object(propertyParam),
      body: NewSingleLead,
      response: Order,
      data: ['money'],
      status: 201,
      // Reads the property and its owner first, which is a call of another server.
      idempotent: 'outside',
      errors: ['INSUFFICIENT_CREDITS', 'UNPROCESSABLE', 'CONFLICT'],
    },
  ),
}
