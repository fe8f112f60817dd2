import type { Coupon, CouponDraft } from '@dooryard/contract/coupons'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { objectOf, refuseStranger, toDate } from './coupon-changes.ts'
import { findCouponByCode, insertCoupon } from './coupons.queries.ts'
import { couponOf } from './list-coupons.ts'
import { presentCoupon } from './present-coupon.ts'

/** Makes a coupon. CONFLICT where its code is taken, by an archived one too: its redemptions go by that code. */
export const createCoupon = (ctx: Context, draft: CouponDraft): Promise<Coupon> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    await refuseStranger(db, draft.affiliateUserId)
    const { startsAt, endsAt } = draft
    const dates = { startsAt: toDate(startsAt), endsAt: toDate(endsAt) }
    const made = await insertCoupon(db, { ...draft, ...dates, id: newId(), createdAt: clock.now() })
    if (!made) throw codeTaken(draft.code, Boolean((await findCouponByCode(db, draft.code))?.archivedAt))
    const { code, ...facts } = draft
    await audit(inside, { action: 'coupon.created', object: objectOf(made), after: { name: code, ...facts } })
    return presentCoupon(await couponOf(inside, made.id))
  })

function codeTaken(code: string, isArchived: boolean) {
  const message = isArchived
    ? `The code ${code} belongs to an archived coupon. Choose another one.`
    : `There is a coupon with the code ${code} already. Choose another one.`
  return appError('CONFLICT', message, { issues: [{ path: 'code', message }] })
}
