import { coupons } from '@dooryard/contract/coupons'
import { handlers } from '../../platform/http/handlers.ts'
import { activateCoupon, archiveCoupon, changeCoupon } from './change-coupon.ts'
import { createCoupon } from './create-coupon.ts'
import { listCoupons, listRedemptions, showCoupon } from './list-coupons.ts'

export const couponRoutes = handlers(coupons, {
  list: (ctx, { query }) => listCoupons(ctx, query),
  create: (ctx, { body }) => createCoupon(ctx, body),
  get: (ctx, { params }) => showCoupon(ctx, params.id),
  change: (ctx, { params, body }) => changeCoupon(ctx, params.id, body),
  archive: (ctx, { params }) => archiveCoupon(ctx, params.id),
  activate: (ctx, { params, body }) => activateCoupon(ctx, params.id, body.isActive),
  redemptions: (ctx, { params, query }) => listRedemptions(ctx, params.id, query),
})
