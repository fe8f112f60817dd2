import { z } from 'zod'
import { classified } from '../../api/data-classes.ts'
import { adminEndpoint } from '../../api/endpoint.ts'
import { PageQuery, pageSchema } from '../../api/paging.ts'
import { reason } from '../../api/reason.ts'
import { User } from '../../identity/users.ts'
import { CreditNoteQuery, paymentDocumentOptions } from '../billing.ts'
import { Bucket, CreditEntry, EntryQuery } from '../credit-history.ts'
import { Balance } from '../credits.ts'
import { Subscription } from '../subscriptions.ts'
import { Transaction, TransactionStatus } from '../transactions.ts'

const maxAdjustmentCredits = 10_000_000

export const CreditAdjustment = z
  .strictObject({
    userId: z.uuid('There is no such user'),
    bucket: Bucket,
    amount: z
      .int('Enter a whole number of credits')
      .min(-maxAdjustmentCredits, 'At most 10,000,000 credits at once')
      .max(maxAdjustmentCredits, 'At most 10,000,000 credits at once')
      .refine((amount) => amount !== 0, 'Enter how many credits to give, or with a minus to take'),
    reason,
  })
  .meta({
    id: 'CreditAdjustment',
    example: {
      userId: '3f1c8a52-6f5e-4a52-9d8c-8f2f0d3e7a11',
      bucket: 'ON_DEMAND',
      amount: 250,
      reason: 'For the order that came back short on November 2',
    },
  })
export type CreditAdjustment = z.infer<typeof CreditAdjustment>

export const RefundableCredits = z
  .strictObject({
    available: classified('money', z.int().min(0).describe('Not spent: removed immediately')),
    held: classified('money', z.int().min(0).describe('Held by orders in progress: removed if they are released')),
  })
  .meta({ id: 'RefundableCredits', example: { available: 420, held: 80 } })
export type RefundableCredits = z.infer<typeof RefundableCredits>

const partMessage = 'Enter an amount of at least $0.01'

/**
 * Contains the remaining credits that the administrator saw, and what was refunded of the payment before: if either has
 * changed, it fails with CONFLICT and nothing is refunded.
 */
export const Refund = z
  .strictObject({
    reason,
    creditsLeft: RefundableCredits,
    amount: classified(
      'money',
      z.int(partMessage).min(1, partMessage).optional().describe('Cents; by default all that is left'),
    ),
    refundedBefore: classified(
      'money',
      z.int().min(0).optional().describe('Cents refunded before, as in the preview; required with an amount'),
    ),
  })
  .refine(({ amount, refundedBefore }) => amount === undefined || refundedBefore !== undefined, {
    path: ['refundedBefore'],
    error: 'Send how much was refunded before with an amount',
  })
  .meta({
    id: 'Refund',
    example: { reason: 'Bought twice by mistake, none of it spent', creditsLeft: { available: 500, held: 0 } },
  })
export type Refund = z.infer<typeof Refund>

const RefundPreview = z
  .object({
    transactionId: z.string(),
    status: TransactionStatus,
    creditsGranted: classified('money', z.int()),
    creditsLeft: RefundableCredits,
    amount: classified('money', z.int().describe('Cents that were paid')),
    currency: z.string(),
    refundedAmount: classified('money', z.int().describe('Cents refunded in parts before')),
    credits: classified('money', z.int().describe('The share of the credits, rounded down to whole credits')),
    creditsTaken: RefundableCredits.describe('What the refund would remove of them'),
  })
  .meta({ id: 'RefundPreview' })
export type RefundPreview = z.infer<typeof RefundPreview>

const RefundPreviewQuery = z.object({
  amount: z.coerce
    .number(partMessage)
    .int(partMessage)
    .min(1, partMessage)
    .optional()
    .describe('Cents; by default all that is left'),
})

const PaymentParams = z.object({ transactionId: z.uuid('There is no such payment') })

const UserParams = z.object({ userId: z.uuid('There is no such user') })

const UserSubscriptions = z
  .object({
    user: User.pick({ id: true, firstName: true, lastName: true, email: true }),
    balance: Balance,
    subscriptions: z.array(Subscription),
  })
  .meta({ id: 'UserSubscriptions' })
export type UserSubscriptions = z.infer<typeof UserSubscriptions>

export const adminBilling = {
  creditTransactions: adminEndpoint(
    'GET /v1/admin/billing/credit-transactions',
    'List the credit transactions of one user or of all users, newest first',
    {
      query: EntryQuery.extend({ userId: z.uuid('There is no such user').optional() }),
      response: pageSchema(CreditEntry.extend({ userId: z.string(), userEmail: classified('personal', z.string()) })),
      data: ['personal', 'money'],
    },
  ),
  adjustCredits: adminEndpoint(
    'POST /v1/admin/billing/adjust-credits',
    'Add or remove credits of a user, with a reason that the user sees',
    {
      body: CreditAdjustment,
      response: Balance,
      data: ['money'],
      idempotent: true,
      stepUp: true,
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
    },
  ),
  userSubscriptions: adminEndpoint(
    'GET /v1/admin/billing/user-subscriptions/{userId}',
    'Get a user with their balance and subscriptions, newest first',
    { params: UserParams, response: UserSubscriptions, data: ['personal', 'money'] },
  ),
  userTransactions: adminEndpoint(
    'GET /v1/admin/billing/user-transactions/{userId}',
    'List the payments of a user, newest first',
    { params: UserParams, query: PageQuery, response: pageSchema(Transaction), data: ['money'] },
  ),
  invoice: adminEndpoint(
    'GET /v1/admin/billing/transactions/{transactionId}/invoice',
    "Download the invoice of any user's payment as PDF",
    { ...paymentDocumentOptions },
  ),
  creditNote: adminEndpoint(
    'GET /v1/admin/billing/transactions/{transactionId}/credit-note',
    "Download the credit note of any user's payment as PDF",
    { ...paymentDocumentOptions, query: CreditNoteQuery },
  ),
  refundPreview: adminEndpoint(
    'GET /v1/admin/billing/transactions/{transactionId}/refund',
    'Preview a refund of a payment or of a part of it: the remaining credits, and those which it would remove',
    {
      params: PaymentParams,
      query: RefundPreviewQuery,
      errors: ['UNPROCESSABLE'],
      response: RefundPreview,
      data: ['money'],
    },
  ),
  refund: adminEndpoint(
    'POST /v1/admin/billing/transactions/{transactionId}/refund',
    'Refund a payment or a part of it and remove its remaining credits, or their share; refused if they differ from those previewed',
    {
      params: PaymentParams,
      body: Refund,
      response: Transaction,
      data: ['money'],
      idempotent: 'outside',
      stepUp: true,
      errors: ['CONFLICT', 'UNPROCESSABLE', 'UNAVAILABLE'],
    },
  ),
}
