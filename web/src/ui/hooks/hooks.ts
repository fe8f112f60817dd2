import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { getErrorHelp, reloadOnce } from '../../lib/api/errors.ts'
import { showErrorToast } from '../toasts/toasts.ts'

/**
 * Code loaded on first use, and the function that loads it. When loading fails, a toast reports it and the next call
 * tries again; `giveUp` undoes what would keep requesting it, such as a search parameter. A newer deployment reloads the
 * page, unless `isWaiting` is false because nobody waits for the code, or a reload would lose something.
 */
export function useLazyLoad<Piece>(load: () => Promise<Piece>, giveUp?: () => void) {
  const [piece, setPiece] = useState<Piece>()
  const ask = async (isWaiting: boolean) => {
    try {
      const loaded = await load()
      setPiece(() => loaded)
    } catch (error) {
      if (isWaiting) reloadOnce(error)
      showErrorToast(getErrorHelp(error))
      giveUp?.()
    }
  }
  return [piece, (isWaiting = true) => void ask(isWaiting)] as const
}

/**
 * A search parameter with an optimistic value that is shown before the address has changed, so that consecutive
 * changes build on each other without flicker. Once the router has resolved, here or after Back, the address decides
 * again.
 */
export function useOptimisticSearchParam<Choice>(value: Choice, onChange: (choice: Choice) => void) {
  const router = useRouter()
  const [optimistic, setOptimistic] = useState<{ choice: Choice }>()
  useEffect(() => router.subscribe('onResolved', () => setOptimistic(undefined)), [router])
  const choose = (choice: Choice) => {
    setOptimistic({ choice })
    onChange(choice)
  }
  return [optimistic ? optimistic.choice : value, choose] as const
}

/**
 * Whether an overlay is open, always false on the first render. Mantine stores the focus to restore only when a dialog
 * changes from closed to open, not when it is open from the start.
 */
export function useMountedOpen(opened: boolean): boolean {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return opened && isMounted
}

/**
 * Props for an element that handles Escape itself. They keep a surrounding drawer or dialog open, which would receive
 * the key first.
 */
export const stopEscapePropagation = (isWanted: boolean) => ({ 'data-mantine-stop-propagation': isWanted || undefined })

/**
 * Code loaded once `wanted` is truthy; a failed load is retried when `wanted` changes. `giveUp` undoes what wants it.
 */
export function useLazyLoadWhen<Piece>(load: () => Promise<Piece>, wanted: unknown, giveUp?: () => void) {
  const [piece, ask] = useLazyLoad(load, giveUp)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each thing that wants it asks anew
  useEffect(() => {
    if (wanted && !piece) ask()
  }, [wanted])
  return piece
}
