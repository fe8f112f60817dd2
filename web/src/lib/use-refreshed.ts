import { useQueryClient } from '@tanstack/react-query'

/**
 * Asks anew for all that is shown. What an administrator does to one thing stands in lists, figures and the audit log at
 * once, and only what is on the screen is asked for.
 */
export function useRefreshed() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries()
}
