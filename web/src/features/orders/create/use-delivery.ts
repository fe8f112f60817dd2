import type { CreditSetting } from '@dooryard/contract/billing/credits'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { OrderSort } from '@dooryard/contract/orders/quote/delivery-options'
import { useState } from 'react'
import { useUser } from '../../../lib/session/use-user.ts'
import { type DeliveryChoice, toDelivery } from './delivery-rules.ts'
import { loadOrderDraft } from './order-draft.ts'

type DeliveredOrder = {
  setting: CreditSetting
  criteria: Criteria
  campaignId?: string
  /** The sort of the lead finder that the audience comes from. */
  sort?: OrderSort | undefined
}

/** Which matches an order takes first, and whether it takes several of an owner; at first as drafted in this tab. */
export function useDelivery({ setting, criteria, campaignId, sort }: DeliveredOrder) {
  const owner = { userId: useUser().id, campaignId }
  const [choice, onChange] = useState<DeliveryChoice>(() => ({
    ...loadOrderDraft(owner).delivery,
    ...(sort && { sort }),
  }))
  return { choice, onChange, delivery: toDelivery(choice, { campaignType: setting.key, criteria }) }
}
