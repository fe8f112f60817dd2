import type { FileColumn } from '@dooryard/contract/api/enums'
import { type CreditSetting, creditSettings } from '@dooryard/contract/billing/credits'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { NewOrder, NewPrivateOrder } from '@dooryard/contract/orders/new-order'
import type { Order } from '@dooryard/contract/orders/order'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import type { DeliveryOptions, OrderSort } from '@dooryard/contract/orders/quote/delivery-options'
import { type OrderQuote, orderQuotes } from '@dooryard/contract/orders/quote/order-quote'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toFileColumns } from '../../../entities/order/delivery/file-columns.ts'
import { api } from '../../../lib/api/api.ts'
import { useIdempotentCall } from '../../../lib/api/idempotent-call.ts'
import { toQueryKey } from '../../../lib/api/query.ts'
import { buildAgreedRequest, formatAgreedPlaced, type OrderAgreement } from '../../../lib/order/agreed-order.ts'
import { toAddPhones, toPhonesPrice } from '../../../lib/order/delivery.ts'
import { parseQuantity } from '../../../lib/order/order-schema.ts'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { useInvalidateOrders } from '../orders.data.ts'

/** The input of an order: a campaign with its audience, or an audience of its own with an optional name. */
export type OrderFormInput = {
  setting: CreditSetting
  criteria: Criteria
  campaignId?: string
  /** The name of the saved search or the screen that the audience comes from. */
  name?: string | undefined
  /** The saved search that the audience comes from. */
  savedSearchId?: string | undefined
  /** Whether to add phones to leads purchased for mail, until the user chooses. */
  addPhones?: boolean | undefined
  /** The sort of the lead finder that the audience comes from. */
  sort?: OrderSort | undefined
}

export type OrderFields = { orderName: string; quantity: string; columns: FileColumn[] }

type PlaceOrderInput = { campaignId: string; body: NewOrder } | { campaignId?: never; body: NewPrivateOrder }

/** An order, and the idempotency key that it was agreed to with, if it was. */
export type Placing = { input: PlaceOrderInput; agreedKey?: string | undefined }

const sendOrder = (input: PlaceOrderInput, idempotencyKey: string) =>
  input.campaignId === undefined
    ? api.call(privateOrders.place, { body: input.body }, { idempotencyKey })
    : api.call(orders.place, { params: { campaignId: input.campaignId }, body: input.body }, { idempotencyKey })

/**
 * Places an order exactly once across double clicks, reloads and lost responses; its idempotency key is stored under
 * `keyName`.
 */
export function usePlaceOrder(keyName: string, onPlaced: (order: Order) => void) {
  const cache = useQueryClient()
  const refresh = useInvalidateOrders()
  const once = useIdempotentCall(keyName)
  return useMutation({
    mutationFn: ({ input, agreedKey }: Placing) =>
      once((idempotencyKey) => sendOrder(input, idempotencyKey), agreedKey),
    onSuccess: (order, { agreedKey }) => {
      void refresh()
      if (agreedKey) showSuccessToast(formatAgreedPlaced(order))
      onPlaced(order)
    },
    // The price, the balance or the audience may have changed since the screen showed them.
    onError: () => {
      for (const endpoint of [creditSettings.list, orderQuotes.quote])
        void cache.invalidateQueries({ queryKey: toQueryKey(endpoint) })
      void refresh()
    },
  })
}

type OrderChoices = { addPhones: boolean; delivery: DeliveryOptions; quote: OrderQuote | undefined }

export const toOrderInput = (order: OrderFormInput, fields: OrderFields, choices: OrderChoices): PlaceOrderInput => {
  const { setting, criteria, campaignId, savedSearchId } = order
  const { addPhones, delivery, quote } = choices
  const body = {
    orderName: fields.orderName.trim(),
    quantity: parseQuantity(fields.quantity) ?? 0,
    columns: toFileColumns(setting.key, fields.columns),
    creditRequired: setting.creditRequired,
    ...toAddPhones(addPhones, setting.key),
    ...toPhonesPrice({ campaignType: setting.key, criteria, addPhones }, quote),
    ...delivery,
    ...(savedSearchId && { savedSearchId }),
  }
  return campaignId ? { campaignId, body } : { body: { ...body, campaignType: setting.key, criteria } }
}

/** What the user agrees to by having the order placed later: itself, at no more credits than it holds now. */
export const toAgreement = (
  { setting, criteria, campaignId }: OrderFormInput,
  { body }: PlaceOrderInput,
  creditsPerLead: number,
): OrderAgreement => ({
  request: buildAgreedRequest(body, { campaignId, campaignType: setting.key, criteria }),
  quantity: body.quantity,
  credits: body.quantity * creditsPerLead,
})
