import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { UserFacingStatus } from '../orders/order.ts'

export const recurringOutcomes = [
  'PENDING',
  'ORDERED',
  'ORDER_IN_PROGRESS',
  'RUN_IN_PROGRESS',
  'NO_NEW_MATCHES',
  'BELOW_MINIMUM',
  'MONTHLY_LIMIT',
  'LOW_BALANCE',
  'SEARCH_DELETED',
  'UNAVAILABLE',
  'FAILED',
] as const
export const RecurringOutcome = z.enum(recurringOutcomes)
export type RecurringOutcome = z.infer<typeof RecurringOutcome>

export const RecurringRun = z
  .object({
    id: z.string(),
    dueAt: z.iso.datetime(),
    isManual: z.boolean().describe('Started by the user, not by the schedule'),
    outcome: RecurringOutcome,
    detail: z.string().optional().describe('Why it ordered nothing, or fewer leads than matched'),
    matched: z.int().optional().describe('Properties that matched'),
    newLeads: z.int().optional().describe('Deliverable leads among them, not purchased in the last 365 days'),
    ordered: z.int().describe('Leads ordered'),
    order: z
      .object({
        id: z.string(),
        campaignId: z.string().optional(),
        status: UserFacingStatus,
        deliveredQuantity: z.int(),
      })
      .optional(),
    credits: classified('money', z.int().describe('Credits captured, or held while its order is in progress')),
    finishedAt: z.iso.datetime().optional(),
  })
  .meta({
    id: 'RecurringRun',
    example: {
      id: '019a4d2b-7a10-7c3e-9a52-0f1d2c3b4a59',
      dueAt: '2026-11-02T14:00:00.000Z',
      isManual: false,
      outcome: 'ORDERED',
      matched: 612,
      newLeads: 84,
      ordered: 84,
      order: {
        id: 'b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34',
        status: 'COMPLETED',
        deliveredQuantity: 84,
      },
      credits: 84,
      finishedAt: '2026-11-02T14:00:02.000Z',
    },
  })
export type RecurringRun = z.infer<typeof RecurringRun>
