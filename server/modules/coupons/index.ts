// Discount codes: what they grant, for whom and how often, and their reservation while a checkout is open.
// Commissions of affiliates (affiliates/): what payments of their customers earn, and payouts.
// Tables: coupons, coupon_redemptions, commission_terms, commission_entries.
// Routes: /v1/coupons and /v1/admin/affiliates, for administrators; affiliates read their own (/v1/affiliate).
// Start with reserve-coupon.ts (used by checkouts and plan changes), coupon-rules.ts and change-coupon.ts.

export { affiliateRoutes } from './affiliates/affiliates.routes.ts'
export { openDemoAffiliate, payDemoAffiliate } from './affiliates/demo-affiliate.ts'
export { recordCommissions } from './affiliates/record-commissions.ts'
export { couponSchedule } from './coupons.jobs.ts'
export { deactivateCoupons } from './coupons.queries.ts'
export { couponRoutes } from './coupons.routes.ts'
export { redeemCoupon, releaseCoupon } from './redemptions.queries.ts'
export { priceWithCoupon, reserveCoupon } from './reserve-coupon.ts'
