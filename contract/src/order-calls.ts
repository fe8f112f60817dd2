import { z } from 'zod'
import { classified } from './data-classes.ts'
import { callsWith } from './endpoint.ts'
import { Lead, LeadChange } from './leads.ts'
import { OrderChange } from './new-order.ts'
import { Order, OrderDetail, OrderStatusEvent } from './order.ts'
import { PageQuery, pageOf } from './paging.ts'
import type { Role } from './roles.ts'
import { leadStages } from './vocabularies.ts'

export const propertyParam = { propertyId: z.string().regex(/^\d{1,20}$/, 'A property is its number') }

export const FileLink = z
  .object({ url: classified('secret', z.string()) })
  .meta({ id: 'FileLink', example: { url: '/v1/files/eyJrZXkiOiJvcmRlcnMvMDE5Iiwi4oCm' } })

const Version = z.object({
  version: z.coerce
    .number('A version is its number')
    .int('A version is its number')
    .min(1, 'A version is its number')
    // What the database holds.
    .max(2_147_483_647, 'A version is its number')
    .optional()
    .describe('The newest, unless said'),
})

export const leadsCall = {
  query: PageQuery.extend({ stage: leadStages.schema.optional() }),
  response: pageOf(Lead),
  data: ['contact'],
} as const

export const fileCall = { query: Version, response: FileLink, data: ['secret'], errors: ['CONFLICT'] } as const

export const orderCalls = <
  const Allowed extends readonly Role[],
  Params extends z.ZodObject,
  LeadParams extends z.ZodObject,
>(given: {
  access: Allowed
  path: `/${string}`
  stream: `/${string}`
  params: Params
  /** Those, and the property. */
  leadParams: LeadParams
}) => {
  const { access, path, stream, params, leadParams } = given
  const orderCall = callsWith({ tag: 'Orders', access })
  return {
    get: orderCall(`GET ${path}`, 'One order with its history', { params, response: OrderDetail, data: ['money'] }),
    change: orderCall(`PATCH ${path}`, 'Rename an order, or cancel it while it is pending', {
      params,
      body: OrderChange,
      response: Order,
      data: ['money'],
      errors: ['CONFLICT'],
    }),
    leads: orderCall(`GET ${path}/leads`, 'The leads that an order delivered', { params, ...leadsCall }),
    changeLead: orderCall(`PATCH ${path}/leads/{propertyId}`, 'Note how far you have come with a lead', {
      params: leadParams,
      body: LeadChange,
      response: Lead,
      data: ['contact'],
    }),
    download: orderCall(`GET ${path}/download`, 'A link to the CSV of a completed order, good for five minutes', {
      params,
      ...fileCall,
    }),
    certificate: orderCall(
      `GET ${path}/certificate`,
      'A link to the signed proof of the do-not-call check, good for five minutes',
      { params, ...fileCall },
    ),
    // The specification makes it a GET, though it changes things.
    refreshDnc: orderCall(
      `GET ${path}/refresh-dnc`,
      'Check the numbers of a completed order again; free, and a second call joins one under way',
      { params, response: Order, data: ['money'], status: 202, changes: true, errors: ['CONFLICT', 'UNPROCESSABLE'] },
    ),
    // The specification passes the access token in the query, because a browser's EventSource sends no headers.
    watchStatus: orderCall(`GET ${stream}`, "An order's status, now and at every change", {
      params,
      query: z.object({ token: z.string().optional() }),
      response: OrderStatusEvent,
      answers: 'stream',
    }),
  }
}
