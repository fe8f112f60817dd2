import { useState } from 'react'
import { useUser } from '../../../lib/session/use-user.ts'
import { type DeliveryChoice, toDelivery } from './delivery-rules.ts'
import { loadOrderDraft } from './order-draft.ts'
import type { OrderFormInput } from './use-order-form.ts'

/** Which matches an order takes first, and whether it takes several of an owner; at first as drafted in this tab. */
export function useDelivery({ setting, criteria, campaignId, sort }: OrderFormInput) {
  const owner = { userId: useUser().id, campaignId }
  const [choice, onChange] = useState<DeliveryChoice>(() => ({
    ...loadOrderDraft(owner).delivery,
    ...(sort && { sort }),
  }))
  return { choice, onChange, delivery: toDelivery(choice, { campaignType: setting.key, criteria }) }
}
