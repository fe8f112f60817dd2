import { about } from '@dooryard/contract/about'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from './query.ts'

/** How this portal is run. It stays the same for as long as a tab is open. */
export const aboutPortal = () => ({ ...queryOf(about.get, {}), staleTime: Number.POSITIVE_INFINITY })

export const useAbout = () => useQuery(aboutPortal()).data

/**
 * Whether it is known, or has failed to come once: what it says makes some screens longer, and what is shown before it is
 * known would move. The page asks for it along with the code, so this is hardly ever waited for.
 */
export function useIsAboutSettled(): boolean {
  const { isPending, failureCount } = useQuery(aboutPortal())
  return !isPending || failureCount > 0
}
