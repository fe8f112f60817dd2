import { account } from '@dooryard/contract/account'
import { billing } from '@dooryard/contract/billing'
import type { AutoTopUpChange, Purchase } from '@dooryard/contract/purchases'
import type { PlanSwitch, QuoteRequest } from '@dooryard/contract/subscriptions'
import type { TransactionFilters } from '@dooryard/contract/transactions'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { DoneBefore, useOnceOnly } from '../../lib/once-only.ts'
import { keyOf, liveQueryOf, queryOf } from '../../lib/query.ts'

/** The plan, the card, the balance, and what is on offer. */
export const billingInfo = () => queryOf(billing.info, {})

/** One page of the user's payments. */
export const transactionPage = (query: { page: number; limit: number }, body: TransactionFilters) =>
  liveQueryOf(billing.transactions, { query, body })

/** What a purchase costs with its coupon. Kept for a minute: a code may be tried only so often. */
export const purchasePrice = (body: Purchase) => ({ ...queryOf(billing.price, { body }), staleTime: 60_000 })

/**
 * What a change of plan costs, and how things stand before it. It holds for half an hour, so it is asked for anew each time
 * it is shown.
 */
export const planQuote = (body: QuoteRequest) =>
  queryOptions({
    queryKey: keyOf(billing.quote, { body }),
    queryFn: async ({ signal }) => {
      const quote = await api.call(billing.quote, { body }, { signal })
      // Asked for after it: the server takes no quote for what has changed in between.
      return { quote, info: await api.call(billing.info, {}, { signal }) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** How a purchase stands. */
export const checkoutState = (sessionId: string) => queryOf(billing.checkoutState, { params: { sessionId } })

/** Asks again for what money changes on the screens of billing; others ask when they are opened. */
export function useRefreshBilling() {
  const cache = useQueryClient()
  return () =>
    Promise.all(
      [billing.info, billing.transactions, account.me].map((endpoint) =>
        cache.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    )
}

export function useCreateCheckout() {
  const once = useOnceOnly()
  const create = (body: Purchase) => once((idempotencyKey) => api.call(billing.checkout, { body }, { idempotencyKey }))
  return useMutation({
    mutationFn: async (body: Purchase) => {
      try {
        return await create(body)
      } catch (error) {
        // A page to pay on that nobody was led to charges nothing.
        if (error instanceof DoneBefore) return create(body)
        throw error
      }
    },
  })
}

export const useChangeCard = () => useMutation({ mutationFn: () => api.call(billing.updatePaymentMethod, {}) })

export function useChangePlan() {
  const refresh = useRefreshBilling()
  const once = useOnceOnly()
  return useMutation({
    mutationFn: (body: PlanSwitch) =>
      once((idempotencyKey) => api.call(billing.changePlan, { body }, { idempotencyKey })),
    // What was shown may have been outdated, and that may be why it failed.
    onSettled: () => void refresh(),
  })
}

export function useCancelSubscription() {
  const refresh = useRefreshBilling()
  return useMutation({
    mutationFn: () => api.call(billing.cancel, { body: {} }),
    onSettled: () => void refresh(),
  })
}

export function useChangeAutoTopUp() {
  const refresh = useRefreshBilling()
  return useMutation({
    mutationFn: (body: AutoTopUpChange) => api.call(billing.autoTopUp, { body }),
    onSuccess: () => refresh(),
  })
}
