import { z } from 'zod'
import { CampaignId } from './campaigns.ts'
import { Criteria } from './criteria.ts'
import { endpoint } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { rangeEnd } from './instant.ts'
import { Lead } from './leads.ts'
import { NewOrder, OrderChange } from './new-order.ts'
import { PageQuery, pageOf, SortOrder } from './paging.ts'
import { campaignTypes } from './vocabularies.ts'

const enterprise = ['ENTERPRISE_USER'] as const
const orders_ = '/v1/enterprise-private/campaigns/{campaignId}/orders' as const

export const userFacingStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'] as const
export const UserFacingStatus = z.enum(userFacingStatuses)
export type UserFacingStatus = z.infer<typeof UserFacingStatus>

export const internalStatuses = [
  'QUEUED',
  'SELECTING',
  'TRACING',
  'SCRUBBING',
  'ASSEMBLING',
  'READY',
  'FAILED',
  'CANCELLED',
] as const
export const InternalStatus = z.enum(internalStatuses)
export type InternalStatus = z.infer<typeof InternalStatus>

/** How a selection came to its leads: each count is what is left after the one before. */
const Waterfall = z.object({
  matched: z.int().meta({ description: 'Properties that match the criteria' }),
  mailable: z.int().meta({ description: 'Of these, with an owner name and a full mailing address' }),
  fresh: z.int().meta({ description: 'Of these, not delivered to this user before' }),
  selected: z.int().meta({ description: 'Of these, taken for the order' }),
})
export type Waterfall = z.infer<typeof Waterfall>

const HistoryEntry = z.object({
  at: z.iso.datetime(),
  from: InternalStatus.nullable(),
  to: InternalStatus,
  detail: z.string().optional(),
})

export const Order = z
  .object({
    id: z.string(),
    orderName: z.string(),
    campaignId: z.string().optional(),
    campaignName: z.string().optional(),
    campaignType: campaignTypes.schema,
    quantity: z.int(),
    deliveredQuantity: z.int(),
    creditRequired: z.int(),
    creditsHeld: z.int(),
    creditsCaptured: z.int(),
    creditsReleased: z.int(),
    totalPrice: z.int().meta({ description: 'Credits captured, or held while the order is under way' }),
    userFacingStatus: UserFacingStatus,
    internalStatus: InternalStatus,
    failureReason: z.string().optional(),
    note: z.string().optional().meta({ description: 'Why a completed order delivered fewer leads than asked' }),
    criteria: Criteria,
    createdAt: z.iso.datetime(),
    completedAt: z.iso.datetime().optional(),
    expiresAt: z.iso.datetime().optional(),
    fileVersion: z.int().meta({ description: 'Version of the delivered file; 0 before there is one' }),
  })
  .meta({
    id: 'Order',
    example: {
      id: 'b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34',
      orderName: 'First mailing',
      campaignId: '7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10',
      campaignName: 'Davidson absentee owners',
      campaignType: 'MAIL_READY',
      quantity: 500,
      deliveredQuantity: 500,
      creditRequired: 1,
      creditsHeld: 0,
      creditsCaptured: 500,
      creditsReleased: 0,
      totalPrice: 500,
      userFacingStatus: 'COMPLETED',
      internalStatus: 'READY',
      criteria: { location: { counties: ['47037'] }, owner: { occupancies: ['ABSENTEE_OUT_OF_STATE'] } },
      createdAt: '2026-11-02T09:30:00.000Z',
      completedAt: '2026-11-02T09:30:04.000Z',
      fileVersion: 1,
    },
  })
export type Order = z.infer<typeof Order>

export const OrderDetail = Order.extend({
  history: z.array(HistoryEntry),
  waterfall: Waterfall.optional(),
}).meta({
  id: 'OrderDetail',
  example: {
    ...exampleOf(Order),
    history: [
      { at: '2026-11-02T09:30:00.000Z', from: null, to: 'QUEUED' },
      { at: '2026-11-02T09:30:00.200Z', from: 'QUEUED', to: 'SELECTING' },
      { at: '2026-11-02T09:30:03.100Z', from: 'SELECTING', to: 'ASSEMBLING', detail: '500 leads selected' },
      { at: '2026-11-02T09:30:04.000Z', from: 'ASSEMBLING', to: 'READY', detail: '500 leads delivered' },
    ],
    waterfall: { matched: 1834, mailable: 1790, fresh: 1290, selected: 500 },
  },
})
export type OrderDetail = z.infer<typeof OrderDetail>

/** An event of the status stream; one without both statuses is to be ignored. */
export const OrderStatusEvent = z
  .object({
    userFacingStatus: UserFacingStatus,
    internalStatus: InternalStatus,
    progress: z.object({ done: z.int(), of: z.int() }).optional().meta({ description: 'Steps; absent once failed' }),
  })
  .meta({
    id: 'OrderStatusEvent',
    example: { userFacingStatus: 'PROCESSING', internalStatus: 'SELECTING', progress: { done: 1, of: 3 } },
  })
export type OrderStatusEvent = z.infer<typeof OrderStatusEvent>

const OrderListQuery = PageQuery.extend({
  search: z.string().trim().max(100).optional(),
  status: UserFacingStatus.optional(),
})

const CampaignParams = z.object({ campaignId: CampaignId })
const OrderParams = CampaignParams.extend({ orderId: z.uuid('There is no such order') })

export const orders = {
  listAll: endpoint({
    method: 'GET',
    path: '/v1/enterprise-private/campaigns/orders',
    summary: "The user's orders over all campaigns",
    tag: 'Orders',
    access: enterprise,
    query: OrderListQuery.extend({
      campaignType: campaignTypes.schema.optional(),
      fromDate: rangeEnd('From'),
      toDate: rangeEnd('To'),
      sort: z.enum(['createdAt', 'orderName', 'quantity', 'totalPrice']).default('createdAt'),
      order: SortOrder.default('desc'),
    }),
    response: pageOf(Order),
  }),
  list: endpoint({
    method: 'GET',
    path: orders_,
    summary: 'The orders of one campaign, newest first',
    tag: 'Orders',
    access: enterprise,
    params: CampaignParams,
    query: OrderListQuery,
    response: pageOf(Order),
  }),
  place: endpoint({
    method: 'POST',
    path: orders_,
    summary: 'Place an order: its credits are held until it is delivered',
    tag: 'Orders',
    access: enterprise,
    params: CampaignParams,
    body: NewOrder,
    response: Order,
    status: 201,
    idempotent: true,
    errors: ['INSUFFICIENT_CREDITS', 'UNPROCESSABLE', 'CONFLICT'],
  }),
  get: endpoint({
    method: 'GET',
    path: `${orders_}/{orderId}`,
    summary: 'One order with its history',
    tag: 'Orders',
    access: enterprise,
    params: OrderParams,
    response: OrderDetail,
  }),
  change: endpoint({
    method: 'PATCH',
    path: `${orders_}/{orderId}`,
    summary: 'Rename an order, or cancel it while it is pending',
    tag: 'Orders',
    access: enterprise,
    params: OrderParams,
    body: OrderChange,
    response: Order,
    errors: ['CONFLICT'],
  }),
  leads: endpoint({
    method: 'GET',
    path: `${orders_}/{orderId}/leads`,
    summary: 'The leads that an order delivered',
    tag: 'Orders',
    access: enterprise,
    params: OrderParams,
    query: PageQuery,
    response: pageOf(Lead),
  }),
  download: endpoint({
    method: 'GET',
    path: `${orders_}/{orderId}/download`,
    summary: 'A link to the CSV of a completed order, good for five minutes',
    tag: 'Orders',
    access: enterprise,
    params: OrderParams,
    response: z.object({ url: z.string() }),
    errors: ['CONFLICT'],
  }),
  // The specification passes the access token in the query, because a browser's EventSource sends no headers.
  watchStatus: endpoint({
    method: 'GET',
    path: '/v1/sse/enterprise-private/campaigns/{campaignId}/orders/{orderId}/status-subscribe',
    summary: "An order's status, now and at every change",
    tag: 'Orders',
    access: enterprise,
    params: OrderParams,
    query: z.object({ token: z.string().optional() }),
    response: OrderStatusEvent,
    answers: 'stream',
  }),
}
