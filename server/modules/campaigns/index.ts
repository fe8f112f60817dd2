export { countActiveCampaigns, countActiveCampaignsByType, selectCampaignNames } from './campaigns.queries.ts'
export { campaignRoutes } from './campaigns.routes.ts'
export { findOrCreateCampaign, getOwnedCampaign, requireCampaign } from './campaigns.ts'
