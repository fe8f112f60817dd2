import { billing } from '@dooryard/contract/billing'
import type { Purchase } from '@dooryard/contract/purchases'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { DoneBefore, useOnceOnly } from '../../../lib/once-only.ts'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { type Errand, keepErrand } from './errand.ts'

/** Leads to the page of the payment provider, and knows that the screen is on its way there. */
export function useLeaving() {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    // The browser may show this very page again when somebody goes back from there.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false)
    // Nobody says whether somebody who was asked stayed; timers wait for the answer.
    const mayStay = ({ defaultPrevented }: BeforeUnloadEvent) =>
      defaultPrevented && setTimeout(() => setLeaving(false), 1000)
    window.addEventListener('pageshow', comeBack)
    window.addEventListener('beforeunload', mayStay)
    return () => {
      window.removeEventListener('pageshow', comeBack)
      window.removeEventListener('beforeunload', mayStay)
    }
  }, [])
  const leaveFor = (url: string) => {
    setLeaving(true)
    window.location.assign(url)
  }
  return { isLeaving, leaveFor }
}

function useCreateCheckout() {
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

/** Begins a purchase and leads to where it is paid for. */
export function useCheckout(errand: Errand = {}) {
  const create = useCreateCheckout()
  const { isLeaving, leaveFor } = useLeaving()
  const singly = useSingleFlight()
  const buy = (body: Purchase) =>
    singly((land) =>
      create.mutate(body, {
        onSuccess: ({ sessionId, url }) => {
          keepErrand(sessionId, { ...errand, plan: body.planId, pack: body.packId, coupon: body.couponCode })
          leaveFor(url)
        },
        onSettled: land,
      }),
    )
  return { buy, isBusy: create.isPending || isLeaving, error: create.error }
}
