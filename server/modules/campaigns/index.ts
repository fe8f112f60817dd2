export { campaignRoutes } from './campaigns.routes.ts'
export { ownCampaign } from './own-campaign.ts'
