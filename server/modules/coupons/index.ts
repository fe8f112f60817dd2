export { stopCoupons } from './coupons.queries.ts'
export { couponRoutes } from './coupons.routes.ts'
export { priceWithCoupon, redeemCoupon, releaseCoupon, reserveCoupon } from './use-coupon.ts'
