import { useNavigate } from '@tanstack/react-router'
import type { OnState } from './columns.ts'

/**
 * Changes the address of the screen that is open; a search that is being typed is not worth going back to. `read` takes
 * out of the address what its screen does not understand, where the schema of the route leaves that in.
 */
export function useOnState(read = (search: object): object => search): OnState {
  const navigate = useNavigate()
  return (change, how) =>
    void navigate({
      to: '.',
      search: (old) => read({ ...old, ...change }) as typeof old, // the schema of the screen checks it
      replace: how?.replace ?? 'search' in change,
      resetScroll: false,
    })
}
