import type { Transaction } from '@dooryard/contract/transactions'
import { z } from 'zod'
import { daySearch, optional, pageSearch, textSearch } from '../../lib/search-params.ts'

// Spelled out, because every screen loads what an address is read with, and none but one needs the rest of the contract.
const kinds = ['SUBSCRIPTION', 'PACK'] as const satisfies Transaction['kind'][]
const statuses = ['PAID', 'FAILED', 'REFUNDED'] as const satisfies Transaction['status'][]

const id = optional(z.uuid())

/** Where the payment provider leads back to: a purchase that was made, or that was left. */
const ReturnSearch = z.object({ checkout: id, cancelled: id })

/** What was chosen to be bought, and the coupon with it, are not lost by a reload. */
export const SubscriptionSearch = ReturnSearch.extend({ plan: id, coupon: textSearch })
export type SubscriptionSearch = z.infer<typeof SubscriptionSearch>

export const BillingSearch = ReturnSearch.extend({
  ...pageSearch,
  kind: optional(z.enum(kinds)),
  status: optional(z.enum(statuses)),
  from: daySearch,
  to: daySearch,
})
export type BillingSearch = z.infer<typeof BillingSearch>

export const PayAsYouGoSearch = ReturnSearch.extend({
  pack: id,
  coupon: textSearch,
  need: optional(z.int().min(1).max(1_000_000_000)),
  back: optional(z.string().max(2000)),
})
export type PayAsYouGoSearch = z.infer<typeof PayAsYouGoSearch>
