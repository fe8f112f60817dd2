import type { Insertable } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'
import type { DB } from '../../../platform/postgres/schema.gen.ts'
import type { ProviderName } from '../provider/provider.ts'
import { updatePaid } from './payments.queries.ts'

type RefundRequest = { refundReason: string; refundRequestedBy: string; refundRequestedAt: Date }

/** The part to refund in cents, and the last ledger entry before its credits are taken; no id and part for all. */
type RequestedPart = { refundId: string | null; refundPart: number | null; refundAfterEntry: number }

/** With several requests, the first request and reason count, and the last time. */
export const saveRefundRequest = (
  db: Db,
  id: string,
  { refundReason, refundRequestedBy, ...at }: RefundRequest & Partial<RequestedPart>,
) =>
  updatePaid(db, id)
    .set(({ fn, val }) => ({
      ...at,
      refundReason: fn.coalesce('refundReason', val(refundReason)),
      refundRequestedBy: fn.coalesce('refundRequestedBy', val(refundRequestedBy)),
    }))
    .execute()

/** Clears the request; a reason why the portal itself owes the refund stays. */
export const clearRefundRequest = (db: Db, id: string) =>
  updatePaid(db, id)
    .set(({ ref, eb }) => ({
      refundReason: eb.case().when('refundCause', 'is', null).then(null).else(ref('refundReason')).end(),
      refundRequestedBy: null,
      refundRequestedAt: null,
      refundId: null,
      refundPart: null,
      refundAfterEntry: null,
    }))
    .execute()

export const addRefundedPart = (db: Db, id: string, cents: number) =>
  updatePaid(db, id)
    .set(({ eb }) => ({ partialRefundAmount: eb('partialRefundAmount', '+', cents) }))
    .execute()

export const insertPartialRefund = (db: Db, refund: Insertable<DB['paymentRefunds']>) =>
  db.insertInto('paymentRefunds').values(refund).execute()

export type PartialRefundRow = Awaited<ReturnType<typeof listPartialRefunds>>[number]

/** The parts that administrators refunded of payments, oldest first. */
export const listPartialRefunds = (db: Db, paymentIds: readonly string[]) =>
  db
    .selectFrom('paymentRefunds')
    .select(['id', 'paymentId', 'amount', 'credits', 'reason', 'creditNoteNumber', 'refundedAt'])
    .where('paymentId', 'in', [...paymentIds])
    .orderBy('refundedAt')
    .orderBy('id')
    .execute()

/** Cents that administrators refunded of a payment in parts. */
export async function sumPartialRefunds(db: Db, paymentId: string): Promise<number> {
  return (await listPartialRefunds(db, [paymentId])).reduce((sum, { amount }) => sum + amount, 0)
}

/** Cents recorded as refunded, by the provider's id: of a payment, or of all invoices of a subscription. */
export async function listRecordedRefunds(
  db: Db,
  provider: ProviderName,
  of: { providerRef: string } | { subscription: string },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('paymentTransactions')
    .select(['providerRef', 'status', 'amount', 'partialRefundAmount'])
    .where('provider', '=', provider)
    .where(({ eb, selectFrom }) => {
      if ('providerRef' in of) return eb('providerRef', '=', of.providerRef)
      const subscription = selectFrom('subscriptions').select('id').where('providerId', '=', of.subscription)
      return eb('subscriptionId', 'in', subscription.where('provider', '=', provider))
    })
    .where(({ eb, or }) => or([eb('status', '=', 'REFUNDED'), eb('partialRefundAmount', '>', 0)]))
    .execute()
  return new Map(rows.map((row) => [row.providerRef, row.status === 'REFUNDED' ? row.amount : row.partialRefundAmount]))
}
