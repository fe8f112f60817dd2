import type { Slice } from '@dooryard/contract/paging'
import type { TransactionFilters } from '@dooryard/contract/transactions'
import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { DB } from '../../platform/postgres/schema.gen.ts'
import type { Invoice } from './invoices/invoice.ts'
import type { ProviderName } from './provider.ts'

/** Payments as other modules may read them, to be asked for or joined under a name. */
export const selectPayments = (db: Db) =>
  db
    .selectFrom('paymentTransactions')
    .select(['id', 'userId', 'status', 'creditsGranted', 'couponCode', 'quoteId', 'checkoutId', 'refundedAt'])

const payments = (db: Db) =>
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
      'disputeWonAt',
      'createdAt',
    ])

export type PaymentRow = NonNullable<Awaited<ReturnType<typeof findPayment>>>

export const findPayment = (db: Db, id: string) => payments(db).where('id', '=', id).executeTakeFirst()

export const lockPayment = (db: Db, id: string) => payments(db).where('id', '=', id).forUpdate().executeTakeFirst()

/** By the provider's id for it. */
export const findPaymentAt = (db: Db, provider: ProviderName, providerRef: string) =>
  payments(db).where('provider', '=', provider).where('providerRef', '=', providerRef).executeTakeFirst()

export const lockPaymentsAt = (db: Db, provider: ProviderName, providerRefs: readonly string[]) =>
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

/** What was paid for a subscription and gives nothing, until it is paid back. */
export const listOwed = (db: Db, subscriptionId: string) =>
  payments(db)
    .where('subscriptionId', '=', subscriptionId)
    .where('status', '=', 'PAID')
    .where('refundCause', 'is not', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

export type PaymentFilter = TransactionFilters & { userId: string }

const matching = <T extends ReturnType<typeof payments>>(query: T, { userId, ...filter }: PaymentFilter) =>
  query.where(({ and, eb }) =>
    and([
      eb('userId', '=', userId),
      ...(filter.kind ? [eb('kind', '=', filter.kind)] : []),
      ...(filter.status ? [eb('status', '=', filter.status)] : []),
      ...(filter.fromDate ? [eb('createdAt', '>=', new Date(filter.fromDate))] : []),
      ...(filter.toDate ? [eb('createdAt', '<', new Date(filter.toDate))] : []),
    ]),
  )

export const listPayments = (db: Db, filter: PaymentFilter, { limit, offset }: Slice) =>
  matching(payments(db), filter)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countPayments(db: Db, filter: PaymentFilter): Promise<number> {
  const { count } = await matching(payments(db), filter)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const findInvoice = (db: Db, transactionId: string) =>
  payments(db).select('invoice').where('id', '=', transactionId).executeTakeFirst()

const isThere = async (query: { executeTakeFirst: () => Promise<unknown> }) =>
  (await query.executeTakeFirst()) !== undefined

export const isPaidByOther = (
  db: Db,
  quoteId: string,
  { provider, providerRef }: Pick<PaymentFacts, 'provider' | 'providerRef'>,
): Promise<boolean> =>
  isThere(
    payments(db)
      .where('quoteId', '=', quoteId)
      .where('provider', '=', provider)
      .where('providerRef', '<>', providerRef)
      .where('status', '<>', 'FAILED')
      .limit(1),
  )

export const hasRefundUnderWay = (db: Db, userId: string): Promise<boolean> =>
  isThere(
    payments(db)
      .where('userId', '=', userId)
      .where('status', '=', 'PAID')
      .where('refundRequestedAt', 'is not', null)
      .limit(1),
  )

type Period = { id: string; userId: string; periodStart: Date }

/** Whether the running period is paid for; paid back since, it was. A change of plan pays for no period. */
export const isPeriodPaid = (db: Db, { id, userId, periodStart }: Period): Promise<boolean> =>
  isThere(
    payments(db)
      .where('userId', '=', userId)
      .where('subscriptionId', '=', id)
      .where('reason', 'in', ['FIRST', 'RENEWAL'])
      .where('status', 'in', ['PAID', 'REFUNDED'])
      .where('periodStart', '<=', periodStart)
      .where('periodEnd', '>', periodStart)
      .limit(1),
  )

export type PaymentFacts = {
  provider: ProviderName
  kind: 'SUBSCRIPTION' | 'PACK'
  reason: 'FIRST' | 'RENEWAL' | 'CHANGE' | 'PACK' | 'AUTO_TOP_UP'
} & Pick<
  Selectable<DB['paymentTransactions']>,
  | ('userId' | 'providerRef' | 'description' | 'subscriptionId' | 'checkoutId' | 'quoteId' | 'amount' | 'discount')
  | ('currency' | 'couponCode' | 'periodStart' | 'periodEnd' | 'createdAt')
>

export const insertFailed = (db: Db, facts: PaymentFacts & { id: string; failure: string }) =>
  db
    .insertInto('paymentTransactions')
    .values({ ...facts, status: 'FAILED' })
    .execute()

/** Why a payment is owed back by the portal itself, whatever an administrator says of it. */
export type RefundCause = keyof typeof causesInWords

const causesInWords = {
  DUPLICATE: 'There was a subscription already',
  CLOSED: 'The account was closed',
  ENDED: 'The subscription had ended',
}

type PaidFacts = {
  paymentRef: string | null
  creditsGranted: number
  invoiceNumber: string
  invoice: Invoice
  paidAt: Date
  /** Said before it is paid back: that is still to be done. */
  refundCause: RefundCause | null
}

/** In place of the row of the payment where it had failed before. */
export const savePaid = (db: Db, { invoice, ...facts }: PaymentFacts & PaidFacts & { id: string }) => {
  const { amount, discount, paymentRef, creditsGranted, invoiceNumber, paidAt, refundCause } = facts
  const paid = {
    ...{ paymentRef, creditsGranted, invoiceNumber, paidAt, refundCause },
    status: 'PAID',
    refundReason: refundCause && causesInWords[refundCause],
    invoice: JSON.stringify(invoice),
  }
  return db
    .insertInto('paymentTransactions')
    .values({ ...facts, ...paid })
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

const updatePaid = (db: Db, id: string) =>
  db.updateTable('paymentTransactions').where('id', '=', id).where('status', '=', 'PAID')

type RefundRequest = { refundReason: string; refundRequestedBy: string; refundRequestedAt: Date }

/** Of many who ask for a refund, and of their reasons, the first one counts; of the times the last. */
export const keepRefundRequest = (db: Db, id: string, { refundReason, refundRequestedBy, ...at }: RefundRequest) =>
  updatePaid(db, id)
    .set(({ fn, val }) => ({
      ...at,
      refundReason: fn.coalesce('refundReason', val(refundReason)),
      refundRequestedBy: fn.coalesce('refundRequestedBy', val(refundRequestedBy)),
    }))
    .execute()

/** Nothing is to be paid back any more; a reason why the portal itself owes it stays. */
export const dropRefundRequest = (db: Db, id: string) =>
  updatePaid(db, id)
    .set(({ ref, eb }) => ({
      refundReason: eb.case().when('refundCause', 'is', null).then(null).else(ref('refundReason')).end(),
      refundRequestedBy: null,
      refundRequestedAt: null,
    }))
    .execute()

type Why = Partial<Pick<PaymentRow, 'refundReason' | 'refundRequestedBy'>>

/** What was said before of why and for whom stays, unless something else is said. */
export const markRefunded = (db: Db, id: string, refundedAt: Date, why: Why = {}) =>
  updatePaid(db, id)
    .set({ status: 'REFUNDED', refundedAt, ...why })
    .execute()
