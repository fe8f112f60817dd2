import type { Coupon, CouponQuery, CouponRedemption } from '@dooryard/contract/coupons'
import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import type { Actor, Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import {
  countCoupons,
  countRedemptions,
  findCoupon,
  type ListedCoupon,
  selectCoupons,
  selectRedemptions,
} from './coupons.queries.ts'
import { presentCoupon, presentRedemption } from './present-coupon.ts'

const isAdmin = ({ role }: Actor) => role === 'SUPER_ADMIN'

/** Whose coupons somebody sees: an administrator everybody's, anyone else those that are assigned to them. */
const seenBy = (actor: Actor) => (isAdmin(actor) ? undefined : actor.userId)

/** A page of the coupons, the newest first; for an affiliate, of their own. */
export async function listCoupons({ db, clock, actor }: Context, query: CouponQuery): Promise<PageOf<Coupon>> {
  const filter = { search: query.search, state: query.state, affiliateUserId: seenBy(actor) }
  const slice = { ...sliceOf(query), now: clock.now() }
  const [rows, count] = await Promise.all([selectCoupons(db, filter, slice), countCoupons(db, filter)])
  return toPage(rows.map(presentCoupon), count, query)
}

/** One coupon; NOT_FOUND for an affiliate whose it is not. */
export const showCoupon = async (ctx: Context, id: string): Promise<Coupon> =>
  presentCoupon(await couponOf(ctx, id, seenBy(ctx.actor)))

/** A page of the purchases that a coupon was redeemed with, the newest first. */
export async function listRedemptions(ctx: Context, id: string, query: PageQuery): Promise<PageOf<CouponRedemption>> {
  const { db, actor } = ctx
  await couponOf(ctx, id, seenBy(actor))
  const [rows, count] = await Promise.all([selectRedemptions(db, id, sliceOf(query)), countRedemptions(db, id)])
  return toPage(
    rows.map((row) => presentRedemption(row, isAdmin(actor))),
    count,
    query,
  )
}

/** A coupon with its uses, of an affiliate where one is named; NOT_FOUND where there is none. */
export async function couponOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: string,
  affiliateUserId?: string,
): Promise<ListedCoupon> {
  const coupon = await findCoupon(db, id, { now: clock.now(), affiliateUserId })
  if (!coupon) throw notFound('This coupon')
  return coupon
}
