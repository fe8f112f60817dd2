import type {
  paymentProviders as contractProviders,
  PaymentQuery,
} from '@dooryard/contract/billing/admin/admin-payments'
import type { paymentStates as contractStates, transactionKinds } from '@dooryard/contract/billing/transactions'
import { z } from 'zod'
import { instantSearch } from '../../entities/order/order-search.ts'
import { startOfDay, startOfNextDay } from '../../lib/format/days.ts'
import { optionalParam, ownersSearch, pageSearch, textSearch } from '../../lib/navigation/search-params.ts'

// Written out rather than imported: every screen loads the search parameter schemas, and only this one needs the rest
// of the contract.
export const paymentStates = ['PAID', 'PARTLY_REFUNDED', 'REFUNDED', 'FAILED'] as const satisfies typeof contractStates
export const paymentProviders = ['STRIPE', 'SANDBOX'] as const satisfies typeof contractProviders
export const paymentKinds = ['SUBSCRIPTION', 'PACK'] as const satisfies typeof transactionKinds
const sorts = ['createdAt', 'amount'] as const satisfies PaymentQuery['sort'][]

/** The search parameters of the payments of all users. */
export const PaymentsSearch = z.object({
  ...pageSearch,
  search: textSearch,
  userId: ownersSearch,
  state: optionalParam(z.enum(paymentStates)),
  kind: optionalParam(z.enum(paymentKinds)),
  provider: optionalParam(z.enum(paymentProviders)),
  fromDate: instantSearch(startOfDay),
  toDate: instantSearch(startOfNextDay),
  sort: z.enum(sorts).default('createdAt').catch('createdAt'),
  order: z.enum(['asc', 'desc']).default('desc').catch('desc'),
})
