import type { Db } from '../../../platform/postgres/database.ts'
import { paymentColumns } from '../settle/payments.queries.ts'

export type PaymentFilter = {
  userId: string
  kind?: string | undefined
  status?: string | undefined
  /** From this instant. */
  from?: Date | undefined
  /** Up to and without this instant. */
  to?: Date | undefined
}

const matching = (db: Db, { userId, kind, status, from, to }: PaymentFilter) =>
  db
    .selectFrom('paymentTransactions')
    .where(({ and, eb }) =>
      and([
        eb('userId', '=', userId),
        ...(kind ? [eb('kind', '=', kind)] : []),
        ...(status ? [eb('status', '=', status)] : []),
        ...(from ? [eb('createdAt', '>=', from)] : []),
        ...(to ? [eb('createdAt', '<', to)] : []),
      ]),
    )

/** A slice of somebody's payments, the newest first. */
export const listPayments = (db: Db, filter: PaymentFilter, { limit, offset }: { limit: number; offset: number }) =>
  matching(db, filter)
    .select(paymentColumns)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countPayments(db: Db, filter: PaymentFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
