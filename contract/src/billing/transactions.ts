import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { rangeBound } from '../api/date-time.ts'

export const transactionKinds = ['SUBSCRIPTION', 'PACK'] as const
export const transactionStatuses = ['PAID', 'FAILED', 'REFUNDED'] as const
export const TransactionStatus = z.enum(transactionStatuses)
export type TransactionStatus = z.infer<typeof TransactionStatus>

/** Tells a payment refunded in part from one without a refund; the `status` of both is `PAID`. */
export const paymentStates = ['PAID', 'PARTLY_REFUNDED', 'REFUNDED', 'FAILED'] as const
export type PaymentState = (typeof paymentStates)[number]

export const PartialRefund = z
  .object({
    refundId: z.string(),
    amount: classified('money', z.int().describe('Cents')),
    credits: classified('money', z.int().describe('The share of its credits: removed unless spent')),
    creditNoteNumber: classified('money', z.string()),
    refundedAt: z.iso.datetime(),
  })
  .meta({ id: 'PartialRefund' })
export type PartialRefund = z.infer<typeof PartialRefund>

export const Transaction = z
  .object({
    transactionId: z.string(),
    kind: z.enum(transactionKinds),
    description: z.string(),
    amount: classified('money', z.int().describe('Cents')),
    currency: z.string(),
    status: TransactionStatus,
    couponCode: classified('money', z.string().optional()),
    creditsGranted: classified('money', z.int()),
    invoiceNumber: classified('money', z.string().optional().describe('For paid transactions')),
    failure: z.string().optional().describe('Why the payment failed'),
    declinedFirst: z
      .object({ at: z.iso.datetime(), failure: z.string() })
      .optional()
      .describe('For a payment that succeeded after a failure: when and why it failed before'),
    refundedAt: z.iso.datetime().optional(),
    refundedAmount: classified(
      'money',
      z.int().optional().describe('Cents refunded: all for a refunded payment, less for one refunded in part'),
    ),
    partialRefunds: z
      .array(PartialRefund)
      .optional()
      .describe('Refunds of parts of the payment, oldest first; parts refunded by the bank are not among them'),
    creditNoteNumber: classified(
      'money',
      z.string().optional().describe('For refunds: the credit note that cancels the invoice'),
    ),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Transaction', example: { kind: 'PACK', description: '500 credits', amount: 2800, creditsGranted: 500 } })
export type Transaction = z.infer<typeof Transaction>

export const TransactionFilters = z
  .strictObject({
    kind: z.enum(transactionKinds, 'There is no such kind').optional(),
    status: z.enum(transactionStatuses, 'There is no such status').optional(),
    state: z
      .enum(paymentStates, 'There is no such state')
      .optional()
      .describe('`PARTLY_REFUNDED` for paid ones of which a part is refunded, `PAID` for those without a refund'),
    fromDate: rangeBound('From'),
    toDate: rangeBound('To'),
  })
  .meta({ id: 'TransactionFilters', example: { kind: 'PACK', status: 'PAID' } })
export type TransactionFilters = z.infer<typeof TransactionFilters>
