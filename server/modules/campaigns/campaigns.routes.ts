import { adminCampaigns } from '@dooryard/contract/orders/admin-campaigns'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { campaignResults, enterpriseCampaignResults } from '@dooryard/contract/results/campaign-results'
import { adminScope, ownScope } from '../../platform/context.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { changeCampaign, createCampaign, getOwnedCampaign } from './campaigns.ts'
import { exportCampaigns, findAnyCampaign, listCampaigns } from './list-campaigns.ts'
import { addResult, changeResult, listResults, type ResultSources, removeResult } from './results/campaign-results.ts'

export const campaignRoutes = (sources: ResultSources): Route[] => [
  ...handlers(campaigns, {
    list: (ctx, { query }) => listCampaigns(ctx, ownScope(ctx), { ...query, sort: 'createdAt', order: 'desc' }),
    create: (ctx, { body }) => createCampaign(ctx, body),
    get: (ctx, { params }) => getOwnedCampaign(ctx, params.campaignId),
    change: (ctx, { params, body }) => changeCampaign(ctx, params.campaignId, body),
  }),
  ...handlers(campaignResults, {
    list: (ctx, { params, query }) => listResults({ ...ctx, ...sources }, params.campaignId, query),
    add: (ctx, { params, body }) => addResult({ ...ctx, ...sources }, params.campaignId, body),
    change: (ctx, { params, body }) => changeResult({ ...ctx, ...sources }, params, body),
    remove: (ctx, { params }) => removeResult(ctx, params),
  }),
  ...handlers(enterpriseCampaignResults, {
    add: (ctx, { params, body }) => addResult({ ...ctx, ...sources }, params.campaignId, body),
  }),
  ...handlers(adminCampaigns, {
    list: (ctx, { query }) => listCampaigns(ctx, adminScope(ctx), query),
    export: (ctx, { query }) => exportCampaigns(ctx, query),
    get: (ctx, { params }) => findAnyCampaign(ctx, params.id),
  }),
]
