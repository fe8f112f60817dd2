import { about } from '@dooryard/contract/about'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { buildQuery } from './api/query.ts'

/** The configuration of this portal, read once in a tab, and again while a new demo is prepared. */
export const portalInfoQuery = () => ({ ...buildQuery(about.get, {}), staleTime: Number.POSITIVE_INFINITY })

export const usePortalInfo = () => useQuery(portalInfoQuery()).data

const maxWaitMs = 1500

/**
 * Whether the portal info has loaded, failed once, or timed out. Rendering waits for it, because it adds content to
 * some screens and would shift their layout. The page requests it along with the code, so there is rarely a wait.
 */
export function useIsPortalInfoSettled(): boolean {
  const { isPending, failureCount } = useQuery(portalInfoQuery())
  const [hasTimedOut, setTimedOut] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTimedOut(true), maxWaitMs)
    return () => clearTimeout(timer)
  }, [])
  return !isPending || failureCount > 0 || hasTimedOut
}
