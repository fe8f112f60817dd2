import { z } from 'zod'
import { paymentDocument } from './billing.ts'
import { Bucket, CreditEntry, EntryQuery } from './credit-history.ts'
import { Balance } from './credits.ts'
import { classified } from './data-classes.ts'
import { adminCall } from './endpoint.ts'
import { PageQuery, pageOf } from './paging.ts'
import { reason } from './reason.ts'
import { Subscription } from './subscriptions.ts'
import { Transaction, TransactionStatus } from './transactions.ts'
import { User } from './users.ts'

const mostCredits = 10_000_000

export const CreditAdjustment = z
  .strictObject({
    userId: z.uuid('There is no such user'),
    bucket: Bucket,
    amount: z
      .int('Enter a whole number of credits')
      .min(-mostCredits, 'At most 10,000,000 credits at once')
      .max(mostCredits, 'At most 10,000,000 credits at once')
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
    available: classified('money', z.int().min(0).describe('Not spent: taken back at once')),
    held: classified('money', z.int().min(0).describe('Held by orders in progress: taken back if they come back')),
  })
  .meta({ id: 'RefundableCredits', example: { available: 420, held: 80 } })
export type RefundableCredits = z.infer<typeof RefundableCredits>

/** Names the credits left that the administrator saw: CONFLICT once they are others, and nothing is paid back. */
export const Refund = z
  .strictObject({
    reason,
    creditsLeft: RefundableCredits,
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
  })
  .meta({ id: 'RefundPreview' })
export type RefundPreview = z.infer<typeof RefundPreview>

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
  creditTransactions: adminCall(
    'GET /v1/admin/billing/credit-transactions',
    "Every change of a user's credits, or of everybody's, the newest first",
    {
      query: EntryQuery.extend({ userId: z.uuid('There is no such user').optional() }),
      response: pageOf(CreditEntry.extend({ userId: z.string(), userEmail: classified('personal', z.string()) })),
      data: ['personal', 'money'],
    },
  ),
  adjustCredits: adminCall(
    'POST /v1/admin/billing/adjust-credits',
    'Give a user credits or take some, with a reason that they see',
    {
      body: CreditAdjustment,
      response: Balance,
      data: ['money'],
      idempotent: true,
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
    },
  ),
  userSubscriptions: adminCall(
    'GET /v1/admin/billing/user-subscriptions/{userId}',
    "A user's balance and subscriptions, the newest first, and who it is",
    { params: UserParams, response: UserSubscriptions, data: ['personal', 'money'] },
  ),
  userTransactions: adminCall(
    'GET /v1/admin/billing/user-transactions/{userId}',
    "A user's payments, the newest first",
    { params: UserParams, query: PageQuery, response: pageOf(Transaction), data: ['money'] },
  ),
  invoice: adminCall(
    'GET /v1/admin/billing/transactions/{transactionId}/invoice',
    'The invoice of a payment of anybody, as PDF',
    { ...paymentDocument },
  ),
  creditNote: adminCall(
    'GET /v1/admin/billing/transactions/{transactionId}/credit-note',
    'The credit note of a payment of anybody, as PDF',
    { ...paymentDocument },
  ),
  refundPreview: adminCall(
    'GET /v1/admin/billing/transactions/{transactionId}/refund',
    'What is left of the credits of a payment, which a refund would take back',
    { params: PaymentParams, response: RefundPreview, data: ['money'] },
  ),
  refund: adminCall(
    'POST /v1/admin/billing/transactions/{transactionId}/refund',
    'Pay a payment back whole and take back its credits; refused if other credits are left than were seen',
    {
      params: PaymentParams,
      body: Refund,
      response: Transaction,
      data: ['money'],
      idempotent: 'outside',
      errors: ['CONFLICT', 'UNPROCESSABLE', 'UNAVAILABLE'],
    },
  ),
}
