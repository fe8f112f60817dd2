import type { Insertable } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { DB } from '../../platform/postgres/schema.gen.ts'
import type { CheckoutItem, ProviderName } from './provider.ts'

const checkoutColumns = [
  'id',
  'userId',
  'provider',
  'providerId',
  'kind',
  'source',
  'planId',
  'packId',
  'name',
  'credits',
  'bonusCredits',
  'listPrice',
  'discount',
  'currency',
  'couponCode',
  'status',
  'expiresAt',
  'settledAt',
  'createdAt',
] as const

export type CheckoutRow = NonNullable<Awaited<ReturnType<typeof findCheckout>>>

export const findCheckout = (db: Db, id: string) =>
  db.selectFrom('checkouts').select(checkoutColumns).where('id', '=', id).executeTakeFirst()

export const findOwnCheckout = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('checkouts')
    .select(checkoutColumns)
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()

export const insertCheckout = (db: Db, checkout: Insertable<DB['checkouts']>) =>
  db.insertInto('checkouts').values(checkout).execute()

/** Notes where it is paid; false where it was closed meanwhile. */
export async function openCheckout(db: Db, id: string, providerId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('checkouts')
    .set({ providerId })
    .where('id', '=', id)
    .where('status', '=', 'OPEN')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Which = {
  kind?: CheckoutItem['kind']
  couponCode?: string
  /** Also what is being bought by itself, of which there is no page. */
  isAutomaticToo?: boolean
}

export type OpenCheckout = Awaited<ReturnType<typeof selectOpen>>[number]

/** What a user has begun to buy: all of it, or of one kind, or with one coupon. */
export const selectOpen = (db: Db, userId: string, { kind, couponCode, isAutomaticToo = false }: Which = {}) =>
  db
    .selectFrom('checkouts')
    .select(['id', 'providerId', 'provider'])
    .where('userId', '=', userId)
    .where('status', '=', 'OPEN')
    .$if(!isAutomaticToo, (query) => query.where('source', '=', 'PERSON'))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(couponCode !== undefined, (query) => query.where('couponCode', '=', couponCode?.toUpperCase() ?? ''))
    .orderBy('id')
    .execute()

type Overdue = {
  provider: ProviderName
  now: Date
  /** The last one of the page before. */
  after?: { id: string; expiresAt: Date } | undefined
  limit: number
}

/** The purchases of people that nobody has paid in time, the oldest first. */
export const selectOverdue = (db: Db, { provider, now, after, limit }: Overdue) =>
  db
    .selectFrom('checkouts')
    .select(['id', 'providerId', 'provider', 'expiresAt'])
    .where('status', '=', 'OPEN')
    .where('source', '=', 'PERSON')
    .where('provider', '=', provider)
    .where('expiresAt', '<=', now)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('expiresAt', 'id'), '>', tuple(after?.expiresAt ?? now, after?.id ?? '')),
      ),
    )
    .orderBy('expiresAt')
    .orderBy('id')
    .limit(limit)
    .execute()

/** The payment that a purchase ended in. */
export const findPaymentOf = (db: Db, checkoutId: string) =>
  db
    .selectFrom('paymentTransactions')
    .select(['id', 'status', 'refundCause', 'refundReason', 'refundRequestedBy'])
    .where('checkoutId', '=', checkoutId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
