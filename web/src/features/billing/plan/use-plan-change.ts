import { outdatedQuoteDetails } from '@dooryard/contract/api/errors'
import { billing } from '@dooryard/contract/billing/billing'
import type { BillingInterval } from '@dooryard/contract/billing/plans'
import type { PlanChangePreviewRequest, PlanSwitch } from '@dooryard/contract/billing/subscriptions'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { ApiError, isClientError } from '../../../lib/api/errors.ts'
import { useIdempotentCall } from '../../../lib/api/idempotent-call.ts'
import { toQueryKey } from '../../../lib/api/query.ts'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { useRefreshBilling } from '../billing.data.ts'
import { toCheckedCoupon, useCoupon } from '../purchase/use-coupon.ts'
import { formatPlanChangeDone } from './plan-change-labels.ts'

/** Without an interval, that of the subscription. */
export type PlanReference = { id: string; name: string; interval?: BillingInterval }
export type ChangePlanMutation = ReturnType<typeof useChangePlan>

export function useChangePlan() {
  const refresh = useRefreshBilling()
  const callOnce = useIdempotentCall()
  return useMutation({
    mutationFn: (body: PlanSwitch) =>
      callOnce((idempotencyKey) => api.call(billing.changePlan, { body }, { idempotencyKey })),
    // Outdated information may be the reason for the failure.
    onSettled: () => void refresh(),
  })
}

/**
 * The preview of a plan change, with the billing info at that time. It is valid for half an hour, so each dialog
 * requests its own.
 */
const planChangePreview = (body: PlanChangePreviewRequest) =>
  queryOptions({
    queryKey: toQueryKey(billing.quote, { body }),
    queryFn: async ({ signal }) => {
      const quote = await api.call(billing.quote, { body }, { signal })
      // Fetched after the preview: the server rejects a preview if anything has changed since.
      return { quote, info: await api.call(billing.info, {}, { signal }) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

const isOutdatedPreview = (error: unknown) => error instanceof ApiError && error.quote === outdatedQuoteDetails.quote

/**
 * Previews a plan change with the billing info at that time, updates it with a coupon, and makes the change as
 * previewed. An outdated preview is refetched and stays visible until it is replaced.
 */
export function usePlanChange(plan: PlanReference, call: ChangePlanMutation, onClose: () => void) {
  const text = useCoupon()
  const { isReady, code } = text
  const runExclusive = useSingleFlight()
  const requested = { planId: plan.id, interval: plan.interval }
  const previewWithoutCoupon = useQuery(planChangePreview(requested))
  const previewWithCoupon = useQuery({ ...planChangePreview({ ...requested, couponCode: code }), enabled: isReady })
  const preview = (isReady ? previewWithCoupon.data : undefined) ?? previewWithoutCoupon.data
  const isRefreshing = previewWithoutCoupon.isRefetching || previewWithCoupon.isRefetching
  const refreshPreview = () => {
    void previewWithoutCoupon.refetch()
    if (isReady) void previewWithCoupon.refetch()
  }
  const change = () => {
    if (!preview || isRefreshing) return
    const { quote } = preview
    const handleDone = () => {
      showSuccessToast(formatPlanChangeDone(quote, plan.name))
      onClose()
    }
    runExclusive((release) =>
      call.mutate(
        { planId: plan.id, quoteId: quote.quoteId },
        { onSuccess: handleDone, onError: (error) => isOutdatedPreview(error) && refreshPreview(), onSettled: release },
      ),
    )
  }
  return {
    preview,
    coupon: toCheckedCoupon(text, previewWithCoupon, previewWithCoupon.data?.quote.coupon),
    isRefreshing,
    isOutdated: isOutdatedPreview(call.error),
    /** Whether the outcome of the change is unknown. */
    isOutcomeUnknown: call.isError && !isClientError(call.error),
    error: previewWithoutCoupon.error,
    retry: () => void previewWithoutCoupon.refetch(),
    change,
  }
}
