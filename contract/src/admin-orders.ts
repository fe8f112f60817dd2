import { z } from 'zod'
import { countedPageOf, enterpriseExport, enterpriseFilters, enterpriseSorting } from './admin-campaigns.ts'
import { CampaignId } from './campaigns.ts'
import { classified } from './data-classes.ts'
import { adminCall } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { InternalStatus, ListedOrder, OrderDetail, OrderStatusEvent, UserFacingStatus } from './order.ts'
import { fileCall, leadsCall } from './order-calls.ts'
import { Owner } from './owner.ts'
import { PageQuery } from './paging.ts'
import { reason } from './reason.ts'

const shown = { user: Owner, updatedAt: z.iso.datetime() }

export const AdminOrder = ListedOrder.extend(shown).meta({ id: 'AdminOrder', example: exampleOf(ListedOrder) })
export type AdminOrder = z.infer<typeof AdminOrder>

const OrderJob = z.object({
  attempts: z.int().describe('How often it was begun'),
  maxAttempts: z.int(),
  isRunning: z.boolean(),
  runAt: z.iso.datetime().describe('When it is next tried, or was begun'),
  lastError: classified('personal', z.string().optional().describe('What the last try failed by')),
})

export const AdminOrderDetail = OrderDetail.extend({
  ...shown,
  failures: z.int().describe('Failed tries of the step under way'),
  putOff: z
    .string()
    .optional()
    .describe('The step under way waits for the contact provider, which cannot be reached: what it last failed by'),
  job: OrderJob.optional().describe('Absent where nothing is to be done any more'),
  placedWithKey: z
    .object({ id: z.string(), name: z.string() })
    .optional()
    .describe('The API key that it was placed with'),
  retryOf: z.string().optional().describe('The failed order in whose place an administrator placed it'),
  retriedAs: z.string().optional().describe('The order that an administrator placed in its place'),
  mayRetry: z.boolean(),
  mayFail: z.boolean(),
}).meta({ id: 'AdminOrderDetail', example: exampleOf(OrderDetail) })
export type AdminOrderDetail = z.infer<typeof AdminOrderDetail>

export const orderKinds = ['ENTERPRISE', 'CONSUMER'] as const

const filters = {
  ...enterpriseFilters,
  status: UserFacingStatus.optional(),
  internalStatus: InternalStatus.optional(),
}
const kind = z.enum(orderKinds).optional().describe('ENTERPRISE: of a campaign; CONSUMER: of none; both unless said')

export const AdminOrderQuery = PageQuery.extend({ ...filters, ...enterpriseSorting })
export type AdminOrderQuery = z.infer<typeof AdminOrderQuery>

export const OrderAct = z.strictObject({ reason }).meta({
  id: 'OrderAct',
  example: { reason: 'The contact provider was down for the night' },
})
export type OrderAct = z.infer<typeof OrderAct>

export const OrderRetry = OrderAct.extend({
  expected: z
    .enum(['UNDER_WAY', 'FAILED'])
    .optional()
    .describe('What the order was when this was decided: CONFLICT once it is another'),
}).meta({ id: 'OrderRetry', example: { reason: 'The contact provider was down for the night' } })
export type OrderRetry = z.infer<typeof OrderRetry>

const orderId = z.uuid('There is no such order')
const OrderParams = z.object({ id: orderId })
const one = '/v1/admin/orders/{id}'

export const adminOrders = {
  listOfCampaigns: adminCall('GET /v1/admin/campaigns/orders', "The orders of everybody's campaigns", {
    query: AdminOrderQuery,
    response: countedPageOf(AdminOrder),
    data: ['personal', 'money'],
  }),
  listOfCampaign: adminCall('GET /v1/admin/campaigns/{campaignId}/orders', 'The orders of one campaign of anybody', {
    params: z.object({ campaignId: CampaignId }),
    query: AdminOrderQuery,
    response: countedPageOf(AdminOrder),
    data: ['personal', 'money'],
  }),
  getOfCampaign: adminCall(
    'GET /v1/admin/campaigns/{campaignId}/orders/{orderId}',
    'One order of a campaign of anybody, with its history and what its job is at',
    { params: z.object({ campaignId: CampaignId, orderId }), response: AdminOrderDetail, data: ['personal', 'money'] },
  ),
  list: adminCall('GET /v1/admin/orders', "Everybody's orders, of campaigns and of none", {
    query: AdminOrderQuery.extend({ kind }),
    response: countedPageOf(AdminOrder),
    data: ['personal', 'money'],
  }),
  export: adminCall('GET /v1/admin/orders/export', "Everybody's orders as CSV, all pages, as sorted", {
    query: z.object({ ...filters, ...enterpriseSorting, kind }),
    ...enterpriseExport,
  }),
  get: adminCall(`GET ${one}`, 'One order of anybody, with its history and what its job is at', {
    params: OrderParams,
    response: AdminOrderDetail,
    data: ['personal', 'money'],
  }),
  leads: adminCall(`GET ${one}/leads`, 'The leads that an order of anybody delivered', {
    params: OrderParams,
    ...leadsCall,
  }),
  download: adminCall(
    `GET ${one}/download`,
    'A link to the CSV of a completed order of anybody, good for five minutes; noted in the audit log',
    { params: OrderParams, ...fileCall },
  ),
  certificate: adminCall(
    `GET ${one}/certificate`,
    'A link to the signed proof of the do-not-call check of an order of anybody, good for five minutes',
    { params: OrderParams, ...fileCall },
  ),
  retry: adminCall(
    `POST ${one}/retry`,
    'Have an order under way tried again now, with all its tries; or place a failed one again for its owner, at the price it was placed at',
    {
      params: OrderParams,
      body: OrderRetry,
      response: AdminOrderDetail,
      data: ['personal', 'money'],
      idempotent: true,
      errors: ['INSUFFICIENT_CREDITS', 'CONFLICT', 'UNPROCESSABLE'],
    },
  ),
  fail: adminCall(
    `POST ${one}/fail`,
    'End an order under way as failed and give all its credits back; its owner reads the reason',
    {
      params: OrderParams,
      body: OrderAct,
      response: AdminOrderDetail,
      data: ['personal', 'money'],
      idempotent: true,
      errors: ['CONFLICT'],
    },
  ),
  // The specification passes the access token of streams in the query, because a browser's EventSource sends no headers.
  watchStatus: adminCall(
    'GET /v1/sse/admin/orders/{id}/status-subscribe',
    'The status of an order of anybody, now and at every change',
    {
      params: OrderParams,
      query: z.object({ token: z.string().optional() }),
      response: OrderStatusEvent,
      answers: 'stream',
    },
  ),
}
