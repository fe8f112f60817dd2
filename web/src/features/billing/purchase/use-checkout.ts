import { billing } from '@dooryard/contract/billing/billing'
import type { Purchase } from '@dooryard/contract/billing/purchases'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { AlreadyProcessedError, useIdempotentCall } from '../../../lib/api/idempotent-call.ts'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { usePageRestored } from '../../../ui/hooks/use-page-restored.ts'
import { type PendingPurchase, savePendingPurchase } from './pending-purchase.ts'

/** Redirects to the payment provider's page, and knows whether the redirect is in progress. */
export function useRedirectToProvider() {
  const [isRedirecting, setRedirecting] = useState(false)
  usePageRestored(() => setRedirecting(false))
  useEffect(() => {
    // The browser does not report whether the user chose to stay, but timers are paused until the user answers.
    const handleBeforeUnload = ({ defaultPrevented }: BeforeUnloadEvent) =>
      defaultPrevented && setTimeout(() => setRedirecting(false), 1000)
    window.addEventListener('beforeunload', handleBeforeUnload)
    return () => window.removeEventListener('beforeunload', handleBeforeUnload)
  }, [])
  const redirectTo = (url: string) => {
    setRedirecting(true)
    window.location.assign(url)
  }
  return { isRedirecting, redirectTo }
}

function useCreateCheckout() {
  const callOnce = useIdempotentCall()
  const create = (body: Purchase) =>
    callOnce((idempotencyKey) => api.call(billing.checkout, { body }, { idempotencyKey }))
  return useMutation({
    mutationFn: async (body: Purchase) => {
      try {
        return await create(body)
      } catch (error) {
        // An unused checkout page charges nothing, so another one can be created.
        if (error instanceof AlreadyProcessedError) return create(body)
        throw error
      }
    },
  })
}

/** Creates a checkout and redirects to it. */
export function useCheckout(pendingPurchase: PendingPurchase = {}) {
  const create = useCreateCheckout()
  const { isRedirecting, redirectTo } = useRedirectToProvider()
  const runExclusive = useSingleFlight()
  const buy = (body: Purchase) =>
    runExclusive((release) =>
      create.mutate(body, {
        onSuccess: ({ sessionId, url }) => {
          savePendingPurchase(sessionId, {
            ...pendingPurchase,
            plan: body.planId,
            interval: body.interval,
            pack: body.packId,
            credits: body.credits,
            coupon: body.couponCode,
          })
          redirectTo(url)
        },
        onSettled: release,
      }),
    )
  return { buy, isBusy: create.isPending || isRedirecting, error: create.error }
}
