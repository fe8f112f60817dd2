import type { BillingInfo } from '@dooryard/contract/billing'
import { useEffect, useState } from 'react'
import { useIsActing } from '../../lib/use-is-acting.ts'

/** Whether money can be moved here and now, and by whoever is at the screen. */
export function useMoney(info: BillingInfo) {
  const isActing = useIsActing()
  const isOff = info.payments === 'OFF'
  return { isActing, isOff, mayPay: !isActing && !isOff }
}

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
