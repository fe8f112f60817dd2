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

/** Whether what a provider gives back as an id of ours can be one: others may sell by the same account. */
export const isOurId = (id: string | undefined): id is string => id !== undefined && uuid.test(id)

export async function findCheckoutOf(db: Db, userId: string | undefined, id: string): Promise<CheckoutRow | undefined> {
  const checkout = isOurId(id) ? await findCheckout(db, id) : undefined
  return checkout?.userId === userId ? checkout : undefined
}

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

export const rememberProviderId = (db: Db, id: string, providerId: string) =>
  db.updateTable('checkouts').set({ providerId }).where('id', '=', id).where('providerId', 'is', null).execute()

/** What was paid for is paid for, even where it had been given up. */
export const endCheckout = (db: Db, id: string, status: 'PAID' | 'FAILED' | 'EXPIRED', settledAt: Date) =>
  db
    .updateTable('checkouts')
    .set({ status, settledAt })
    .where('id', '=', id)
    .where('status', 'in', status === 'PAID' ? ['OPEN', 'FAILED', 'EXPIRED'] : ['OPEN'])
    .returning('id')
    .executeTakeFirst()

export type OpenCheckoutFilter = {
  kind?: CheckoutItem['kind']
  couponCode?: string
  /** Also what is being bought by itself, of which there is no page. */
  isAutomaticToo?: boolean
}

export type OpenCheckout = Awaited<ReturnType<typeof selectOpen>>[number]

export const selectOpen = (
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

type Overdue = {
  provider: ProviderName
  now: Date
  after?: { id: string; expiresAt: Date } | undefined
  limit: number
}

/** The oldest first. */
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
