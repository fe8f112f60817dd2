export { stopCoupons } from './coupons.queries.ts'
export { couponRoutes } from './coupons.routes.ts'
export { redeemCoupon, releaseCoupon } from './redemptions.queries.ts'
export { priceWithCoupon, reserveCoupon } from './use-coupon.ts'
