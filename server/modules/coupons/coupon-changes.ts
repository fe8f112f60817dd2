import { appError, notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type CouponRow, isAffiliate, lockCoupon } from './coupons.queries.ts'

/** What an audit entry about a coupon is about. */
export const objectOf = ({ id }: { id: string }) => ({ type: 'coupon', id })

export const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** A coupon that nobody else changes meanwhile. NOT_FOUND where there is none, CONFLICT where it is archived. */
export async function lockUnarchived(db: Db, id: string): Promise<CouponRow> {
  const coupon = await lockAny(db, id)
  if (coupon.archivedAt) throw appError('CONFLICT', 'This coupon is archived: it cannot be changed or work again.')
  return coupon
}

/** The same, archived or not. */
export async function lockAny(db: Db, id: string): Promise<CouponRow> {
  const coupon = await lockCoupon(db, id)
  if (!coupon) throw notFound('This coupon')
  return coupon
}

/** UNPROCESSABLE for whoever is no affiliate, or has closed their account. */
export async function refuseStranger(db: Db, affiliateUserId: string | null): Promise<void> {
  if (affiliateUserId === null || (await isAffiliate(db, affiliateUserId))) return
  throw unfit('affiliateUserId', 'There is no such affiliate.')
}

export const unfit = (path: string, message: string) =>
  appError('UNPROCESSABLE', message, { issues: [{ path, message }] })
