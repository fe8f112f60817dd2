import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import {
  type Coupon,
  CouponKind,
  type CouponQuery,
  type CouponRedemption,
  CouponTarget,
} from '@dooryard/contract/billing/coupons'
import type { Actor, Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import type { CouponTerms } from './coupon-rules.ts'
import {
  type CouponRow,
  countCoupons,
  countRedemptions,
  findCoupon,
  type ListedCoupon,
  type RedemptionRow,
  type SelectPayments,
  selectCoupons,
  selectRedemptions,
} from './coupons.queries.ts'

export type CouponContext = Context & { selectPayments: SelectPayments }

const isAdmin = ({ role }: Actor) => role === 'SUPER_ADMIN'

const getAffiliateFilter = (actor: Actor) => (isAdmin(actor) ? undefined : actor.userId)

export async function listCoupons(
  { db, clock, actor, selectPayments }: CouponContext,
  query: CouponQuery,
): Promise<PageResult<Coupon>> {
  const filter = {
    search: query.search,
    state: query.state,
    affiliateUserId: getAffiliateFilter(actor) ?? query.affiliateUserId,
  }
  const slice = { ...toSlice(query), now: clock.now(), selectPayments }
  const [rows, count] = await Promise.all([selectCoupons(db, filter, slice), countCoupons(db, filter)])
  return toPage(rows.map(presentCoupon), count, query)
}

export const getCoupon = async (ctx: CouponContext, id: string): Promise<Coupon> =>
  presentCoupon(await requireCoupon(ctx, id, getAffiliateFilter(ctx.actor)))

export async function listRedemptions(
  ctx: CouponContext,
  id: string,
  query: PageQuery,
): Promise<PageResult<CouponRedemption>> {
  const { db, actor, selectPayments } = ctx
  await requireCoupon(ctx, id, getAffiliateFilter(actor))
  const [rows, count] = await Promise.all([
    selectRedemptions(db, id, { ...toSlice(query), selectPayments }),
    countRedemptions(db, id),
  ])
  return toPage(
    rows.map((row) => presentRedemption(row, isAdmin(actor))),
    count,
    query,
  )
}

/** NOT_FOUND for an unknown coupon or one of another affiliate. */
export async function requireCoupon(
  { db, clock, selectPayments }: Pick<CouponContext, 'db' | 'clock' | 'selectPayments'>,
  id: string,
  affiliateUserId?: string,
): Promise<ListedCoupon> {
  const coupon = await findCoupon(db, id, { now: clock.now(), affiliateUserId, selectPayments })
  if (!coupon) throw notFound('This coupon')
  return coupon
}

export const toCouponTerms = (row: CouponRow): CouponTerms => ({
  ...row,
  kind: CouponKind.parse(row.kind),
  appliesTo: CouponTarget.parse(row.appliesTo),
})

export function presentCoupon(row: ListedCoupon): Coupon {
  const { startsAt, endsAt, maxRedemptions, affiliateUserId, affiliateEmail, archivedAt } = row
  const { kind, appliesTo } = toCouponTerms(row)
  return {
    ...{ id: row.id, code: row.code, kind, value: row.value, appliesTo },
    ...(startsAt && { startsAt: startsAt.toISOString() }),
    ...(endsAt && { endsAt: endsAt.toISOString() }),
    ...(maxRedemptions !== null && { maxRedemptions }),
    perUserLimit: row.perUserLimit,
    redemptions: row.redemptions ?? 0,
    reserved: row.reserved ?? 0,
    refunded: row.refunded ?? 0,
    isActive: row.isActive && !archivedAt,
    ...(affiliateUserId !== null && { affiliateUserId }),
    ...(affiliateEmail !== null && { affiliateEmail }),
    ...(archivedAt && { archivedAt: archivedAt.toISOString() }),
    createdAt: row.createdAt.toISOString(),
  }
}

/** Only administrators see who redeemed it; an affiliate sees that it was redeemed. */
export function presentRedemption(row: RedemptionRow, withEmail: boolean): CouponRedemption {
  const { id, redeemedAt, discount, credits, refundedAt, userEmail } = row
  return {
    id,
    redeemedAt: redeemedAt.toISOString(),
    purchase: row.purchase === 'PACK' ? 'PACK' : 'SUBSCRIPTION',
    discount,
    credits,
    ...(refundedAt && { refundedAt: refundedAt.toISOString() }),
    ...(withEmail && userEmail !== null && { userEmail }),
  }
}
