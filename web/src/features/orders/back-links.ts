export const campaignsBackLink = { to: '/portal/campaigns', label: 'Back to Campaigns' } as const
export const ownOrdersBackLink = { to: '/portal', label: 'Back to your orders' } as const
export const adminCampaignsBackLink = {
  to: '/portal/enterprise-campaigns',
  label: 'Back to Enterprise campaigns',
} as const
export const adminOrdersBackLink = { to: '/portal/orders', label: 'Back to Orders' } as const
