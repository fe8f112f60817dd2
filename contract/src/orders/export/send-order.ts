import { z } from 'zod'
import { endpointFactory } from '../../api/endpoint.ts'
import { CampaignId } from '../campaigns.ts'

const OrderParams = z.object({ campaignId: CampaignId, orderId: z.uuid('There is no such order') })

export const OrderSending = z
  .strictObject({ webhookId: z.uuid('Choose a webhook') })
  .meta({ id: 'OrderSending', example: { webhookId: '0198c0de-5a3e-7b6f-9d21-4c8f0a7e1b52' } })
export type OrderSending = z.infer<typeof OrderSending>

const SentOrder = z
  .object({ attemptId: z.string().describe('The delivery attempt in the log of the webhook') })
  .meta({ id: 'SentOrder', example: { attemptId: '019a5c1e-2c30-7d00-8b1f-5a1b7c4d3e1f' } })
export type SentOrder = z.infer<typeof SentOrder>

/** Separate from the other calls of orders, so that only its dialog loads it. */
export const orderSending = {
  send: endpointFactory({ tag: 'Orders', access: ['ENTERPRISE_USER'] })(
    'POST /v1/enterprise-private/campaigns/{campaignId}/orders/{orderId}/send',
    'Send a completed order to one of your webhooks again, as `order.completed` with a link to its file',
    {
      params: OrderParams,
      body: OrderSending,
      response: SentOrder,
      status: 202,
      limits: [{ name: 'order-send', per: 'account', times: 60, seconds: 60 }],
      errors: ['CONFLICT'],
    },
  ),
}
