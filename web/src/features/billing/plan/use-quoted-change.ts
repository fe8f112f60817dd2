import { billing } from '@dooryard/contract/billing'
import { outdatedQuote } from '@dooryard/contract/errors'
import type { PlanSwitch, QuoteRequest } from '@dooryard/contract/subscriptions'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { ApiError, isRefusal } from '../../../lib/errors.ts'
import { useOnceOnly } from '../../../lib/once-only.ts'
import { keyOf } from '../../../lib/query.ts'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { toastDone } from '../../../ui/toasts/toasts.ts'
import { useRefreshBilling } from '../billing.data.ts'
import { toCheckedCoupon, useCoupon } from '../purchase/use-coupon.ts'
import { quoteDone } from './quote-labels.ts'

export type PlanName = { id: string; name: string }
export type ChangePlanCall = ReturnType<typeof useChangePlan>

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

/** The price of a change of plan, with how things stood. It holds for half an hour, so each dialog asks for its own. */
const planQuote = (body: QuoteRequest) =>
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

const isOutdated = (error: unknown) => error instanceof ApiError && error.quote === outdatedQuote.quote

/**
 * The quote of a change of plan with how things stood then, live with a coupon, and the change as quoted. An outdated quote
 * is asked for again, and stays to be seen until there is another.
 */
export function useQuotedChange(plan: PlanName, call: ChangePlanCall, onClose: () => void) {
  const text = useCoupon()
  const { isAsked, code } = text
  const singly = useSingleFlight()
  const plain = useQuery(planQuote({ planId: plan.id }))
  const cheaper = useQuery({ ...planQuote({ planId: plan.id, couponCode: code }), enabled: isAsked })
  const quoted = (isAsked ? cheaper.data : undefined) ?? plain.data
  const isRenewing = plain.isRefetching || cheaper.isRefetching
  const renew = () => {
    void plain.refetch()
    if (isAsked) void cheaper.refetch()
  }
  const change = () => {
    if (!quoted || isRenewing) return
    const { quote } = quoted
    const done = () => {
      toastDone(quoteDone(quote, plan.name))
      onClose()
    }
    singly((land) =>
      call.mutate(
        { planId: plan.id, quoteId: quote.quoteId },
        { onSuccess: done, onError: (error) => isOutdated(error) && renew(), onSettled: land },
      ),
    )
  }
  return {
    quoted,
    coupon: toCheckedCoupon(text, cheaper, cheaper.data?.quote.coupon),
    isRenewing,
    isOutdated: isOutdated(call.error),
    /** Whether nobody knows if it was made. */
    isLost: call.isError && !isRefusal(call.error),
    error: plain.error,
    retry: () => void plain.refetch(),
    change,
  }
}
