import { z } from 'zod'
import { classified } from '../../api/data-classes.ts'
import { rangeBound } from '../../api/date-time.ts'
import { adminEndpoint } from '../../api/endpoint.ts'
import { PageQuery, pageSchema, SortOrder } from '../../api/paging.ts'
import { textLine } from '../../api/text.ts'
import { Owner, userIdsFilter } from '../../identity/owner.ts'
import { csvExportOptions } from '../../orders/admin-campaigns.ts'
import { paymentStates, Transaction, transactionKinds } from '../transactions.ts'

export const paymentProviders = ['STRIPE', 'SANDBOX'] as const
export const paymentSorts = ['createdAt', 'amount'] as const

export const AdminPayment = Transaction.extend({
  user: Owner,
  provider: z.enum(paymentProviders),
  providerRef: classified('money', z.string().describe("The provider's id of the payment or invoice")),
  refundReason: classified('money', z.string().optional()),
  isRefundInProgress: z.boolean(),
}).meta({ id: 'AdminPayment' })
export type AdminPayment = z.infer<typeof AdminPayment>

const filters = {
  search: textLine()
    .max(100)
    .optional()
    .describe("Any part of the invoice, credit note or provider number, or of the user's name, email or company"),
  userId: userIdsFilter,
  state: z.enum(paymentStates, 'There is no such state').optional(),
  kind: z.enum(transactionKinds, 'There is no such kind').optional(),
  provider: z.enum(paymentProviders, 'There is no such provider').optional(),
  fromDate: rangeBound('From'),
  toDate: rangeBound('To'),
}

const sorting = { sort: z.enum(paymentSorts).default('createdAt'), order: SortOrder.default('desc') }

export const PaymentFilters = z.object({ ...filters, ...sorting })
export type PaymentFilters = z.infer<typeof PaymentFilters>
export const PaymentQuery = PageQuery.extend({ ...filters, ...sorting })
export type PaymentQuery = z.infer<typeof PaymentQuery>

export const adminPayments = {
  list: adminEndpoint('GET /v1/admin/payments', 'List the payments of all users', {
    query: PaymentQuery,
    response: pageSchema(AdminPayment),
    data: ['personal', 'money'],
  }),
  export: adminEndpoint(
    'GET /v1/admin/payments/export',
    'Export the payments of all users as CSV, all pages, in the requested order',
    { query: PaymentFilters, ...csvExportOptions },
  ),
}
