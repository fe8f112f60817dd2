export const toCampaigns = { to: '/portal/campaigns', label: 'Back to Campaigns' } as const
export const toOwnOrders = { to: '/portal', label: 'Back to your orders' } as const
export const toAdminCampaigns = { to: '/portal/enterprise-campaigns', label: 'Back to Enterprise campaigns' } as const
export const toAdminOrders = { to: '/portal/orders', label: 'Back to Orders' } as const
