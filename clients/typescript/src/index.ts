export { WebhookVerificationError } from 'standardwebhooks'
export { createDooryard, type Dooryard, type DooryardOptions } from './client.ts'
export { DooryardError, type Issue } from './errors.ts'
export type { Orders, PlaceOptions, WaitOptions } from './orders.ts'
export type { CallOptions } from './transport.ts'
export type {
  Count,
  CountRequest,
  Criteria,
  FileQuery,
  Lead,
  LeadPage,
  LeadQuery,
  ListedOrder,
  NewOrder,
  Order,
  OrderDetail,
  OrderPage,
  OrderQuery,
  WebhookEvent,
  WebhookEventOf,
  WebhookEventType,
} from './types.ts'
export { verifyWebhook } from './webhooks.ts'
