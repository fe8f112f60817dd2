import { account } from '@dooryard/contract/account'
import { type Campaign, campaigns, type NewCampaign } from '@dooryard/contract/campaigns'
import { creditSettings } from '@dooryard/contract/credits'
import type { NewOrder } from '@dooryard/contract/new-order'
import type { Order } from '@dooryard/contract/order'
import { orderQuotes } from '@dooryard/contract/order-quote'
import { orders } from '@dooryard/contract/orders'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { draftKey } from '../../../lib/drafts.ts'
import { ApiError } from '../../../lib/errors.ts'
import { useOnceOnly } from '../../../lib/once-only.ts'
import { useRefresh } from '../../../lib/use-call.ts'

type Launch = {
  /** Of the campaign, where it is there already. */
  campaignId: string | undefined
  campaign: NewCampaign
  order?: NewOrder
}
type Launched = { campaign: Campaign; order?: Order }

/** Tells of the campaign as soon as it is there, and of a known one that is not. */
type Hears = { onCampaign: (campaignId: string | undefined) => void }

/**
 * Creates a campaign and, where it has one, places its first order. Each is asked for under a key that the browser keeps
 * until it is known to be done, so neither a lost answer nor a reload makes two.
 */
export function useLaunch(userId: string, { onCampaign }: Hears) {
  const onceCampaign = useOnceOnly(draftKey('campaign', userId, 'campaign-key'))
  const onceOrder = useOnceOnly(draftKey('campaign', userId, 'order-key'))
  const refreshPrices = useRefresh([creditSettings.list, orderQuotes.quote])
  const refreshLists = useRefresh([campaigns.list, campaigns.get, orders.list, orders.listAll, account.me])

  async function haveCampaign({ campaignId, campaign: body }: Launch): Promise<Campaign> {
    if (campaignId === undefined)
      return onceCampaign((idempotencyKey) => api.call(campaigns.create, { body }, { idempotencyKey }))
    const { name, criteria } = body
    try {
      return await api.call(campaigns.change, { params: { campaignId }, body: { name, criteria } })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_FOUND') onCampaign(undefined)
      throw error
    }
  }

  return useMutation({
    mutationFn: async (launch: Launch): Promise<Launched> => {
      const campaign = await haveCampaign(launch)
      onCampaign(campaign.id)
      const { order: body } = launch
      if (!body) return { campaign }
      const call = { params: { campaignId: campaign.id }, body }
      const order = await onceOrder((idempotencyKey) => api.call(orders.place, call, { idempotencyKey }))
      return { campaign, order }
    },
    // Where it failed, the price, the balance or the audience may be others than the screen shows.
    onError: () => void refreshPrices(),
    onSettled: () => void refreshLists(),
  })
}
