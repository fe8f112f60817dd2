import { adminAffiliates, commissions } from '@dooryard/contract/billing/affiliates'
import { handlers, type Route } from '../../../platform/http/handlers.ts'
import type { SelectCommissionPayments } from './commissions.queries.ts'
import {
  exportEntries,
  getAffiliate,
  getSummary,
  listAffiliates,
  listEntries,
  requireAffiliate,
} from './list-affiliates.ts'
import { recordPayout, reversePayout, setTerms } from './payouts.ts'

export const affiliateRoutes = (selectPayments: SelectCommissionPayments): Route[] => [
  ...handlers(commissions, {
    summary: (ctx) => getSummary({ ...ctx, selectPayments }),
    entries: (ctx, { query }) => listEntries({ ...ctx, selectPayments }, ctx.actor.userId, query),
    export: async (ctx) => exportEntries({ ...ctx, selectPayments }, ctx.actor.userId),
  }),
  ...handlers(adminAffiliates, {
    list: (ctx, { query }) => listAffiliates({ ...ctx, selectPayments }, query),
    get: (ctx, { params }) => getAffiliate({ ...ctx, selectPayments }, params.userId),
    entries: async (ctx, { params, query }) => {
      await requireAffiliate(ctx.db, params.userId)
      return listEntries({ ...ctx, selectPayments }, params.userId, query)
    },
    export: async (ctx, { params }) => {
      await requireAffiliate(ctx.db, params.userId)
      return exportEntries({ ...ctx, selectPayments }, params.userId)
    },
    setTerms: (ctx, { params, body }) => setTerms({ ...ctx, selectPayments }, params.userId, body),
    pay: (ctx, { params, body }) => recordPayout({ ...ctx, selectPayments }, params.userId, body),
    reversePayout: (ctx, { params, body }) => reversePayout({ ...ctx, selectPayments }, params, body.reason),
  }),
]
