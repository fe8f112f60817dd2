import { type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import { AdminPayment, type PaymentFilters, type PaymentQuery } from '@dooryard/contract/billing/admin/admin-payments'
import type { Context } from '../../../platform/context.ts'
import { buildCsvDownload, type CsvColumns, ownerColumns } from '../../../platform/files/csv/csv-download.ts'
import { withOwners } from '../../../platform/lists/owners.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { toDecimal } from '../../../platform/util/format.ts'
import { presentTransactions } from '../history/transactions.ts'
import { buildPaymentConditions, countPaymentsWhere, selectPaymentPage } from './admin-payments.queries.ts'
import type { PaymentRow } from './payments.queries.ts'

/** Payments of all users; refunds made by the payer's bank count, too. */
export async function listAllPayments({ db }: Context, query: PaymentQuery): Promise<PageResult<AdminPayment>> {
  const where = await buildPaymentConditions(db, query)
  const [rows, count] = await Promise.all([
    selectPaymentPage(db, where, { ...query, ...toSlice(query) }),
    countPaymentsWhere(db, where),
  ])
  const listed = await presentPayments(db, rows)
  return toPage(
    listed.map(({ payment }) => payment),
    count,
    query,
  )
}

async function presentPayments(db: Db, rows: readonly PaymentRow[]) {
  const [owned, transactions] = await Promise.all([withOwners(db, rows), presentTransactions(db, rows)])
  const byId = new Map(transactions.map((transaction) => [transaction.transactionId, transaction]))
  return owned.flatMap(({ owner, ...row }) => {
    const transaction = byId.get(row.id)
    if (!transaction) return []
    const payment: AdminPayment = {
      ...transaction,
      user: owner,
      provider: AdminPayment.shape.provider.parse(row.provider),
      providerRef: row.providerRef,
      ...(row.refundReason !== null && { refundReason: row.refundReason }),
      isRefundInProgress: row.status === 'PAID' && row.refundRequestedAt !== null,
    }
    return [{ userId: row.userId, owner, payment }]
  })
}

type ExportedPayment = Awaited<ReturnType<typeof presentPayments>>[number]

const columns: CsvColumns<ExportedPayment> = [
  ['Date', ({ payment }) => payment.createdAt],
  ['Payment ID', ({ payment }) => payment.transactionId],
  ...ownerColumns,
  ['Description', ({ payment }) => payment.description],
  ['Kind', ({ payment }) => payment.kind],
  ['Amount', ({ payment }) => toDecimal(payment.amount)],
  ['Refunded', ({ payment }) => toDecimal(payment.refundedAmount ?? 0)],
  ['Currency', ({ payment }) => payment.currency],
  ['Status', ({ payment }) => payment.status],
  ['Credits', ({ payment }) => payment.creditsGranted],
  ['Coupon', ({ payment }) => payment.couponCode ?? null],
  ['Provider', ({ payment }) => payment.provider],
  ['Provider ID', ({ payment }) => payment.providerRef],
  ['Invoice', ({ payment }) => payment.invoiceNumber ?? null],
  ['Credit Notes', ({ payment }) => listCreditNotes(payment).join(' ') || null],
  ['Refunded At', ({ payment }) => payment.refundedAt ?? payment.partialRefunds?.at(-1)?.refundedAt ?? null],
  ['Refund Reason', ({ payment }) => payment.refundReason ?? null],
  ['Failure', ({ payment }) => payment.failure ?? null],
]

const listCreditNotes = ({ partialRefunds = [], creditNoteNumber }: AdminPayment): string[] => [
  ...partialRefunds.map((part) => part.creditNoteNumber),
  ...(creditNoteNumber ? [creditNoteNumber] : []),
]

export const exportPayments = ({ db, clock, log }: Context, filter: PaymentFilters) =>
  buildCsvDownload({ name: 'payments', at: clock.now(), columns, batches: readBatches(db, filter), log })

const batch = 2_000

async function* readBatches(db: Db, filter: PaymentFilters): AsyncGenerator<ExportedPayment[]> {
  const where = await buildPaymentConditions(db, filter)
  for (let afterId: string | undefined; ; ) {
    const rows = await selectPaymentPage(db, where, { ...filter, limit: batch, offset: 0, afterId })
    yield await presentPayments(db, rows)
    if (rows.length < batch) return
    afterId = rows.at(-1)?.id
  }
}
