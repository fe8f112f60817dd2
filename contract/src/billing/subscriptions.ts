import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { Money } from '../api/money.ts'
import { BillingInterval } from './plans.ts'
import { couponCode } from './purchases.ts'

export const subscriptionStatuses = ['ACTIVE', 'PAST_DUE', 'INACTIVE'] as const
/** PAST_DUE: a renewal was not paid, and the grace period has not ended. */
export const SubscriptionStatus = z.enum(subscriptionStatuses)
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

export const Subscription = z
  .object({
    id: z.string(),
    planId: z.string(),
    planName: z.string(),
    status: SubscriptionStatus,
    interval: BillingInterval,
    price: Money,
    creditsPerPeriod: classified('money', z.int().describe('Credits granted every month')),
    currentPeriodStart: z.iso.datetime(),
    currentPeriodEnd: z.iso.datetime(),
    cancelAtPeriodEnd: z.boolean(),
    graceUntil: z.iso.datetime().optional().describe('While past due: when it ends if it is not paid'),
    next: z
      .object({
        planId: z.string(),
        planName: z.string(),
        price: Money,
        creditsPerPeriod: classified('money', z.int()),
      })
      .optional()
      .describe('The plan from the end of the period on, if a downgrade is scheduled'),
    endedAt: z.iso.datetime().optional(),
    endReason: z.enum(['CANCELLED', 'PAYMENT_FAILED']).optional(),
    createdAt: z.iso.datetime(),
  })
  .meta({
    id: 'Subscription',
    example: {
      id: '019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a50',
      planId: '00000000-0000-7000-8000-000000000102',
      planName: 'Growth',
      status: 'ACTIVE',
      interval: 'MONTH',
      price: { amount: 14_900, currency: 'USD' },
      creditsPerPeriod: 4000,
      currentPeriodStart: '2026-11-02T09:30:00.000Z',
      currentPeriodEnd: '2026-12-02T09:30:00.000Z',
      cancelAtPeriodEnd: false,
      createdAt: '2026-11-02T09:30:00.000Z',
    },
  })
export type Subscription = z.infer<typeof Subscription>

export const PlanChangePreviewRequest = z
  .strictObject({
    planId: z.uuid('There is no such plan'),
    interval: BillingInterval.optional().describe('As the subscription is charged unless given'),
    couponCode,
  })
  .meta({ id: 'QuoteRequest', example: { planId: '00000000-0000-7000-8000-000000000103' } })
export type PlanChangePreviewRequest = z.infer<typeof PlanChangePreviewRequest>

/** What a change of plan costs and adds. An upgrade takes effect immediately, a downgrade at the end of the period. */
export const PlanChangePreview = z
  .object({
    quoteId: z.string(),
    planId: z.string(),
    interval: BillingInterval,
    kind: z.enum(['UPGRADE', 'DOWNGRADE', 'KEEP']).describe('KEEP undoes a scheduled downgrade or cancellation'),
    effectiveAt: z.iso.datetime(),
    daysLeft: z.int(),
    daysInPeriod: z.int(),
    charge: Money,
    credit: Money,
    discount: Money,
    amountDueNow: Money,
    creditsGrantedNow: classified('money', z.int()),
    bonusCredits: classified('money', z.int()),
    nextInvoice: z.object({ amount: Money, at: z.iso.datetime() }),
    coupon: z.object({ code: classified('money', z.string()), says: z.string() }).optional(),
    expiresAt: z.iso.datetime(),
  })
  .meta({
    id: 'Quote',
    example: {
      quoteId: '019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a53',
      planId: '00000000-0000-7000-8000-000000000103',
      interval: 'MONTH',
      kind: 'UPGRADE',
      effectiveAt: '2026-11-17T09:30:00.000Z',
      daysLeft: 15,
      daysInPeriod: 30,
      charge: { amount: 24_950, currency: 'USD' },
      credit: { amount: 7450, currency: 'USD' },
      discount: { amount: 0, currency: 'USD' },
      amountDueNow: { amount: 17_500, currency: 'USD' },
      creditsGrantedNow: 6000,
      bonusCredits: 0,
      nextInvoice: { amount: { amount: 49_900, currency: 'USD' }, at: '2026-12-02T09:30:00.000Z' },
      expiresAt: '2026-11-17T10:00:00.000Z',
    },
  })
export type PlanChangePreview = z.infer<typeof PlanChangePreview>

export const PlanSwitch = z
  .strictObject({ planId: z.uuid('There is no such plan'), quoteId: z.uuid('There is no such quote') })
  .meta({
    id: 'PlanSwitch',
    example: {
      planId: '00000000-0000-7000-8000-000000000103',
      quoteId: '019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a53',
    },
  })
export type PlanSwitch = z.infer<typeof PlanSwitch>

export const SubscriptionCancellation = z
  .strictObject({ atPeriodEnd: z.literal(true, 'A subscription is cancelled at the end of its period').default(true) })
  .meta({ id: 'Cancellation', example: { atPeriodEnd: true } })
export type SubscriptionCancellation = z.infer<typeof SubscriptionCancellation>
