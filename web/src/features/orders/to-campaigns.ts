/** The way on from a campaign or an order that is not there. */
export const toCampaigns = { to: '/portal/campaigns', label: 'Back to Campaigns' } as const
