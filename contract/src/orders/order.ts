import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { campaignTypes, fileColumns } from '../api/enums.ts'
import { getExample } from '../api/examples.ts'
import { Criteria } from '../criteria/criteria.ts'
import { CriteriaSummary } from '../criteria/criteria-summary.ts'
import { OrderFile, OrderNotice } from './order-files.ts'
import { orderDelivery } from './quote/delivery-options.ts'
import { OrderQuote } from './quote/order-quote.ts'

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

/** How a selection was narrowed to its leads: each count is what is left after the one before. */
const OrderBreakdown = z.object({
  matched: z.int().describe('Properties that match the criteria'),
  mailable: z.int().optional().describe('Of these, with an owner name and a full mailing address (MAIL_READY)'),
  fresh: z.int().describe('Of these, not purchased in the last 365 days'),
  considered: z.int().optional().describe('Of these, considered until enough were found (CALL_READY)'),
  contactable: z.int().optional().describe('Of these, with a phone number (CALL_READY)'),
  callable: z.int().optional().describe('Of these, with a callable number (CALL_READY)'),
  selected: z.int().describe('Of these, selected for the order'),
  notAsked: z
    .int()
    .optional()
    .describe("Considered owners skipped because of the contact provider's daily limit (CALL_READY)"),
})
export type OrderBreakdown = z.infer<typeof OrderBreakdown>

const OrderHistoryEntry = z.object({
  at: z.iso.datetime(),
  from: InternalStatus.nullable(),
  to: InternalStatus,
  detail: z.string().optional(),
})

export const ListedOrder = z
  .object({
    id: z.string(),
    orderName: z.string(),
    isTest: z.literal(true).optional().describe('Placed with a test key: free, with generated leads'),
    isSingle: z.boolean().describe('Ordered as one lead from its property, without a form'),
    campaignId: z.string().optional(),
    campaignName: z.string().optional(),
    campaignType: campaignTypes.schema,
    quantity: z.int(),
    deliveredQuantity: z.int(),
    creditRequired: classified('money', z.int().describe('Credits of a new lead')),
    addPhones: z.boolean().describe('Whether the phones of leads purchased for mail are added'),
    creditsToAddPhones: classified('money', z.int().describe('Credits of the phones of a lead purchased for mail')),
    ...orderDelivery,
    creditsHeld: classified('money', z.int()),
    creditsCaptured: classified('money', z.int()),
    creditsReleased: classified('money', z.int()),
    totalPrice: classified('money', z.int().describe('Credits captured, or held while the order is in progress')),
    userFacingStatus: UserFacingStatus,
    internalStatus: InternalStatus,
    failureReason: z.string().optional(),
    note: z.string().optional().describe('Why a completed order delivered fewer leads than requested'),
    criteriaSummary: CriteriaSummary,
    createdAt: z.iso.datetime(),
    completedAt: z.iso.datetime().optional(),
    expiresAt: z.iso
      .datetime()
      .optional()
      .describe(
        'Of a CALL_READY order: until when its numbers may be called, 30 days after their check or while the registry ' +
          'version they were checked against is at most 31 days old; before completion, 30 days after the order was placed',
      ),
    isExpired: z.boolean().describe('Its file is available again once its numbers are rechecked'),
    dncCheckedAt: z.iso.datetime().optional().describe('When its numbers were last checked'),
    isRefreshing: z.boolean().describe('Its numbers are being rechecked'),
    columns: z.array(fileColumns.schema).describe('Of its file'),
    fileVersion: z.int().describe('Version of the delivered file; 0 before the first'),
  })
  .meta({
    id: 'ListedOrder',
    example: {
      id: 'b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34',
      orderName: 'First mailing',
      isSingle: false,
      campaignId: '7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10',
      campaignName: 'Davidson absentee owners',
      campaignType: 'MAIL_READY',
      quantity: 500,
      deliveredQuantity: 500,
      creditRequired: 1,
      addPhones: false,
      creditsToAddPhones: 0,
      sort: { by: 'random' },
      onePerOwner: true,
      onePerAddress: true,
      creditsHeld: 0,
      creditsCaptured: 500,
      creditsReleased: 0,
      totalPrice: 500,
      userFacingStatus: 'COMPLETED',
      internalStatus: 'READY',
      criteriaSummary: { filters: 1, places: 'Davidson County, TN', stacked: 0, chosen: 0, excludesSearches: false },
      createdAt: '2026-11-02T09:30:00.000Z',
      completedAt: '2026-11-02T09:30:04.000Z',
      isExpired: false,
      isRefreshing: false,
      columns: ['OWNER', 'MAILING', 'PROPERTY', 'PARCEL', 'BUILDING', 'VALUES', 'SALE'],
      fileVersion: 1,
    },
  })
export type ListedOrder = z.infer<typeof ListedOrder>

export const Order = ListedOrder.extend({ criteria: Criteria }).meta({
  id: 'Order',
  example: {
    ...getExample(ListedOrder),
    criteria: { location: { counties: ['47037'] }, owner: { occupancies: ['ABSENTEE_OUT_OF_STATE'] } },
  },
})
export type Order = z.infer<typeof Order>

/** What was left of the audience once the order was delivered. */
const AvailableLeads = z.object({
  leads: z.int().describe('Deliverable leads of the quote, which may be an estimate, that the order did not deliver'),
  basis: z
    .object({
      considered: z.int().describe('Owners that were looked up'),
      callable: z.int().describe('Of these, with a callable number'),
    })
    .optional()
    .describe('Given when `leads` is an estimate because contacts of some owners have not been looked up'),
})
export type AvailableLeads = z.infer<typeof AvailableLeads>

/** The counts of a quote, without prices that may have changed since. */
export const QuoteCounts = OrderQuote.pick({
  matched: true,
  alreadyDelivered: true,
  purchased: true,
  purchasedForMail: true,
  phonesToAdd: true,
  free: true,
  duplicates: true,
  noContact: true,
  notTraced: true,
  suppressed: true,
  suppressedBy: true,
  deliverable: true,
  isEstimate: true,
})
export type QuoteCounts = z.infer<typeof QuoteCounts>

export const OrderDetail = Order.extend({
  history: z.array(OrderHistoryEntry),
  quote: QuoteCounts.optional().describe('The quote as of when the leads were selected; absent before'),
  available: AvailableLeads.optional().describe('Absent until the order is completed, and of orders without a quote'),
  waterfall: OrderBreakdown.optional(),
  savedSearch: z
    .object({ id: z.uuid(), name: z.string() })
    .optional()
    .describe('The saved search that the audience comes from, with the name it had when the order was placed'),
  files: z.array(OrderFile).describe('Newest first; empty until it is completed'),
  notices: z.array(OrderNotice).describe('The newest first'),
}).meta({
  id: 'OrderDetail',
  example: {
    ...getExample(Order),
    history: [
      { at: '2026-11-02T09:30:00.000Z', from: null, to: 'QUEUED' },
      { at: '2026-11-02T09:30:00.200Z', from: 'QUEUED', to: 'SELECTING' },
      { at: '2026-11-02T09:30:03.100Z', from: 'SELECTING', to: 'ASSEMBLING', detail: '500 leads selected' },
      { at: '2026-11-02T09:30:04.000Z', from: 'ASSEMBLING', to: 'READY', detail: '500 leads delivered' },
    ],
    quote: {
      ...{ matched: 1834, alreadyDelivered: 500, purchased: 500, purchasedForMail: 0, phonesToAdd: 0, free: 0 },
      ...{
        duplicates: 0,
        noContact: 44,
        notTraced: 0,
        suppressed: 0,
        suppressedBy: [],
        deliverable: 1290,
        isEstimate: false,
      },
    },
    available: { leads: 790 },
    waterfall: { matched: 1834, mailable: 1790, fresh: 1290, selected: 500 },
    files: [getExample(OrderFile)],
    notices: [],
  },
})
export type OrderDetail = z.infer<typeof OrderDetail>

/** A known status, or one of a later version. */
const anyStatus = <Known extends z.ZodType<string>>(known: Known) => z.union([known, z.string()])

/** An event of the status stream; one without both statuses is ignored, and all else may be absent. */
export const OrderStatusEvent = z
  .object({
    userFacingStatus: anyStatus(UserFacingStatus),
    internalStatus: anyStatus(InternalStatus),
    progress: z.object({ done: z.int(), of: z.int() }).optional().describe('Steps; absent if the order failed'),
    step: z.object({ done: z.int(), of: z.int() }).optional().describe('Leads or numbers within the current step'),
    fileVersion: z.int().optional(),
    isRefreshing: z.boolean().optional(),
  })
  .meta({
    id: 'OrderStatusEvent',
    example: {
      userFacingStatus: 'PROCESSING',
      internalStatus: 'SELECTING',
      progress: { done: 1, of: 3 },
      fileVersion: 0,
      isRefreshing: false,
    },
  })
export type OrderStatusEvent = z.infer<typeof OrderStatusEvent>
