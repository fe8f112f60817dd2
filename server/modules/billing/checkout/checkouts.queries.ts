import type { Insertable } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'
import type { DB } from '../../../platform/postgres/schema.gen.ts'
import type { CheckoutItem, ProviderName } from '../provider/provider.ts'

const checkoutColumns = [
  'id',
  'userId',
  'provider',
  'providerId',
  'kind',
  'source',
  'name',
  'credits',
  'bonusCredits',
  'listPrice',
  'discount',
  'currency',
  'couponCode',
  'status',
] as const

export type CheckoutRow = NonNullable<Awaited<ReturnType<typeof findCheckout>>>

export const findCheckout = (db: Db, id: string) =>
  db.selectFrom('checkouts').select(checkoutColumns).where('id', '=', id).executeTakeFirst()

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether an id that a provider returns can be one of ours: the provider account may be shared with other sellers. */
export const isUuid = (id: string | undefined): id is string => id !== undefined && uuid.test(id)

export async function findOwnedCheckout(
  db: Db,
  userId: string | undefined,
  id: string,
): Promise<CheckoutRow | undefined> {
  const checkout = isUuid(id) ? await findCheckout(db, id) : undefined
  return checkout?.userId === userId ? checkout : undefined
}

export const insertCheckout = (db: Db, checkout: Insertable<DB['checkouts']>) =>
  db.insertInto('checkouts').values(checkout).execute()

/** Saves the provider's session; returns false if the checkout was closed meanwhile. */
export async function attachProviderSession(db: Db, id: string, providerId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('checkouts')
    .set({ providerId })
    .where('id', '=', id)
    .where('status', '=', 'OPEN')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const saveProviderId = (db: Db, id: string, providerId: string) =>
  db.updateTable('checkouts').set({ providerId }).where('id', '=', id).where('providerId', 'is', null).execute()

/** A payment counts even if the checkout was already closed. */
export const endCheckout = (db: Db, id: string, status: 'PAID' | 'FAILED' | 'EXPIRED', settledAt: Date) =>
  db
    .updateTable('checkouts')
    .set({ status, settledAt })
    .where('id', '=', id)
    .where('status', 'in', status === 'PAID' ? ['OPEN', 'FAILED', 'EXPIRED'] : ['OPEN'])
    .returning('id')
    .executeTakeFirst()

/** Expires a checkout only while it has no payment page. */
export const endUnopenedCheckout = (db: Db, id: string, settledAt: Date) =>
  db
    .updateTable('checkouts')
    .set({ status: 'EXPIRED', settledAt })
    .where('id', '=', id)
    .where('status', '=', 'OPEN')
    .where('providerId', 'is', null)
    .returning('id')
    .executeTakeFirst()

export type OpenCheckoutFilter = {
  kind?: CheckoutItem['kind']
  couponCode?: string
  /** Includes automatic purchases, which have no payment page. */
  isAutomaticToo?: boolean
}

export type OpenCheckout = Awaited<ReturnType<typeof listOpenCheckouts>>[number]

export const listOpenCheckouts = (
  db: Db,
  userId: string,
  { kind, couponCode, isAutomaticToo = false }: OpenCheckoutFilter = {},
) =>
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

type OverdueCheckoutQuery = {
  provider: ProviderName
  now: Date
  after?: { id: string; expiresAt: Date } | undefined
  limit: number
}

/** Oldest first. */
export const listOverdueCheckouts = (db: Db, { provider, now, after, limit }: OverdueCheckoutQuery) =>
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
