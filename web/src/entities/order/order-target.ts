/** Where the screen of an order is, for those who order alone or in campaigns. */
export const toOrderTarget = ({ orderId, campaignId }: { orderId: string; campaignId?: string | undefined }) =>
  campaignId
    ? ({ to: '/portal/campaigns/$campaignId/orders/$orderId', params: { campaignId, orderId } } as const)
    : ({ to: '/portal/orders/$orderId', params: { orderId } } as const)
