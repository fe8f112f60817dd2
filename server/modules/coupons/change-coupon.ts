import type { Coupon, CouponChange, CouponDraft } from '@dooryard/contract/billing/coupons'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors/app-error.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { findChanges } from '../../platform/util/find-changes.ts'
import { newId } from '../../platform/util/ids.ts'
import {
  type CouponRow,
  findCouponByCode,
  insertCoupon,
  isAffiliate,
  lockCoupon,
  updateCoupon,
} from './coupons.queries.ts'
import { type CouponContext, presentCoupon, requireCoupon } from './list-coupons.ts'

/** CONFLICT if the code is taken, by an archived coupon too: its redemptions refer to that code. */
export const createCoupon = (ctx: CouponContext, draft: CouponDraft): Promise<Coupon> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock } = tx
    await requireAffiliate(db, draft.affiliateUserId)
    const { startsAt, endsAt } = draft
    const dates = { startsAt: toDate(startsAt), endsAt: toDate(endsAt) }
    const created = await insertCoupon(db, { ...draft, ...dates, id: newId(), createdAt: clock.now() })
    if (!created) throw codeTakenError(draft.code, Boolean((await findCouponByCode(db, draft.code))?.archivedAt))
    const { code, ...facts } = draft
    await audit(tx, { action: 'coupon.created', object: toAuditObject(created), after: { name: code, ...facts } })
    return presentCoupon(await requireCoupon(tx, created.id))
  })

function codeTakenError(code: string, isArchived: boolean) {
  const message = isArchived
    ? `The code ${code} belongs to an archived coupon. Choose another one.`
    : `There is a coupon with the code ${code} already. Choose another one.`
  return appError('CONFLICT', message, { issues: [{ path: 'code', message }] })
}

/** Purchases with a reservation keep their terms. CONFLICT for an archived coupon, UNPROCESSABLE for invalid dates. */
export const changeCoupon = (ctx: CouponContext, id: string, change: CouponChange): Promise<Coupon> =>
  inTransaction(ctx, async (tx) => {
    const { db } = tx
    const coupon = await lockUnarchivedCoupon(db, id)
    const { startsAt, endsAt, ...rest } = change
    const columnChanges = {
      ...rest,
      ...(startsAt !== undefined && { startsAt: toDate(startsAt) }),
      ...(endsAt !== undefined && { endsAt: toDate(endsAt) }),
    }
    const changes = findChanges<CouponRow>(coupon, columnChanges)
    if (!changes) return presentCoupon(await requireCoupon(tx, id))
    const after = { ...coupon, ...columnChanges }
    if (after.startsAt && after.endsAt && after.startsAt >= after.endsAt)
      throw fieldError(endsAt === undefined ? 'startsAt' : 'endsAt', 'The end must be after the start')
    // An affiliate that closed the account afterwards may stay assigned.
    if ('affiliateUserId' in changes.after) await requireAffiliate(db, after.affiliateUserId)
    await updateCoupon(db, id, columnChanges)
    await audit(tx, { action: 'coupon.changed', object: toAuditObject(coupon), ...changes })
    return presentCoupon(await requireCoupon(tx, id))
  })

/** CONFLICT for an archived coupon. */
export const setCouponActive = (ctx: CouponContext, id: string, isActive: boolean): Promise<Coupon> =>
  inTransaction(ctx, async (tx) => {
    const { db } = tx
    const coupon = await lockUnarchivedCoupon(db, id)
    if (coupon.isActive !== isActive) {
      await updateCoupon(db, id, { isActive })
      const action = isActive ? 'coupon.activated' : 'coupon.deactivated'
      await audit(tx, {
        action,
        object: toAuditObject(coupon),
        before: { isActive: !isActive },
        after: { name: coupon.code, isActive },
      })
    }
    return presentCoupon(await requireCoupon(tx, id))
  })

/** Redemptions remain, and purchases with a reservation keep their terms. */
export const archiveCoupon = (ctx: Context, id: string): Promise<undefined> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock } = tx
    const coupon = await requireLockedCoupon(db, id)
    if (coupon.archivedAt) return undefined
    await updateCoupon(db, id, { archivedAt: clock.now() })
    const [before, after] = [{ isArchived: false }, { name: coupon.code, isArchived: true }]
    await audit(tx, { action: 'coupon.archived', object: toAuditObject(coupon), before, after })
    return undefined
  })

const toAuditObject = ({ id }: { id: string }) => ({ type: 'coupon', id })

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** NOT_FOUND for an unknown coupon, CONFLICT for an archived one. */
async function lockUnarchivedCoupon(db: Db, id: string): Promise<CouponRow> {
  const coupon = await requireLockedCoupon(db, id)
  if (coupon.archivedAt) throw appError('CONFLICT', 'This coupon is archived: it cannot be changed or work again.')
  return coupon
}

async function requireLockedCoupon(db: Db, id: string): Promise<CouponRow> {
  const coupon = await lockCoupon(db, id)
  if (!coupon) throw notFound('This coupon')
  return coupon
}

/** UNPROCESSABLE if the user is not an affiliate or has closed the account. */
async function requireAffiliate(db: Db, affiliateUserId: string | null): Promise<void> {
  if (affiliateUserId === null || (await isAffiliate(db, affiliateUserId))) return
  throw fieldError('affiliateUserId', 'There is no such affiliate.')
}

const fieldError = (path: string, message: string) =>
  appError('UNPROCESSABLE', message, { issues: [{ path, message }] })
