import type { Insertable } from 'kysely'
import type { DB, Db } from '../../platform/postgres/database.ts'
import type { AllUses, OwnUses } from './coupon-rules.ts'

/** `without`: the purchase that is asked for, and those that it replaces. */
type Asker = { userId: string; now: Date; without: readonly string[] }

export const countOwnUses = (db: Db, couponId: string, { userId, now, without }: Asker): Promise<OwnUses> =>
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
    .$if(without.length > 0, (query) => query.where('purchaseId', 'not in', without))
    .executeTakeFirstOrThrow()

/** The count and the few since, in one statement, which sees a reservation being redeemed as one or the other. */
export async function countAllUses(db: Db, couponId: string, { now, without }: Asker): Promise<AllUses> {
  const uses = db
    .selectFrom('couponRedemptions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('couponId', '=', couponId)
  const others = uses.$if(without.length > 0, (query) => query.where('purchaseId', 'not in', without))
  const redeemed = uses.where('status', '=', 'REDEEMED')
  const { redemptionCount, own, since, reserved } = await db
    .selectFrom('coupons')
    .select('redemptionCount')
    .select(({ lit }) => [
      others.where('status', '=', 'REDEEMED').where('isCounted', '=', false).as('since'),
      others.where('status', '=', 'RESERVED').where('reservedUntil', '>', now).as('reserved'),
      without.length > 0
        ? redeemed.where('isCounted', '=', true).where('purchaseId', 'in', without).as('own')
        : lit(0).as('own'),
    ])
    .where('id', '=', couponId)
    .executeTakeFirstOrThrow()
  return { redeemed: redemptionCount - (own ?? 0) + (since ?? 0), reserved: reserved ?? 0 }
}

/** The caller has locked the coupon. */
export const addToTally = (db: Db, couponId: string) =>
  db
    .with('added', (inside) =>
      inside
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

/** What is redeemed stays as it is. */
export const upsertReservation = (db: Db, row: Insertable<DB['couponRedemptions']>) =>
  db
    .insertInto('couponRedemptions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('purchaseId')
        .doUpdateSet((eb) => ({
          couponId: eb.ref('excluded.couponId'),
          status: eb.ref('excluded.status'),
          discount: eb.ref('excluded.discount'),
          credits: eb.ref('excluded.credits'),
          reservedUntil: eb.ref('excluded.reservedUntil'),
        }))
        .where('couponRedemptions.status', '!=', 'REDEEMED'),
    )
    .execute()

/** Once, however often it is told. Also where the reservation has run out: the money was taken at that price. */
export const redeemCoupon = (db: Db, purchaseId: string, at: Date) =>
  db
    .updateTable('couponRedemptions')
    .set({ status: 'REDEEMED', redeemedAt: at })
    .where('purchaseId', '=', purchaseId)
    .where('status', '!=', 'REDEEMED')
    .execute()

/** What is redeemed stays so. */
export const releaseCoupon = (db: Db, purchaseId: string) =>
  db
    .updateTable('couponRedemptions')
    .set({ status: 'RELEASED' })
    .where('purchaseId', '=', purchaseId)
    .where('status', '=', 'RESERVED')
    .execute()
