export { campaignOfName } from './campaign-of-name.ts'
export { campaignRoutes } from './campaigns.routes.ts'
export { ownCampaign } from './own-campaign.ts'
