import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { campaignTypes, fileColumns } from '../api/enums.ts'
import { getExample } from '../api/examples.ts'
import { maxOrderQuantity } from '../api/limits.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { textLine } from '../api/text.ts'
import { Criteria } from '../criteria/criteria.ts'
import { CriteriaSummary } from '../criteria/criteria-summary.ts'
import { StoredCriteria } from '../criteria/stored-criteria.ts'
import { CampaignId } from '../orders/campaigns.ts'
import { FileColumns } from '../orders/new-order.ts'
import { deliveryOptions, orderDelivery } from '../orders/quote/delivery-options.ts'
import { RecurringRun } from './recurring-run.ts'
import { RecurringSchedule } from './recurring-schedule.ts'

export const maxRecurringOrders = 50

/** A recurring order is paused after so many failed runs in a row. */
export const maxFailedRuns = 3

/** Why a recurring order is paused: by its user, or by itself. */
export const pauseReasons = ['USER', 'LOW_BALANCE', 'FAILED_RUNS', 'SEARCH_DELETED', 'UNAVAILABLE'] as const
export const PauseReason = z.enum(pauseReasons)
export type PauseReason = z.infer<typeof PauseReason>

const name = textLine('Name is required')
  .min(1, 'Name is required')
  // The date of a run is added to it, and an order name has at most 100 characters.
  .max(80, 'Name must be 80 characters or less')

const maxLeads = z
  .int('Leads per run must be a whole number')
  .min(1, 'Leads per run must be 1 or greater')
  .max(maxOrderQuantity, `Leads per run must be ${maxOrderQuantity.toLocaleString('en-US')} or less`)
  .describe('Maximum leads per run')

const maxMonthlyCredits = 10_000_000

const monthlyCredits = z
  .int('Credits per month must be a whole number')
  .min(1, 'Credits per month must be 1 or greater')
  .max(maxMonthlyCredits, `Credits per month must be ${maxMonthlyCredits.toLocaleString('en-US')} or less`)
  .describe('Maximum credits that its orders hold and cost per calendar month')

const editable = {
  name,
  schedule: RecurringSchedule,
  maxLeads,
  monthlyCredits: classified('money', monthlyCredits),
}

const audience = {
  savedSearchId: z
    .uuid('There is no such saved search')
    .optional()
    .describe('Follows the saved search: each run uses its current filters'),
  criteria: StoredCriteria.optional().describe('Instead of a saved search: a copy of these filters'),
  columns: FileColumns.optional().describe(
    'Column groups of the delivered files; by default those of the campaign type',
  ),
  ...deliveryOptions,
}

export const NewRecurringOrder = z
  .strictObject({
    ...editable,
    campaignId: CampaignId.optional().describe('Enterprise users: the campaign that its orders belong to'),
    campaignType: campaignTypes.schema.optional().describe('Consumers: the campaign type; a campaign has its own'),
    ...audience,
  })
  .refine(({ savedSearchId, criteria }) => (savedSearchId === undefined) !== (criteria === undefined), {
    message: 'Give either savedSearchId or criteria',
    path: ['criteria'],
  })
  .refine(({ campaignId, campaignType }) => (campaignId === undefined) !== (campaignType === undefined), {
    message: 'Send either campaignId or campaignType',
    path: ['campaignType'],
  })
  .meta({
    id: 'NewRecurringOrder',
    example: {
      name: 'New absentee owners',
      campaignType: 'MAIL_READY',
      criteria: { location: { counties: ['47037'] }, owner: { occupancies: ['ABSENTEE_OUT_OF_STATE'] } },
      schedule: getExample(RecurringSchedule),
      maxLeads: 200,
      monthlyCredits: 300,
    },
  })
export type NewRecurringOrder = z.infer<typeof NewRecurringOrder>

export const RecurringOrderChange = z
  .strictObject({
    name: editable.name.optional(),
    schedule: editable.schedule.optional(),
    maxLeads: editable.maxLeads.optional(),
    monthlyCredits: editable.monthlyCredits.optional(),
    ...audience,
  })
  .refine(({ savedSearchId, criteria }) => savedSearchId === undefined || criteria === undefined, {
    message: 'Give either savedSearchId or criteria',
    path: ['criteria'],
  })
  .meta({ id: 'RecurringOrderChange', example: { maxLeads: 100, monthlyCredits: 200 } })
export type RecurringOrderChange = z.infer<typeof RecurringOrderChange>

export const ListedRecurringOrder = z
  .object({
    id: z.string(),
    ...editable,
    campaignId: z.string().optional(),
    campaignName: z.string().optional(),
    campaignType: campaignTypes.schema,
    savedSearch: z
      .object({ id: z.string(), name: z.string(), isDeleted: z.boolean() })
      .optional()
      .describe('The saved search that it follows; without one it has a copy of its filters'),
    criteriaSummary: CriteriaSummary.optional().describe('Of the copied filters'),
    columns: z.array(fileColumns.schema),
    ...orderDelivery,
    status: z.enum(['ACTIVE', 'PAUSED']),
    pauseReason: PauseReason.optional(),
    nextRunAt: z.iso.datetime().optional().describe('Absent while it is paused'),
    nextOrderAt: z.iso
      .datetime()
      .optional()
      .describe(
        'Only once the captured credits of this month use up its limit: the first run of the next month. Earlier ones ' +
          'order nothing',
      ),
    creditsThisMonth: classified('money', z.int().describe('Captured and held by its orders of this month')),
    lastRun: RecurringRun.optional().describe('The run in progress, or else the newest'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({
    id: 'ListedRecurringOrder',
    example: {
      id: '019a4d2b-0b1c-7d2e-8f30-1a2b3c4d5e6f',
      name: 'New absentee owners',
      schedule: getExample(RecurringSchedule),
      maxLeads: 200,
      monthlyCredits: 300,
      campaignType: 'MAIL_READY',
      savedSearch: { id: '0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b1', name: 'Absentee owners', isDeleted: false },
      columns: ['OWNER', 'MAILING', 'PROPERTY', 'PARCEL', 'BUILDING', 'VALUES', 'SALE'],
      sort: { by: 'random' },
      onePerOwner: true,
      onePerAddress: true,
      status: 'ACTIVE',
      nextRunAt: '2026-11-09T14:00:00.000Z',
      creditsThisMonth: 84,
      createdAt: '2026-10-28T09:30:00.000Z',
      updatedAt: '2026-10-28T09:30:00.000Z',
    },
  })
export type ListedRecurringOrder = z.infer<typeof ListedRecurringOrder>

export const RecurringOrder = ListedRecurringOrder.extend({
  criteria: Criteria.optional().describe('The copied filters'),
}).meta({ id: 'RecurringOrder', example: getExample(ListedRecurringOrder) })
export type RecurringOrder = z.infer<typeof RecurringOrder>

const recurringEndpoint = endpointFactory({
  tag: 'Recurring orders',
  access: ['CONSUMER_USER', 'ENTERPRISE_USER'],
})
const path = '/v1/recurring-orders' as const
const params = z.object({ id: z.uuid('There is no such recurring order') })
const money = { data: ['money'] } as const
/** A standing order to spend, like automatic top-up, is for the user alone to give. */
const spending = { ...money, refusedWhileImpersonating: true } as const

export const recurringOrders = {
  list: recurringEndpoint(`GET ${path}`, "List the user's recurring orders, newest first", {
    query: PageQuery,
    response: pageSchema(ListedRecurringOrder),
    ...money,
  }),
  create: recurringEndpoint(
    `POST ${path}`,
    `Create a recurring order of new matches; a user can have at most ${maxRecurringOrders}`,
    {
      body: NewRecurringOrder,
      response: RecurringOrder,
      status: 201,
      idempotent: true,
      errors: ['UNPROCESSABLE', 'NOT_FOUND'],
      ...spending,
    },
  ),
  get: recurringEndpoint(`GET ${path}/{id}`, 'Get a recurring order', { params, response: RecurringOrder, ...money }),
  change: recurringEndpoint(
    `PATCH ${path}/{id}`,
    'Change a recurring order; what it orders, which are its filters, columns and delivery, not while a run is in progress',
    {
      params,
      body: RecurringOrderChange,
      response: RecurringOrder,
      errors: ['CONFLICT', 'UNPROCESSABLE'],
      ...spending,
    },
  ),
  remove: recurringEndpoint(`DELETE ${path}/{id}`, 'Delete a recurring order and its run log; its orders stay', {
    params,
    status: 204,
  }),
  pause: recurringEndpoint(`POST ${path}/{id}/pause`, 'Pause a recurring order', {
    params,
    response: RecurringOrder,
    ...money,
  }),
  resume: recurringEndpoint(`POST ${path}/{id}/resume`, 'Resume a paused recurring order at its next due time', {
    params,
    response: RecurringOrder,
    errors: ['UNPROCESSABLE'],
    ...spending,
  }),
  run: recurringEndpoint(`POST ${path}/{id}/run`, 'Run an active recurring order now, within its limits', {
    params,
    response: RecurringRun,
    status: 202,
    idempotent: true,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
    ...spending,
  }),
  runs: recurringEndpoint(`GET ${path}/{id}/runs`, 'List the runs of a recurring order, newest first', {
    params,
    query: PageQuery,
    response: pageSchema(RecurringRun),
    ...money,
  }),
}
