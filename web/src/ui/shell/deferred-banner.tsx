import { type ComponentType, useEffect, useState } from 'react'
import { logError } from '../../lib/errors.ts'
import { useSession } from '../../lib/session.ts'

/** The banner of an administrator who acts as a user, whose code nobody else waits for. */
export function DeferredImpersonationBanner() {
  const isActing = useSession().afterImpersonationState !== null
  const [Banner, setBanner] = useState<ComponentType>()
  useEffect(() => {
    if (isActing)
      import('./impersonation-banner.tsx').then(
        ({ ImpersonationBanner }) => setBanner(() => ImpersonationBanner),
        logError,
      )
  }, [isActing])
  return Banner && <Banner />
}
