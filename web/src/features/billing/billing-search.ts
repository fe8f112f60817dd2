import type { PaymentState, Transaction } from '@dooryard/contract/billing/transactions'
import { z } from 'zod'
import { daySearch, optionalParam, pageSearch, textSearch } from '../../lib/navigation/search-params.ts'

// Written out rather than imported: every screen loads the search parameter schemas, and only this one needs the rest
// of the contract.
const kinds = ['SUBSCRIPTION', 'PACK'] as const satisfies Transaction['kind'][]
const states = ['PAID', 'PARTLY_REFUNDED', 'REFUNDED', 'FAILED'] as const satisfies PaymentState[]

const id = optionalParam(z.uuid())

/** The return from the payment provider: a completed or a cancelled purchase. */
const CheckoutReturnSearch = z.object({ checkout: id, cancelled: id })

/** The selected item and its coupon survive a reload. */
export const SubscriptionSearch = CheckoutReturnSearch.extend({
  plan: id,
  interval: optionalParam(z.enum(['MONTH', 'YEAR'])),
  coupon: textSearch,
})
export type SubscriptionSearch = z.infer<typeof SubscriptionSearch>

export const BillingSearch = CheckoutReturnSearch.extend({
  ...pageSearch,
  kind: optionalParam(z.enum(kinds)),
  state: optionalParam(z.enum(states)),
  from: daySearch,
  to: daySearch,
  /** The payment whose invoice is downloaded at once, as from a receipt mail. */
  invoice: id,
})
export type BillingSearch = z.infer<typeof BillingSearch>

export const PayAsYouGoSearch = CheckoutReturnSearch.extend({
  pack: id,
  credits: optionalParam(z.int().min(0).max(1_000_000)),
  coupon: textSearch,
  need: optionalParam(z.int().min(1).max(1_000_000_000)),
  back: optionalParam(z.string().max(2000)),
})
export type PayAsYouGoSearch = z.infer<typeof PayAsYouGoSearch>
