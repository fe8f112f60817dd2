import type { Insertable } from 'kysely'
import type { DB, Db } from '../../platform/postgres/database.ts'
import type { TotalCouponUses, UserCouponUses } from './coupon-rules.ts'

/** `excludedPurchaseIds`: the purchase being priced and the purchases it replaces. */
type CouponUsesQuery = { userId: string; now: Date; excludedPurchaseIds: readonly string[] }

export const countUserCouponUses = (
  db: Db,
  couponId: string,
  { userId, now, excludedPurchaseIds }: CouponUsesQuery,
): Promise<UserCouponUses> =>
  db
    .selectFrom('couponRedemptions')
    .select(({ fn, eb, and }) => [
      fn.countAll<number>().filterWhere('status', '=', 'REDEEMED').as('ownRedeemed'),
      fn
        .countAll<number>()
        .filterWhere(and([eb('status', '=', 'RESERVED'), eb('reservedUntil', '>', now)]))
        .as('ownReserved'),
    ])
    .where('userId', '=', userId)
    .where('couponId', '=', couponId)
    .$if(excludedPurchaseIds.length > 0, (query) => query.where('purchaseId', 'not in', excludedPurchaseIds))
    .executeTakeFirstOrThrow()

/** The count and the few since, in one statement, which sees a reservation being redeemed as one or the other. */
export async function countTotalCouponUses(
  db: Db,
  couponId: string,
  { now, excludedPurchaseIds }: CouponUsesQuery,
): Promise<TotalCouponUses> {
  const uses = db
    .selectFrom('couponRedemptions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('couponId', '=', couponId)
  const others = uses.$if(excludedPurchaseIds.length > 0, (query) =>
    query.where('purchaseId', 'not in', excludedPurchaseIds),
  )
  const redeemed = uses.where('status', '=', 'REDEEMED')
  const {
    redemptionCount,
    own: excluded,
    since,
    reserved,
  } = await db
    .selectFrom('coupons')
    .select('redemptionCount')
    .select(({ lit }) => [
      others.where('status', '=', 'REDEEMED').where('isCounted', '=', false).as('since'),
      others.where('status', '=', 'RESERVED').where('reservedUntil', '>', now).as('reserved'),
      excludedPurchaseIds.length > 0
        ? redeemed.where('isCounted', '=', true).where('purchaseId', 'in', excludedPurchaseIds).as('own')
        : lit(0).as('own'),
    ])
    .where('id', '=', couponId)
    .executeTakeFirstOrThrow()
  return { redeemed: redemptionCount - (excluded ?? 0) + (since ?? 0), reserved: reserved ?? 0 }
}

/** Requires the caller to hold the lock of the coupon. */
export const addToRedemptionTotals = (db: Db, couponId: string) =>
  db
    .with('added', (qb) =>
      qb
        .updateTable('couponRedemptions')
        .set({ isCounted: true })
        .where('couponId', '=', couponId)
        .where('status', '=', 'REDEEMED')
        .where('isCounted', '=', false)
        .returning('id'),
    )
    .updateTable('coupons')
    .set(({ selectFrom, eb }) => ({
      redemptionCount: eb(
        'redemptionCount',
        '+',
        selectFrom('added').select(({ fn }) => fn.countAll<number>().as('count')),
      ),
    }))
    .where('id', '=', couponId)
    .where(({ exists, selectFrom }) => exists(selectFrom('added').select('id')))
    .execute()

/** A redeemed row stays unchanged. */
export const upsertReservation = (db: Db, row: Insertable<DB['couponRedemptions']>) =>
  db
    .insertInto('couponRedemptions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('purchaseId')
        .doUpdateSet((eb) => ({
          couponId: eb.ref('excluded.couponId'),
          affiliateUserId: eb.ref('excluded.affiliateUserId'),
          status: eb.ref('excluded.status'),
          discount: eb.ref('excluded.discount'),
          credits: eb.ref('excluded.credits'),
          reservedUntil: eb.ref('excluded.reservedUntil'),
        }))
        .where('couponRedemptions.status', '!=', 'REDEEMED'),
    )
    .execute()

/** Idempotent. Also redeems an expired reservation: the payment was made at that price. */
export const redeemCoupon = (db: Db, purchaseId: string, at: Date) =>
  db
    .updateTable('couponRedemptions')
    .set({ status: 'REDEEMED', redeemedAt: at })
    .where('purchaseId', '=', purchaseId)
    .where('status', '!=', 'REDEEMED')
    .execute()

/** A redeemed row stays unchanged. */
export const releaseCoupon = (db: Db, purchaseId: string) =>
  db
    .updateTable('couponRedemptions')
    .set({ status: 'RELEASED' })
    .where('purchaseId', '=', purchaseId)
    .where('status', '=', 'RESERVED')
    .execute()
