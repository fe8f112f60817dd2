import type { Transaction } from '@dooryard/contract/transactions'
import { z } from 'zod'
import { daySearch, pageSearch, textSearch } from '../../lib/search-params.ts'

// Spelled out, because every screen loads what an address is read with, and none but one needs the rest of the contract.
const kinds = ['SUBSCRIPTION', 'PACK'] as const satisfies Transaction['kind'][]
const statuses = ['PAID', 'FAILED', 'REFUNDED'] as const satisfies Transaction['status'][]

const id = z.uuid().optional().catch(undefined)

/** Where the payment provider leads back to: a purchase that was made, or that was left. */
const ReturnSearch = z.object({ checkout: id, cancelled: id })

/** What was chosen to be bought, and the coupon with it, are not lost by a reload. */
export const SubscriptionSearch = ReturnSearch.extend({ plan: id, coupon: textSearch })
export type SubscriptionSearch = z.infer<typeof SubscriptionSearch>

export const BillingSearch = ReturnSearch.extend({
  ...pageSearch,
  kind: z.enum(kinds).optional().catch(undefined),
  status: z.enum(statuses).optional().catch(undefined),
  from: daySearch,
  to: daySearch,
})
export type BillingSearch = z.infer<typeof BillingSearch>

export const PayAsYouGoSearch = ReturnSearch.extend({
  pack: id,
  coupon: textSearch,
  need: z.int().min(1).max(1_000_000_000).optional().catch(undefined),
  back: z.string().max(2000).optional().catch(undefined),
})
export type PayAsYouGoSearch = z.infer<typeof PayAsYouGoSearch>
