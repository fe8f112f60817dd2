import { coupons } from '@dooryard/contract/billing/coupons'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { archiveCoupon, changeCoupon, createCoupon, setCouponActive } from './change-coupon.ts'
import type { SelectPayments } from './coupons.queries.ts'
import { getCoupon, listCoupons, listRedemptions } from './list-coupons.ts'

export const couponRoutes = (selectPayments: SelectPayments): Route[] =>
  handlers(coupons, {
    list: (ctx, { query }) => listCoupons({ ...ctx, selectPayments }, query),
    create: (ctx, { body }) => createCoupon({ ...ctx, selectPayments }, body),
    get: (ctx, { params }) => getCoupon({ ...ctx, selectPayments }, params.id),
    change: (ctx, { params, body }) => changeCoupon({ ...ctx, selectPayments }, params.id, body),
    archive: (ctx, { params }) => archiveCoupon(ctx, params.id),
    activate: (ctx, { params, body }) => setCouponActive({ ...ctx, selectPayments }, params.id, body.isActive),
    redemptions: (ctx, { params, query }) => listRedemptions({ ...ctx, selectPayments }, params.id, query),
  })
