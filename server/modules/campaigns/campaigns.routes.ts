import { campaigns } from '@dooryard/contract/campaigns'
import { handlers } from '../../platform/http/handlers.ts'
import { changeCampaign } from './change-campaign.ts'
import { createCampaign } from './create-campaign.ts'
import { listCampaigns } from './list-campaigns.ts'
import { ownCampaign } from './own-campaign.ts'

export const campaignRoutes = handlers(campaigns, {
  list: (ctx, { query }) => listCampaigns(ctx, query),
  create: (ctx, { body }) => createCampaign(ctx, body),
  get: (ctx, { params }) => ownCampaign(ctx, params.campaignId),
  change: (ctx, { params, body }) => changeCampaign(ctx, params.campaignId, body),
})
