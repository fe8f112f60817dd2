export { deactivateCoupons } from './coupons.queries.ts'
export { couponRoutes } from './coupons.routes.ts'
export { redeemCoupon, releaseCoupon } from './redemptions.queries.ts'
export { priceWithCoupon, reserveCoupon } from './reserve-coupon.ts'
