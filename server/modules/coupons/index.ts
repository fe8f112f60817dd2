// Discount codes: what they grant, for whom and how often, and their reservation while a checkout is open.
// Tables: coupons, coupon_redemptions.
// Routes: /v1/coupons, for administrators; affiliates read their own.
// Start with reserve-coupon.ts (used by checkouts and plan changes), coupon-rules.ts and change-coupon.ts.

export { deactivateCoupons } from './coupons.queries.ts'
export { couponRoutes } from './coupons.routes.ts'
export { redeemCoupon, releaseCoupon } from './redemptions.queries.ts'
export { priceWithCoupon, reserveCoupon } from './reserve-coupon.ts'
