export { activeOfType, countActiveCampaigns, selectCampaignNames } from './campaigns.queries.ts'
export { campaignRoutes } from './campaigns.routes.ts'
export { campaignOfName, ownCampaign, requireCampaign } from './campaigns.ts'
