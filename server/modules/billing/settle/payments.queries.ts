import type { Db } from '../../../platform/postgres/database.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { ProviderName } from '../provider.ts'

export const paymentColumns = [
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
  'checkoutId',
  'quoteId',
  'invoiceNumber',
  'failure',
  'creditNoteNumber',
  'refundedAt',
  'refundReason',
  'refundCause',
  'refundRequestedBy',
  'refundRequestedAt',
  'partLost',
  'disputeWonAt',
  'createdAt',
] as const

export type PaymentRow = NonNullable<Awaited<ReturnType<typeof findPayment>>>

export const findPayment = (db: Db, id: string) =>
  db.selectFrom('paymentTransactions').select(paymentColumns).where('id', '=', id).executeTakeFirst()

/** Nobody else changes it until the transaction ends. */
export const lockPayment = (db: Db, id: string) =>
  db.selectFrom('paymentTransactions').select(paymentColumns).where('id', '=', id).forUpdate().executeTakeFirst()

/** By the provider's id for it. */
export const findPaymentAt = (db: Db, provider: ProviderName, providerRef: string) =>
  db
    .selectFrom('paymentTransactions')
    .select(paymentColumns)
    .where('provider', '=', provider)
    .where('providerRef', '=', providerRef)
    .executeTakeFirst()

/** By the provider's ids for them; nobody else changes them until the transaction ends. */
export const lockPaymentsAt = (db: Db, provider: ProviderName, providerRefs: readonly string[]) =>
  db
    .selectFrom('paymentTransactions')
    .select(paymentColumns)
    .where('provider', '=', provider)
    .where('providerRef', 'in', providerRefs)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Whether another payment than this one was made for a quote. */
export const isPaidByOther = async (
  db: Db,
  quoteId: string,
  { provider, providerRef }: { provider: ProviderName; providerRef: string },
): Promise<boolean> =>
  (await db
    .selectFrom('paymentTransactions')
    .select('id')
    .where('quoteId', '=', quoteId)
    .where('provider', '=', provider)
    .where('providerRef', '<>', providerRef)
    .where('status', '<>', 'FAILED')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** What was paid for a subscription and gives nothing, until it is paid back. */
export const listOwed = (db: Db, subscriptionId: string) =>
  db
    .selectFrom('paymentTransactions')
    .select(paymentColumns)
    .where('subscriptionId', '=', subscriptionId)
    .where('status', '=', 'PAID')
    .where('refundCause', 'is not', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** What is said of a payment, whatever becomes of it. */
export type PaymentFacts = {
  userId: string
  provider: ProviderName
  providerRef: string
  kind: 'SUBSCRIPTION' | 'PACK'
  reason: 'FIRST' | 'RENEWAL' | 'CHANGE' | 'PACK' | 'AUTO_TOP_UP'
  description: string
  subscriptionId: string | null
  checkoutId: string | null
  quoteId: string | null
  amount: number
  discount: number
  currency: string
  couponCode: string | null
  periodStart: Date | null
  periodEnd: Date | null
  createdAt: Date
}

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

const paidColumns = ({ invoice, ...paid }: PaidFacts) => ({
  ...paid,
  status: 'PAID',
  refundReason: paid.refundCause && causesInWords[paid.refundCause],
  invoice: JSON.stringify(invoice),
})

export const insertPaid = (db: Db, facts: PaymentFacts & PaidFacts & { id: string }) =>
  db
    .insertInto('paymentTransactions')
    .values({ ...facts, ...paidColumns(facts) })
    .execute()

/** Of one that had failed before. */
export const upgradeToPaid = (db: Db, id: string, { amount, discount }: PaymentFacts, paid: PaidFacts) =>
  db
    .updateTable('paymentTransactions')
    .set({ ...paidColumns(paid), amount, discount })
    .where('id', '=', id)
    .where('status', '=', 'FAILED')
    .execute()

type RefundRequest = { refundReason: string; refundRequestedBy: string; refundRequestedAt: Date }

/**
 * That a payment is to be paid back, who wants it, and since when the provider is asked. Of many who ask, and of their
 * reasons, the first one counts; of the times the last.
 */
export const keepRefundRequest = (db: Db, id: string, { refundReason, refundRequestedBy, ...at }: RefundRequest) =>
  db
    .updateTable('paymentTransactions')
    .set(({ fn, val }) => ({
      ...at,
      refundReason: fn.coalesce('refundReason', val(refundReason)),
      refundRequestedBy: fn.coalesce('refundRequestedBy', val(refundRequestedBy)),
    }))
    .where('id', '=', id)
    .where('status', '=', 'PAID')
    .execute()

/** The provider is asked once more for a refund that was requested before. */
export const renewRefundRequest = (db: Db, id: string, refundRequestedAt: Date) =>
  db.updateTable('paymentTransactions').set({ refundRequestedAt }).where('id', '=', id).execute()

/** Nothing is to be paid back any more; a reason why the portal itself owes it stays. */
export const dropRefundRequest = (db: Db, id: string) =>
  db
    .updateTable('paymentTransactions')
    .set(({ ref, eb }) => ({
      refundReason: eb.case().when('refundCause', 'is', null).then(null).else(ref('refundReason')).end(),
      refundRequestedBy: null,
      refundRequestedAt: null,
    }))
    .where('id', '=', id)
    .where('status', '=', 'PAID')
    .execute()

/** Whether a refund was requested for a payment of the user and is not recorded yet. */
export const hasRefundUnderWay = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('paymentTransactions')
    .select('id')
    .where('userId', '=', userId)
    .where('status', '=', 'PAID')
    .where('refundRequestedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

type Why = Partial<Pick<PaymentRow, 'refundReason' | 'refundRequestedBy'>>

/** What was said before of why and for whom stays, unless something else is said. */
export const markRefunded = (db: Db, id: string, refundedAt: Date, why: Why = {}) =>
  db
    .updateTable('paymentTransactions')
    .set({ status: 'REFUNDED', refundedAt, ...why })
    .where('id', '=', id)
    .where('status', '=', 'PAID')
    .execute()

/** What administrators were told of a payment. */
export const markTold = (db: Db, id: string, told: Partial<Pick<PaymentRow, 'partLost' | 'disputeWonAt'>>) =>
  db.updateTable('paymentTransactions').set(told).where('id', '=', id).execute()
