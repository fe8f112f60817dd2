import { type ComponentType, useEffect, useState } from 'react'
import { logError } from '../../../lib/api/errors.ts'
import { getServerTime } from '../../../lib/session/server-clock.ts'
import { session, useSession } from '../../../lib/session/session.ts'

const retryMs = 2000

/**
 * The impersonation banner, loaded separately because only administrators need it. The impersonation expires with or
 * without it, and a failed load is retried while it lasts.
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
    const timer = setTimeout(() => session.end('expired'), Math.max(0, Date.parse(expiresAt) - getServerTime()))
    return () => clearTimeout(timer)
  }, [expiresAt])
  return Banner && <Banner />
}
