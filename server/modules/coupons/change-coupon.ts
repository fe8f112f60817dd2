import type { Coupon, CouponChange } from '@dooryard/contract/coupons'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { lockAny, lockUnarchived, objectOf, refuseStranger, toDate, unfit } from './coupon-changes.ts'
import { type CouponRow, updateCoupon } from './coupons.queries.ts'
import { couponOf } from './list-coupons.ts'
import { presentCoupon } from './present-coupon.ts'

/**
 * Changes when, how often and for whom a coupon works. Purchases that have reserved it keep what they were promised.
 * CONFLICT once it is archived, UNPROCESSABLE where it would end before it starts, or would be of nobody's who may have one.
 */
export const changeCoupon = (ctx: Context, id: string, change: CouponChange): Promise<Coupon> =>
  inTransaction(ctx, async (inside) => {
    const { db } = inside
    const coupon = await lockUnarchived(db, id)
    const { startsAt, endsAt, ...rest } = change
    const wanted = {
      ...rest,
      ...(startsAt !== undefined && { startsAt: toDate(startsAt) }),
      ...(endsAt !== undefined && { endsAt: toDate(endsAt) }),
    }
    // The entries of an object are typed by name alone; the contract knows no other names.
    const names = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((name) => !same(wanted[name], coupon[name]))
    if (names.length === 0) return presentCoupon(await couponOf(inside, id))
    const after = { ...coupon, ...wanted }
    if (after.startsAt && after.endsAt && after.startsAt >= after.endsAt)
      throw unfit(endsAt === undefined ? 'startsAt' : 'endsAt', 'The end must be after the start')
    // Whoever has closed their account since may keep the coupon.
    if (names.includes('affiliateUserId')) await refuseStranger(db, after.affiliateUserId)
    await updateCoupon(db, id, wanted)
    const facts = (of: CouponRow) => Object.fromEntries(names.map((name) => [name, of[name]]))
    const [was, is] = [facts(coupon), facts(after)]
    await audit(inside, { action: 'coupon.changed', object: objectOf(coupon), before: was, after: is })
    return presentCoupon(await couponOf(inside, id))
  })

const same = (a: unknown, b: unknown) => (a instanceof Date && b instanceof Date ? +a === +b : a === b)

/** Lets a coupon work again, or stops it. CONFLICT once it is archived. */
export const activateCoupon = (ctx: Context, id: string, isActive: boolean): Promise<Coupon> =>
  inTransaction(ctx, async (inside) => {
    const { db } = inside
    const coupon = await lockUnarchived(db, id)
    if (coupon.isActive !== isActive) {
      await updateCoupon(db, id, { isActive })
      const action = isActive ? 'coupon.activated' : 'coupon.deactivated'
      await audit(inside, {
        action,
        object: objectOf(coupon),
        before: { isActive: !isActive },
        after: { name: coupon.code, isActive },
      })
    }
    return presentCoupon(await couponOf(inside, id))
  })

/** Stops a coupon for good. Its redemptions stay, and purchases that have reserved it keep what they were promised. */
export const archiveCoupon = (ctx: Context, id: string): Promise<undefined> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const coupon = await lockAny(db, id)
    if (coupon.archivedAt) return undefined
    await updateCoupon(db, id, { archivedAt: clock.now() })
    const [before, after] = [{ isArchived: false }, { name: coupon.code, isArchived: true }]
    await audit(inside, { action: 'coupon.archived', object: objectOf(coupon), before, after })
    return undefined
  })
