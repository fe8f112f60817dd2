import { outdatedQuote } from '@dooryard/contract/errors'
import { useQuery } from '@tanstack/react-query'
import { ApiError, isRefusal } from '../../lib/errors.ts'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { planQuote, type useChangePlan } from './billing.data.ts'
import { quoteDone } from './quote-words.ts'
import { useCoupon } from './use-coupon.ts'
import type { PricedCoupon } from './use-price.ts'

const isOutdated = (error: unknown) => error instanceof ApiError && error.quote === outdatedQuote.quote

/**
 * The quote of a change of plan with how things stood then, live with a coupon, and the change as quoted. An outdated quote
 * is asked for again, and stays to be seen until there is another.
 */
export function useQuotedChange(
  plan: { id: string; name: string },
  call: ReturnType<typeof useChangePlan>,
  onClose: () => void,
) {
  const text = useCoupon()
  const singly = useSingleFlight()
  const plain = useQuery(planQuote({ planId: plan.id }))
  const isAsked = text.code !== '' && !text.isTyping
  const cheaper = useQuery({ ...planQuote({ planId: plan.id, couponCode: text.code }), enabled: isAsked })
  const quoted = (isAsked ? cheaper.data : undefined) ?? plain.data
  const coupon: PricedCoupon = {
    ...text,
    error: isAsked ? cheaper.error : null,
    applied: isAsked ? cheaper.data?.quote.coupon : undefined,
    isChecking: text.isTyping || (isAsked && cheaper.isPending),
  }
  const isRenewing = plain.isRefetching || cheaper.isRefetching
  const renew = () => {
    void plain.refetch()
    if (isAsked) void cheaper.refetch()
  }
  const change = () => {
    if (!quoted || isRenewing) return
    const { quote } = quoted
    singly((land) =>
      call.mutate(
        { planId: plan.id, quoteId: quote.quoteId },
        {
          onSuccess: () => {
            toastDone(quoteDone(quote, plan.name))
            onClose()
          },
          onError: (error) => isOutdated(error) && renew(),
          onSettled: land,
        },
      ),
    )
  }
  return {
    quoted,
    coupon,
    isRenewing,
    isOutdated: isOutdated(call.error),
    /** Whether nobody knows if it was made. */
    isLost: call.isError && !isRefusal(call.error),
    error: plain.error,
    retry: () => void plain.refetch(),
    change,
  }
}
