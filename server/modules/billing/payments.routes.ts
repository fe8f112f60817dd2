import { billing as calls } from '@dooryard/contract/billing'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { changeAutoTopUp } from './auto-top-up/change-auto-top-up.ts'
import type { Billing } from './billing-context.ts'
import { listTransactions } from './history/list-transactions.ts'
import { transactionCreditNote, transactionInvoice } from './invoices/transaction-invoice.ts'

const { autoTopUp, transactions, invoice, creditNote } = calls

export const paymentRoutes = (billing: Billing): Route[] =>
  handlers(
    { autoTopUp, transactions, invoice, creditNote },
    {
      autoTopUp: (ctx, { body }) => changeAutoTopUp({ ...ctx, ...billing }, body),
      transactions: (ctx, { body, query }) => listTransactions(ctx, body, query),
      invoice: (ctx, { params }) => transactionInvoice(ctx, params.transactionId),
      creditNote: (ctx, { params }) => transactionCreditNote(ctx, params.transactionId),
    },
  )
