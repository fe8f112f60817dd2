import { adminOffers } from '@dooryard/contract/plans'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { changePackOffer, changePlanOffer, createPack, createPlan, listPacks, listPlans } from './manage-offers.ts'

export const offerRoutes = (): Route[] =>
  handlers(adminOffers, {
    listPlans: ({ db }) => listPlans(db),
    createPlan: (ctx, { body }) => createPlan(ctx, body),
    changePlan: (ctx, { params, body }) => changePlanOffer(ctx, params.id, body),
    listPacks: ({ db }) => listPacks(db),
    createPack: (ctx, { body }) => createPack(ctx, body),
    changePack: (ctx, { params, body }) => changePackOffer(ctx, params.id, body),
  })
