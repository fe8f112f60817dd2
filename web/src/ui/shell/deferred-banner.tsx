import { type ComponentType, useEffect, useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { logError } from '../../lib/errors.ts'
import { session, useSession } from '../../lib/session.ts'

const retryMs = 2000

/**
 * The banner of an administrator who acts as a user, whose code nobody else waits for. Acting ends in time whether the
 * banner is there or not, and one that could not be loaded is tried again for as long as somebody acts.
 */
export function DeferredImpersonationBanner() {
  const expiresAt = useSession().afterImpersonationState?.expiresAt
  const [Banner, setBanner] = useState<ComponentType>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try begins with the failure of the last
  useEffect(() => {
    if (!expiresAt || Banner) return
    let timer: ReturnType<typeof setTimeout> | undefined
    import('./impersonation-banner.tsx').then(
      ({ ImpersonationBanner }) => setBanner(() => ImpersonationBanner),
      (error) => {
        logError(error)
        timer = setTimeout(() => setTries((count) => count + 1), retryMs)
      },
    )
    return () => clearTimeout(timer)
  }, [expiresAt, Banner, tries])
  useEffect(() => {
    if (!expiresAt) return
    const timer = setTimeout(() => session.end('expired'), Math.max(0, Date.parse(expiresAt) - serverNow()))
    return () => clearTimeout(timer)
  }, [expiresAt])
  return Banner && <Banner />
}
