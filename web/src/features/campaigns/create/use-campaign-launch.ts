import { creditSettings } from '@dooryard/contract/billing/credits'
import { account } from '@dooryard/contract/identity/account'
import { type Campaign, campaigns, type NewCampaign } from '@dooryard/contract/orders/campaigns'
import type { NewOrder } from '@dooryard/contract/orders/new-order'
import type { Order } from '@dooryard/contract/orders/order'
import { orders } from '@dooryard/contract/orders/orders'
import { orderQuotes } from '@dooryard/contract/orders/quote/order-quote'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/errors.ts'
import { chooseAgreedKey, useIdempotentCall } from '../../../lib/api/idempotent-call.ts'
import { useInvalidate } from '../../../lib/api/use-endpoint-mutation.ts'
import { buildDraftKey } from '../../../lib/drafts.ts'

type CampaignLaunch = {
  /** The campaign's id, if it already exists. */
  campaignId: string | undefined
  campaign: NewCampaign
  order?: NewOrder
  /** The key that the order was agreed to with, if it was; its campaign is created with a key made of it. */
  agreedKey?: string | undefined
}
/** The name that the idempotency key of the first order is stored under. */
export const getFirstOrderKey = (userId: string) => buildDraftKey('campaign', userId, 'order-key')

type LaunchResult = { campaign: Campaign; order?: Order }

/** Called with the campaign's id once it exists, and with undefined if a known campaign no longer does. */
type LaunchCallbacks = { onCampaign: (campaignId: string | undefined) => void }

/**
 * Creates a campaign and, if given, places its first order. Each request uses an idempotency key that the browser
 * keeps until it is done, so neither a lost response nor a reload creates two.
 */
export function useLaunch(userId: string, { onCampaign }: LaunchCallbacks) {
  const campaignKeyName = buildDraftKey('campaign', userId, 'campaign-key')
  const createCampaignOnce = useIdempotentCall(campaignKeyName)
  const placeOrderOnce = useIdempotentCall(getFirstOrderKey(userId))
  const refreshPrices = useInvalidate([creditSettings.list, orderQuotes.quote])
  const refreshLists = useInvalidate([campaigns.list, campaigns.get, orders.list, orders.listAll, account.me])

  async function saveCampaign({ campaignId, campaign: body, agreedKey }: CampaignLaunch): Promise<Campaign> {
    if (campaignId === undefined)
      return createCampaignOnce(
        (idempotencyKey) => api.call(campaigns.create, { body }, { idempotencyKey }),
        agreedKey && chooseAgreedKey(campaignKeyName, `${agreedKey}-campaign`),
      )
    const { name, criteria } = body
    try {
      return await api.call(campaigns.change, { params: { campaignId }, body: { name, criteria } })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_FOUND') onCampaign(undefined)
      throw error
    }
  }

  return useMutation({
    mutationFn: async (launch: CampaignLaunch): Promise<LaunchResult> => {
      const campaign = await saveCampaign(launch)
      onCampaign(campaign.id)
      const { order: body } = launch
      if (!body) return { campaign }
      const call = { params: { campaignId: campaign.id }, body }
      const place = (idempotencyKey: string) => api.call(orders.place, call, { idempotencyKey })
      const order = await placeOrderOnce(place, launch.agreedKey)
      return { campaign, order }
    },
    // After a failure the price, balance or audience may differ from the screen.
    onError: () => void refreshPrices(),
    onSettled: () => void refreshLists(),
  })
}
