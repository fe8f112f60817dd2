import { type CampaignType, campaignTypes } from '@dooryard/contract/vocabularies'
import type { Fenced } from './fence.ts'
import type { OrderRow } from './orders.queries.ts'

/** An order as it stood when its step began, in the hands of one worker. */
export type OrderTask = Fenced & {
  order: OrderRow
  /** Aborts when the worker is asked to stop. */
  signal?: AbortSignal | undefined
}

export const typeOf = ({ order }: OrderTask): CampaignType => campaignTypes.schema.parse(order.campaignType)
