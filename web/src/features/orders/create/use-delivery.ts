import type { CreditSetting } from '@dooryard/contract/billing/credits'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { OrderSort } from '@dooryard/contract/orders/quote/delivery-options'
import { useState } from 'react'
import { type DeliveryChoice, toDelivery } from '../../../lib/order/delivery.ts'

type DeliveredOrder = {
  setting: CreditSetting
  criteria: Criteria
  /** The sort of the lead finder that the audience comes from. */
  sort?: OrderSort | undefined
}

/**
 * Which matches an order takes first, and whether it takes several of an owner; at first as `drafted` for this
 * audience, and sorted as in the lead finder unless the draft has a sort.
 */
export function useDelivery({ setting, criteria, sort }: DeliveredOrder, drafted: DeliveryChoice | undefined) {
  const [choice, onChange] = useState<DeliveryChoice>(() => ({ ...drafted, sort: drafted?.sort ?? sort }))
  return { choice, onChange, delivery: toDelivery(choice, { campaignType: setting.key, criteria }) }
}
