import type { Coupon, CouponChange, CouponDraft } from '@dooryard/contract/coupons'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { findChanges } from '../../platform/find-changes.ts'
import { newId } from '../../platform/ids.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import {
  type CouponRow,
  findCouponByCode,
  insertCoupon,
  isAffiliate,
  lockCoupon,
  updateCoupon,
} from './coupons.queries.ts'
import { type CouponContext, couponOf, presentCoupon } from './list-coupons.ts'

/** CONFLICT where the code is taken, by an archived coupon too: its redemptions go by that code. */
export const createCoupon = (ctx: CouponContext, draft: CouponDraft): Promise<Coupon> =>
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

/** Purchases that reserved it keep what they were promised. CONFLICT once archived, UNPROCESSABLE for bad dates. */
export const changeCoupon = (ctx: CouponContext, id: string, change: CouponChange): Promise<Coupon> =>
  inTransaction(ctx, async (inside) => {
    const { db } = inside
    const coupon = await lockUnarchived(db, id)
    const { startsAt, endsAt, ...rest } = change
    const wanted = {
      ...rest,
      ...(startsAt !== undefined && { startsAt: toDate(startsAt) }),
      ...(endsAt !== undefined && { endsAt: toDate(endsAt) }),
    }
    const changes = findChanges<CouponRow>(coupon, wanted)
    if (!changes) return presentCoupon(await couponOf(inside, id))
    const after = { ...coupon, ...wanted }
    if (after.startsAt && after.endsAt && after.startsAt >= after.endsAt)
      throw unfit(endsAt === undefined ? 'startsAt' : 'endsAt', 'The end must be after the start')
    // Whoever has closed their account since may keep the coupon.
    if ('affiliateUserId' in changes.after) await refuseStranger(db, after.affiliateUserId)
    await updateCoupon(db, id, wanted)
    await audit(inside, { action: 'coupon.changed', object: objectOf(coupon), ...changes })
    return presentCoupon(await couponOf(inside, id))
  })

/** CONFLICT once it is archived. */
export const activateCoupon = (ctx: CouponContext, id: string, isActive: boolean): Promise<Coupon> =>
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

/** Redemptions stay, and purchases that have reserved it keep what they were promised. */
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

const objectOf = ({ id }: { id: string }) => ({ type: 'coupon', id })

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** NOT_FOUND where there is none, CONFLICT where it is archived. */
async function lockUnarchived(db: Db, id: string): Promise<CouponRow> {
  const coupon = await lockAny(db, id)
  if (coupon.archivedAt) throw appError('CONFLICT', 'This coupon is archived: it cannot be changed or work again.')
  return coupon
}

async function lockAny(db: Db, id: string): Promise<CouponRow> {
  const coupon = await lockCoupon(db, id)
  if (!coupon) throw notFound('This coupon')
  return coupon
}

/** UNPROCESSABLE for whoever is no affiliate, or has closed their account. */
async function refuseStranger(db: Db, affiliateUserId: string | null): Promise<void> {
  if (affiliateUserId === null || (await isAffiliate(db, affiliateUserId))) return
  throw unfit('affiliateUserId', 'There is no such affiliate.')
}

const unfit = (path: string, message: string) => appError('UNPROCESSABLE', message, { issues: [{ path, message }] })
