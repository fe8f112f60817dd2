import type { CouponQuery } from '@dooryard/contract/coupons'
import type { Insertable, NotNull, Updateable } from 'kysely'
import type { DB, Db } from '../../platform/postgres/database.ts'
import { containsText } from '../../platform/postgres/text.ts'

const couponColumns = [
  'coupons.id',
  'coupons.code',
  'coupons.kind',
  'coupons.value',
  'coupons.appliesTo',
  'coupons.startsAt',
  'coupons.endsAt',
  'coupons.maxRedemptions',
  'coupons.perUserLimit',
  'coupons.affiliateUserId',
  'coupons.isActive',
  'coupons.archivedAt',
  'coupons.createdAt',
] as const

export type CouponFilter = Pick<CouponQuery, 'search' | 'state'> & { affiliateUserId?: string | undefined }

/** Without the archived ones unless they are asked for. An affiliate sees all of theirs, since what was redeemed stays so. */
const matching = (db: Db, { search, state, affiliateUserId }: CouponFilter) =>
  db
    .selectFrom('coupons')
    .$if(state === 'ARCHIVED', (query) => query.where('archivedAt', 'is not', null))
    .$if(state ? state !== 'ARCHIVED' : !affiliateUserId, (query) => query.where('archivedAt', 'is', null))
    .$if(state === 'ACTIVE', (query) => query.where('coupons.isActive', '=', true))
    .$if(state === 'INACTIVE', (query) => query.where('coupons.isActive', '=', false))
    .$if(search !== undefined, (query) => query.where('code', 'ilike', containsText(search ?? '')))
    .$if(affiliateUserId !== undefined, (query) => query.where('affiliateUserId', '=', affiliateUserId ?? ''))

export type ListedCoupon = Awaited<ReturnType<typeof selectCoupons>>[number]

/**
 * With how often they were redeemed and are reserved, how much was refunded, and the email address that the affiliate has
 * now; one that is closed has none.
 */
const withUses = (query: ReturnType<typeof matching>, now: Date) =>
  query
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'affiliateUserId').on('users.closedAt', 'is', null))
    .select([...couponColumns, 'users.email as affiliateEmail'])
    .select(({ selectFrom }) =>
      selectFrom('couponRedemptions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('couponId', '=', 'coupons.id')
        .where('status', '=', 'REDEEMED')
        .as('redemptions'),
    )
    .select(({ selectFrom }) =>
      selectFrom('couponRedemptions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('couponId', '=', 'coupons.id')
        .where('status', '=', 'RESERVED')
        .where('reservedUntil', '>', now)
        .as('reserved'),
    )
    // From the refunds, which are few. Those of payments that gave nothing had released their redemption.
    .select(({ selectFrom }) =>
      selectFrom('paymentTransactions')
        .innerJoin('couponRedemptions', (join) =>
          join.on(({ eb, fn }) =>
            eb('purchaseId', '=', fn.coalesce('paymentTransactions.quoteId', 'paymentTransactions.checkoutId')),
          ),
        )
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('paymentTransactions.couponCode', '=', 'coupons.code')
        .where('paymentTransactions.status', '=', 'REFUNDED')
        .where('couponRedemptions.status', '=', 'REDEEMED')
        .as('refunded'),
    )

/** A slice of the coupons, the newest first; the id breaks ties. */
export const selectCoupons = (
  db: Db,
  filter: CouponFilter,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
) =>
  withUses(matching(db, filter), now)
    .orderBy('coupons.createdAt', 'desc')
    .orderBy('coupons.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countCoupons(db: Db, filter: CouponFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** One coupon, archived or not; with an affiliate, theirs alone. */
export const findCoupon = (
  db: Db,
  id: string,
  { now, affiliateUserId }: { now: Date; affiliateUserId?: string | undefined },
): Promise<ListedCoupon | undefined> =>
  withUses(db.selectFrom('coupons'), now)
    .where('coupons.id', '=', id)
    .$if(affiliateUserId !== undefined, (query) => query.where('affiliateUserId', '=', affiliateUserId ?? ''))
    .executeTakeFirst()

export type CouponRow = NonNullable<Awaited<ReturnType<typeof lockCoupon>>>

/** A coupon that nobody else changes or reserves until the transaction ends. */
export const lockCoupon = (db: Db, id: string) =>
  db.selectFrom('coupons').select(couponColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export const lockCouponByCode = (db: Db, code: string) =>
  db.selectFrom('coupons').select(couponColumns).where('code', '=', code).forNoKeyUpdate().executeTakeFirst()

export const findCouponByCode = (db: Db, code: string) =>
  db.selectFrom('coupons').select(couponColumns).where('code', '=', code).executeTakeFirst()

/** Undefined where the code is taken. */
export const insertCoupon = (db: Db, row: Insertable<DB['coupons']>) =>
  db
    .insertInto('coupons')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst()

export const updateCoupon = (db: Db, id: string, change: Updateable<DB['coupons']>) =>
  db.updateTable('coupons').set(change).where('id', '=', id).execute()

/** Stops those of these coupons that work; says which those were. */
export const stopCoupons = (db: Db, ids: readonly string[]) =>
  db
    .updateTable('coupons')
    .set({ isActive: false })
    .where('id', 'in', ids)
    .where('isActive', '=', true)
    .where('archivedAt', 'is', null)
    .returning(['id', 'code'])
    .execute()

/** Whether somebody is an affiliate, with an account that is not closed. */
export async function isAffiliate(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('role', '=', 'AFFILIATE_USER')
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

const redeemedWith = (db: Db, couponId: string) =>
  db.selectFrom('couponRedemptions').where('couponId', '=', couponId).where('status', '=', 'REDEEMED')

export type RedemptionRow = Awaited<ReturnType<typeof selectRedemptions>>[number]

/** A slice of the purchases that a coupon was redeemed with, the newest first. */
export const selectRedemptions = (db: Db, couponId: string, { limit, offset }: { limit: number; offset: number }) =>
  db
    // Cut to the page before payments are looked for: those of everything before it would be, too.
    .selectFrom(
      redeemedWith(db, couponId)
        .select(['id', 'userId', 'purchaseId', 'redeemedAt', 'purchase', 'discount', 'credits'])
        .orderBy('redeemedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .as('redemptions'),
    )
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'userId').on('users.closedAt', 'is', null))
    .select(['redemptions.id', 'redeemedAt', 'purchase', 'discount', 'credits', 'users.email as userEmail'])
    .select(({ selectFrom }) =>
      selectFrom('paymentTransactions')
        .select(({ fn }) => fn.max('refundedAt').as('refundedAt'))
        .where((eb) => eb.or([eb('quoteId', '=', eb.ref('purchaseId')), eb('checkoutId', '=', eb.ref('purchaseId'))]))
        .as('refundedAt'),
    )
    .$narrowType<{ redeemedAt: NotNull }>()
    .orderBy('redeemedAt', 'desc')
    .orderBy('redemptions.id', 'desc')
    .execute()

export async function countRedemptions(db: Db, couponId: string): Promise<number> {
  const { count } = await redeemedWith(db, couponId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
