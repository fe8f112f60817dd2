import { CouponDraft } from '@dooryard/contract/billing/coupons'
import { createCoupon } from '../change-coupon.ts'
import { findCouponByCode } from '../coupons.queries.ts'
import type { CouponContext } from '../list-coupons.ts'
import { hasPayout } from './commissions.queries.ts'
import { type AffiliateContext, getTotals } from './list-affiliates.ts'
import { recordPayout, setTerms } from './payouts.ts'
import { recordCommissions } from './record-commissions.ts'

type DemoAffiliate = { affiliateUserId: string; couponCode: string }

/** Gives the affiliate of a demo a commission and a coupon, at the time of `ctx`, once. `ctx` is an administrator's. */
export async function openDemoAffiliate(
  ctx: AffiliateContext & CouponContext,
  { affiliateUserId, couponCode }: DemoAffiliate,
): Promise<void> {
  if (await findCouponByCode(ctx.db, couponCode)) return
  await setTerms(ctx, affiliateUserId, { percent: 20, months: 12 })
  await createCoupon(
    ctx,
    CouponDraft.parse({
      ...{ code: couponCode, kind: 'PERCENT', value: 20, appliesTo: 'ANY', perUserLimit: 1 },
      affiliateUserId,
    }),
  )
}

/** Records the first payout of the affiliate of a demo: what is payable at the time of `ctx`. A reversed one stays so. */
export async function payDemoAffiliate(ctx: AffiliateContext, affiliateUserId: string): Promise<void> {
  if (await hasPayout(ctx.db, affiliateUserId)) return
  await recordCommissions(ctx)
  const now = ctx.clock.now()
  const payable = (await getTotals(ctx.db, [affiliateUserId], now)).get(affiliateUserId)?.payable ?? 0
  if (payable <= 0) return
  const paidOn = now.toISOString().slice(0, 10)
  await recordPayout(ctx, affiliateUserId, { amount: payable, paidOn, reference: 'ACH transfer 20418' })
}
