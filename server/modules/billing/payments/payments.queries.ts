import type { Slice } from '@dooryard/contract/api/paging'
import type { PaymentState, TransactionFilters } from '@dooryard/contract/billing/transactions'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'
import type { DB } from '../../../platform/postgres/schema.gen.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { ProviderName } from '../provider/provider.ts'

/** The columns that other modules may read, to select from or to join. */
export const selectPayments = (db: Db) =>
  db
    .selectFrom('paymentTransactions')
    .select(['id', 'userId', 'status', 'creditsGranted', 'couponCode', 'quoteId', 'checkoutId', 'refundedAt'])
    .select(['amount', 'currency', 'paidAt', 'refundCause', 'partialRefundAmount'])

/** All columns of a payment but its invoice. */
export const payments = (db: Db) =>
  db
    .selectFrom('paymentTransactions')
    .select([
      'id',
      'userId',
      'provider',
      'providerRef',
      'paymentRef',
      'kind',
      'description',
      'status',
      'amount',
      'currency',
      'couponCode',
      'creditsGranted',
      'invoiceNumber',
      'failure',
      'creditNoteNumber',
      'refundedAt',
      'refundReason',
      'refundCause',
      'refundRequestedBy',
      'refundRequestedAt',
      'partialRefundAmount',
      'refundId',
      'refundPart',
      'refundAfterEntry',
      'disputeWonAt',
      'notifiedShortfall',
      'createdAt',
    ])

export type PaymentRow = NonNullable<Awaited<ReturnType<typeof findPayment>>>

export const findPayment = (db: Db, id: string) => payments(db).where('id', '=', id).executeTakeFirst()

export const lockPayment = (db: Db, id: string) => payments(db).where('id', '=', id).forUpdate().executeTakeFirst()

/** Finds a payment by the provider's id. */
export const findPaymentByRef = (db: Db, provider: ProviderName, providerRef: string) =>
  payments(db).where('provider', '=', provider).where('providerRef', '=', providerRef).executeTakeFirst()

export const lockPaymentsByRefs = (db: Db, provider: ProviderName, providerRefs: readonly string[]) =>
  payments(db)
    .where('provider', '=', provider)
    .where('providerRef', 'in', providerRefs)
    .orderBy('id')
    .forUpdate()
    .execute()

export const findCheckoutPayment = (db: Db, checkoutId: string) =>
  payments(db)
    .where('checkoutId', '=', checkoutId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Payments for a subscription that grant nothing and are still to be refunded. */
export const listRefundsDue = (db: Db, subscriptionId: string) =>
  payments(db)
    .where('subscriptionId', '=', subscriptionId)
    .where('status', '=', 'PAID')
    .where('refundCause', 'is not', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** The condition of each state, for a query of payments alone. */
export const conditionsByState: Record<PaymentState, RawBuilder<boolean>> = {
  PAID: sql`status = 'PAID' and partial_refund_amount = 0`,
  PARTLY_REFUNDED: sql`status = 'PAID' and partial_refund_amount > 0`,
  REFUNDED: sql`status = 'REFUNDED'`,
  FAILED: sql`status = 'FAILED'`,
}

export type PaymentFilter = TransactionFilters & { userId: string }

const filterPayments = <T extends ReturnType<typeof payments>>(query: T, { userId, ...filter }: PaymentFilter) =>
  query.where(({ and, eb }) =>
    and([
      eb('userId', '=', userId),
      ...(filter.kind ? [eb('kind', '=', filter.kind)] : []),
      ...(filter.status ? [eb('status', '=', filter.status)] : []),
      ...(filter.state ? [conditionsByState[filter.state]] : []),
      ...(filter.fromDate ? [eb('createdAt', '>=', new Date(filter.fromDate))] : []),
      ...(filter.toDate ? [eb('createdAt', '<', new Date(filter.toDate))] : []),
    ]),
  )

export const listPayments = (db: Db, filter: PaymentFilter, { limit, offset }: Slice) =>
  filterPayments(payments(db), filter)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countPayments(db: Db, filter: PaymentFilter): Promise<number> {
  const { count } = await filterPayments(payments(db), filter)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const findInvoice = (db: Db, transactionId: string) =>
  payments(db).select('invoice').where('id', '=', transactionId).executeTakeFirst()

const hasRow = async (query: { executeTakeFirst: () => Promise<unknown> }) =>
  (await query.executeTakeFirst()) !== undefined

export const isPaidByOther = (
  db: Db,
  quoteId: string,
  { provider, providerRef }: Pick<PaymentDetails, 'provider' | 'providerRef'>,
): Promise<boolean> =>
  hasRow(
    payments(db)
      .where('quoteId', '=', quoteId)
      .where('provider', '=', provider)
      .where('providerRef', '<>', providerRef)
      .where('status', '<>', 'FAILED')
      .limit(1),
  )

export const hasRefundInProgress = (db: Db, userId: string): Promise<boolean> =>
  hasRow(
    payments(db)
      .where('userId', '=', userId)
      .where('status', '=', 'PAID')
      .where('refundRequestedAt', 'is not', null)
      .limit(1),
  )

type Period = { id: string; userId: string; periodStart: Date }

/**
 * Whether the current period was paid for, even if refunded since. A plan change pays for no period, unless it begins a
 * year.
 */
export const isPeriodPaid = (db: Db, { id, userId, periodStart }: Period): Promise<boolean> =>
  hasRow(
    payments(db)
      .where('userId', '=', userId)
      .where('subscriptionId', '=', id)
      .where(({ or, eb }) => or([eb('reason', 'in', ['FIRST', 'RENEWAL']), eb('monthlyCredits', 'is not', null)]))
      .where('status', 'in', ['PAID', 'REFUNDED'])
      .where('periodStart', '<=', periodStart)
      .where('periodEnd', '>', periodStart)
      .limit(1),
  )

export type PaymentDetails = {
  provider: ProviderName
  kind: 'SUBSCRIPTION' | 'PACK'
  reason: 'FIRST' | 'RENEWAL' | 'CHANGE' | 'PACK' | 'AUTO_TOP_UP'
} & Pick<
  Selectable<DB['paymentTransactions']>,
  | ('userId' | 'providerRef' | 'description' | 'subscriptionId' | 'checkoutId' | 'quoteId' | 'amount' | 'discount')
  | ('currency' | 'couponCode' | 'periodStart' | 'periodEnd' | 'createdAt')
> & {
    /** For a year: the credits that it adds to each later month. */
    monthlyCredits?: number | null
  }

export const insertFailedPayment = (db: Db, details: PaymentDetails & { id: string; failure: string }) =>
  db
    .insertInto('paymentTransactions')
    .values({ ...details, status: 'FAILED' })
    .execute()

/** Why the portal itself owes a refund, whatever reason an administrator gives. */
export type RefundCause = keyof typeof refundCauseMessages

const refundCauseMessages = {
  DUPLICATE: 'There was a subscription already',
  CLOSED: 'The account was closed',
  ENDED: 'The subscription had ended',
}

type PaidPaymentDetails = {
  paymentRef: string | null
  creditsGranted: number
  invoiceNumber: string
  invoice: Invoice
  paidAt: Date
  /** Set before the refund, which is still to be made. */
  refundCause: RefundCause | null
}

/** Replaces the row of an earlier failed attempt. */
export const savePaidPayment = (
  db: Db,
  { invoice, ...details }: PaymentDetails & PaidPaymentDetails & { id: string },
) => {
  const { amount, discount, paymentRef, creditsGranted, invoiceNumber, paidAt, refundCause } = details
  const paid = {
    ...{ paymentRef, creditsGranted, invoiceNumber, paidAt, refundCause },
    // A payment that is owed back grants no month.
    monthlyCredits: refundCause ? null : (details.monthlyCredits ?? null),
    status: 'PAID',
    refundReason: refundCause && refundCauseMessages[refundCause],
    invoice: JSON.stringify(invoice),
  }
  return db
    .insertInto('paymentTransactions')
    .values({ ...details, ...paid })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ ...paid, amount, discount })
        .where('paymentTransactions.status', '=', 'FAILED'),
    )
    .execute()
}

export const updatePayment = (db: Db, id: string, change: Updateable<DB['paymentTransactions']>) =>
  db.updateTable('paymentTransactions').set(change).where('id', '=', id).execute()

export const updatePaid = (db: Db, id: string) =>
  db.updateTable('paymentTransactions').where('id', '=', id).where('status', '=', 'PAID')

type RefundReason = Partial<Pick<PaymentRow, 'refundReason' | 'refundRequestedBy'>>

const noPart = { refundId: null, refundPart: null, refundAfterEntry: null }

/** Keeps the recorded reason and requester unless new ones are given; a part in progress is merged. */
export const markRefunded = (db: Db, id: string, refundedAt: Date, reasonUpdate: RefundReason = {}) =>
  updatePaid(db, id)
    .set({ status: 'REFUNDED', refundedAt, ...noPart, ...reasonUpdate })
    .execute()
