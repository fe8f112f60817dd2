import { about } from '@dooryard/contract/about'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryOf } from './query.ts'

/** How this portal is run. It stays the same for as long as a tab is open. */
export const aboutPortal = () => ({ ...queryOf(about.get, {}), staleTime: Number.POSITIVE_INFINITY })

export const useAbout = () => useQuery(aboutPortal()).data

const longestWaitMs = 1500

/**
 * Whether it is known, has failed to come once, or has been waited for long enough: what it says makes some screens longer,
 * and what is shown before it is known would move. The page asks for it along with the code, so it is hardly ever waited for.
 */
export function useIsAboutSettled(): boolean {
  const { isPending, failureCount } = useQuery(aboutPortal())
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), longestWaitMs)
    return () => clearTimeout(timer)
  }, [])
  return !isPending || failureCount > 0 || isOver
}
