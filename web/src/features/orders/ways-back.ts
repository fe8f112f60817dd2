/** The way on from a campaign or an order that is not there. */
export const toCampaigns = { to: '/portal/campaigns', label: 'Back to Campaigns' } as const

/** The same from an order that belongs to no campaign. */
export const toOwnOrders = { to: '/portal', label: 'Back to your orders' } as const
