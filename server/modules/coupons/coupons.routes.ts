import { coupons } from '@dooryard/contract/coupons'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { activateCoupon, archiveCoupon, changeCoupon, createCoupon } from './change-coupon.ts'
import type { SelectPayments } from './coupons.queries.ts'
import { listCoupons, listRedemptions, showCoupon } from './list-coupons.ts'

export const couponRoutes = (selectPayments: SelectPayments): Route[] =>
  handlers(coupons, {
    list: (ctx, { query }) => listCoupons({ ...ctx, selectPayments }, query),
    create: (ctx, { body }) => createCoupon({ ...ctx, selectPayments }, body),
    get: (ctx, { params }) => showCoupon({ ...ctx, selectPayments }, params.id),
    change: (ctx, { params, body }) => changeCoupon({ ...ctx, selectPayments }, params.id, body),
    archive: (ctx, { params }) => archiveCoupon(ctx, params.id),
    activate: (ctx, { params, body }) => activateCoupon({ ...ctx, selectPayments }, params.id, body.isActive),
    redemptions: (ctx, { params, query }) => listRedemptions({ ...ctx, selectPayments }, params.id, query),
  })
