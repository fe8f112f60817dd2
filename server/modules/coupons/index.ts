export { couponRoutes } from './coupons.routes.ts'
export { priceWithCoupon, redeemCoupon, releaseCoupon, reserveCoupon } from './use-coupon.ts'
