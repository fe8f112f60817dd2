import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { adminEndpoint } from '../api/endpoint.ts'
import { getExample } from '../api/examples.ts'
import { PageQuery } from '../api/paging.ts'
import { reason } from '../api/reason.ts'
import { Owner } from '../identity/owner.ts'
import { adminListFilters, adminListSorting, countedPageSchema, csvExportOptions } from './admin-campaigns.ts'
import { CampaignId } from './campaigns.ts'
import { InternalStatus, ListedOrder, OrderDetail, OrderStatusEvent, UserFacingStatus } from './order.ts'
import { certificateLinkOptions, fileLinkOptions, leadListOptions } from './order-endpoints.ts'

const adminFields = { user: Owner, updatedAt: z.iso.datetime() }

export const AdminOrder = ListedOrder.extend(adminFields).meta({ id: 'AdminOrder', example: getExample(ListedOrder) })
export type AdminOrder = z.infer<typeof AdminOrder>

const OrderJob = z.object({
  attempts: z.int().describe('Attempts started so far'),
  maxAttempts: z.int(),
  isRunning: z.boolean(),
  runAt: z.iso.datetime().describe('When it runs next, or when it started'),
  lastError: classified('personal', z.string().optional().describe('The error of the last attempt')),
})

export const AdminOrderDetail = OrderDetail.extend({
  ...adminFields,
  failures: z.int().describe('Failed attempts of the current step'),
  putOff: z
    .string()
    .optional()
    .describe('The last error of the contact provider, while the current step waits because it cannot be reached'),
  job: OrderJob.optional().describe('Absent when no work is left'),
  placedWithKey: z.object({ id: z.string(), name: z.string() }).optional().describe('The API key used to place it'),
  retryOf: z.string().optional().describe('The failed order in whose place an administrator placed it'),
  retriedAs: z.string().optional().describe('The order that replaces this one, placed again by an administrator'),
  mayRetry: z.boolean(),
  mayFail: z.boolean(),
}).meta({ id: 'AdminOrderDetail', example: getExample(OrderDetail) })
export type AdminOrderDetail = z.infer<typeof AdminOrderDetail>

export const orderKinds = ['ENTERPRISE', 'CONSUMER'] as const

const orderFilters = {
  ...adminListFilters,
  status: UserFacingStatus.optional(),
  internalStatus: InternalStatus.optional(),
}
const kind = z
  .enum(orderKinds)
  .optional()
  .describe('ENTERPRISE: in a campaign; CONSUMER: without a campaign; both by default')

export const AdminOrderQuery = PageQuery.extend({ ...orderFilters, ...adminListSorting })
export type AdminOrderQuery = z.infer<typeof AdminOrderQuery>

export const OrderActionRequest = z.strictObject({ reason }).meta({
  id: 'OrderAct',
  example: { reason: 'The contact provider was down for the night' },
})
export type OrderActionRequest = z.infer<typeof OrderActionRequest>

export const OrderRetry = OrderActionRequest.extend({
  expected: z
    .enum(['UNDER_WAY', 'FAILED'])
    .optional()
    .describe('The state of the order that the decision is based on; CONFLICT if it has changed'),
}).meta({ id: 'OrderRetry', example: { reason: 'The contact provider was down for the night' } })
export type OrderRetry = z.infer<typeof OrderRetry>

const orderId = z.uuid('There is no such order')
const OrderParams = z.object({ id: orderId })
const orderPath = '/v1/admin/orders/{id}'

export const adminOrders = {
  listOfCampaigns: adminEndpoint('GET /v1/admin/campaigns/orders', "List the orders of all users' campaigns", {
    query: AdminOrderQuery,
    response: countedPageSchema(AdminOrder),
    data: ['personal', 'money'],
  }),
  listOfCampaign: adminEndpoint(
    'GET /v1/admin/campaigns/{campaignId}/orders',
    "List the orders of any user's campaign",
    {
      params: z.object({ campaignId: CampaignId }),
      query: AdminOrderQuery,
      response: countedPageSchema(AdminOrder),
      data: ['personal', 'money'],
    },
  ),
  getOfCampaign: adminEndpoint(
    'GET /v1/admin/campaigns/{campaignId}/orders/{orderId}',
    "Get an order of any user's campaign, with its history and job",
    { params: z.object({ campaignId: CampaignId, orderId }), response: AdminOrderDetail, data: ['personal', 'money'] },
  ),
  list: adminEndpoint('GET /v1/admin/orders', 'List the orders of all users, with and without a campaign', {
    query: AdminOrderQuery.extend({ kind }),
    response: countedPageSchema(AdminOrder),
    data: ['personal', 'money'],
  }),
  export: adminEndpoint(
    'GET /v1/admin/orders/export',
    'Export the orders of all users as CSV, all pages, in the requested order',
    {
      query: z.object({ ...orderFilters, ...adminListSorting, kind }),
      ...csvExportOptions,
    },
  ),
  get: adminEndpoint(`GET ${orderPath}`, 'Get the order of any user, with its history and job', {
    params: OrderParams,
    response: AdminOrderDetail,
    data: ['personal', 'money'],
  }),
  leads: adminEndpoint(`GET ${orderPath}/leads`, "List the delivered leads of any user's order", {
    params: OrderParams,
    ...leadListOptions,
  }),
  download: adminEndpoint(
    `GET ${orderPath}/download`,
    "Get a link to the CSV of any user's completed order, valid for five minutes; recorded in the audit log",
    { params: OrderParams, ...fileLinkOptions },
  ),
  certificate: adminEndpoint(
    `GET ${orderPath}/certificate`,
    "Get a link to the signed do-not-call certificate of any user's order, valid for five minutes",
    { params: OrderParams, ...certificateLinkOptions },
  ),
  retry: adminEndpoint(
    `POST ${orderPath}/retry`,
    'Retry an order in progress now, with all its attempts; or place a failed one again for its owner, at its original price',
    {
      params: OrderParams,
      body: OrderRetry,
      response: AdminOrderDetail,
      data: ['personal', 'money'],
      idempotent: true,
      errors: ['INSUFFICIENT_CREDITS', 'CONFLICT', 'UNPROCESSABLE'],
    },
  ),
  fail: adminEndpoint(
    `POST ${orderPath}/fail`,
    'Fail an order in progress and release all its credits; its owner sees the reason',
    {
      params: OrderParams,
      body: OrderActionRequest,
      response: AdminOrderDetail,
      data: ['personal', 'money'],
      idempotent: true,
      errors: ['CONFLICT'],
    },
  ),
  // The specification passes the access token of streams in the query, because a browser's EventSource sends no headers.
  watchStatus: adminEndpoint(
    'GET /v1/sse/admin/orders/{id}/status-subscribe',
    "Stream the status of any user's order: now and at every change",
    {
      params: OrderParams,
      query: z.object({ token: z.string().optional() }),
      response: OrderStatusEvent,
      answers: 'stream',
    },
  ),
}
