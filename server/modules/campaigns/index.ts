// Campaigns: the named groups in which enterprise users place their orders.
// Tables: campaigns, campaign_results.
// Routes: /v1/enterprise-private/campaigns, without the orders in them; /v1/admin/campaigns for administrators;
// /v1/enterprise/campaigns for API keys.
// Start with campaigns.ts (create, change, check the owner), list-campaigns.ts and results/campaign-results.ts.

export {
  countActiveCampaigns,
  countActiveCampaignsByType,
  listOwnedCampaignIds,
  selectCampaignNames,
} from './campaigns.queries.ts'
export { campaignRoutes } from './campaigns.routes.ts'
export { findOrCreateCampaign, getOwnedCampaign, requireCampaign } from './campaigns.ts'
