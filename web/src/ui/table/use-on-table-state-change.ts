import { useNavigate } from '@tanstack/react-router'
import type { OnTableStateChange } from './columns.ts'

/**
 * Changes the address of the current screen; typing in the search box replaces the history entry. `read` removes from
 * the address what the screen does not understand, where the route's schema keeps it.
 */
export function useOnTableStateChange(read = (search: object): object => search): OnTableStateChange {
  const navigate = useNavigate()
  return (change, how) =>
    void navigate({
      to: '.',
      search: (old) => read({ ...old, ...change }) as typeof old, // checked by the screen's schema
      replace: how?.replace ?? 'search' in change,
      resetScroll: false,
    })
}
