import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { Money } from '../api/money.ts'
import { textLine } from '../api/text.ts'
import { customCreditLimits } from './custom-credits.ts'
import { BillingInterval } from './plans.ts'

export const couponCode = textLine().max(60, 'This is not a coupon code').optional()

type Items = { planId?: string | undefined; packId?: string | undefined; credits?: number | undefined }

const hasOneItem = ({ planId, packId, credits }: Items) =>
  [planId, packId, credits].filter((item) => item !== undefined).length === 1

export const CustomCredits = z
  .int('Enter a whole number of credits')
  .min(customCreditLimits.min, `Enter at least ${customCreditLimits.min} credits`)
  .max(customCreditLimits.max, `Enter at most ${customCreditLimits.max.toLocaleString('en-US')} credits`)

export const Purchase = z
  .strictObject({
    planId: z.uuid('There is no such plan').optional(),
    interval: BillingInterval.optional().describe('How often a plan is charged; every month unless given'),
    packId: z.uuid('There is no such pack').optional(),
    credits: CustomCredits.optional().describe(
      'A number of credits without a pack, at the price per credit of the packs up to that size',
    ),
    couponCode,
  })
  .refine(hasOneItem, { path: ['planId'], error: 'Choose a plan, a pack or a number of credits' })
  .refine(({ planId, interval }) => planId !== undefined || interval === undefined, {
    path: ['interval'],
    error: 'Only a plan is charged by the month or by the year',
  })
  .meta({ id: 'Purchase', example: { packId: '00000000-0000-7000-8000-000000000201', couponCode: 'SPRING-20' } })
export type Purchase = z.infer<typeof Purchase>

export const Price = z
  .object({
    list: Money,
    discount: Money,
    total: Money,
    renewal: Money.optional().describe('Price of each later month or year, for a plan'),
    credits: classified('money', z.int()),
    bonusCredits: classified('money', z.int().describe('Pay-as-you-go credits that the coupon adds')),
    coupon: z.object({ code: classified('money', z.string()), says: z.string() }).optional(),
  })
  .meta({ id: 'Price' })
export type Price = z.infer<typeof Price>

export const CheckoutSession = z
  .object({ url: classified('secret', z.string()), sessionId: z.string() })
  .meta({ id: 'CheckoutSession' })
export type CheckoutSession = z.infer<typeof CheckoutSession>

/** REFUNDED: it was paid and then refunded. */
export const checkoutStatuses = ['OPEN', 'PAID', 'FAILED', 'EXPIRED', 'REFUNDED'] as const

export const Checkout = z
  .object({
    sessionId: z.string(),
    kind: z.enum(['SUBSCRIPTION', 'PACK', 'PAYMENT_METHOD']),
    name: z.string(),
    status: z.enum(checkoutStatuses),
    credits: classified('money', z.int()),
    bonusCredits: classified('money', z.int()),
    total: Money,
    transactionId: z.string().optional(),
    refundReason: z.string().optional().describe('Why it was refunded automatically'),
  })
  .meta({ id: 'Checkout' })
export type Checkout = z.infer<typeof Checkout>

export const AutoTopUp = z
  .object({
    enabled: z.boolean(),
    threshold: classified('money', z.int().describe('Buys a pack when fewer credits than this are available')),
    packId: z.string().optional(),
    monthlyCap: Money,
    spentThisMonth: Money,
    pausedReason: z.string().optional().describe('Why it was disabled automatically'),
  })
  .meta({
    id: 'AutoTopUp',
    example: {
      enabled: true,
      threshold: 200,
      packId: '019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a49',
      monthlyCap: { amount: 20_000, currency: 'USD' },
    },
  })
export type AutoTopUp = z.infer<typeof AutoTopUp>

/** The maximum monthly limit of automatic top-ups, in cents. */
export const maxMonthlyCap = 1_000_000

export const AutoTopUpChange = z
  .strictObject({
    enabled: z.boolean(),
    threshold: z
      .int('Enter a whole number of credits')
      .min(1, 'The threshold must be 1 or greater')
      .max(1_000_000, 'The threshold must be 1,000,000 or less'),
    packId: z.uuid('Choose a pack'),
    monthlyCap: z
      .int('Enter a whole number of cents')
      .min(1, 'Enter a monthly limit')
      .max(maxMonthlyCap, 'The monthly limit can be at most $10,000'),
  })
  .meta({
    id: 'AutoTopUpChange',
    example: {
      enabled: true,
      threshold: 200,
      packId: '00000000-0000-7000-8000-000000000201',
      monthlyCap: 20_000,
    },
  })
export type AutoTopUpChange = z.infer<typeof AutoTopUpChange>
