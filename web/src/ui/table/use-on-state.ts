import { useNavigate } from '@tanstack/react-router'
import type { OnState } from './columns.ts'

/** Changes the address of the screen that is open; a search that is being typed is not worth going back to. */
export function useOnState(): OnState {
  const navigate = useNavigate()
  return (change, how) =>
    void navigate({
      to: '.',
      search: (old) => ({ ...old, ...change }) as typeof old, // the schema of the screen checks it
      replace: how?.replace ?? 'search' in change,
      resetScroll: false,
    })
}
