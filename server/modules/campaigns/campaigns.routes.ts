import { adminCampaigns } from '@dooryard/contract/admin-campaigns'
import { campaigns } from '@dooryard/contract/campaigns'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { changeCampaign } from './change-campaign.ts'
import { createCampaign } from './create-campaign.ts'
import { anyCampaign, everybodysCampaigns } from './everybodys-campaigns.ts'
import { exportCampaigns } from './export-campaigns.ts'
import { listCampaigns } from './list-campaigns.ts'
import { ownCampaign } from './own-campaign.ts'

/** The routes of campaigns: one's own, and for administrators everybody's. */
export const campaignRoutes: Route[] = [
  ...handlers(campaigns, {
    list: (ctx, { query }) => listCampaigns(ctx, query),
    create: (ctx, { body }) => createCampaign(ctx, body),
    get: (ctx, { params }) => ownCampaign(ctx, params.campaignId),
    change: (ctx, { params, body }) => changeCampaign(ctx, params.campaignId, body),
  }),
  ...handlers(adminCampaigns, {
    list: (ctx, { query }) => everybodysCampaigns(ctx, query),
    export: (ctx, { query }) => exportCampaigns(ctx, query),
    get: (ctx, { params }) => anyCampaign(ctx, params.id),
  }),
]
