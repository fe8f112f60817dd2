import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { helpFor } from '../lib/errors.ts'
import { toastFailure } from './toasts/toasts.ts'

/**
 * A piece of the screen whose code loads when it is first needed, and what loads it. When it cannot be had a toast says
 * so, the screen goes on, and the next time tries again; `giveUp` takes back what would else go on asking for it, such as
 * a part of the address.
 */
export function useOnDemand<Piece>(load: () => Promise<Piece>, giveUp?: () => void) {
  const [piece, setPiece] = useState<Piece>()
  const ask = async () => {
    try {
      const loaded = await load()
      setPiece(() => loaded)
    } catch (error) {
      toastFailure(helpFor(error))
      giveUp?.()
    }
  }
  return [piece, () => void ask()] as const
}

/**
 * A choice that the address keeps, shown before the address has it: what is chosen next builds upon it, and nothing of it
 * flickers. Once the router has arrived, here or where Back led to, the address alone says what is chosen.
 */
export function useAtOnce<Choice>(kept: Choice, keep: (choice: Choice) => void) {
  const router = useRouter()
  const [optimistic, setOptimistic] = useState<{ choice: Choice }>()
  useEffect(() => router.subscribe('onResolved', () => setOptimistic(undefined)), [router])
  const choose = (choice: Choice) => {
    setOptimistic({ choice })
    keep(choice)
  }
  return [optimistic ? optimistic.choice : kept, choose] as const
}

/**
 * Whether something that fades in is open, which it never is at its very first sight: Mantine remembers where the focus
 * was, to give it back, when a dialog goes from closed to open, and not when one is open from the start.
 */
export function useOpened(opened: boolean): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return opened && isThere
}

/**
 * For a box that has a use for the Escape key itself, while it has: the drawer or dialog around it, which hears keys
 * before anything within it does, then stays open.
 */
export const keepsEscape = (isWanted: boolean) => ({ 'data-mantine-stop-propagation': isWanted || undefined })

/**
 * A piece of the screen whose code comes once the state of the screen wants it, and again with the next thing that does
 * where it could not be had. `giveUp` takes back what wants it.
 */
export function useDeferred<Piece>(load: () => Promise<Piece>, wanted: unknown, giveUp?: () => void) {
  const [piece, ask] = useOnDemand(load, giveUp)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each thing that wants it asks anew
  useEffect(() => {
    if (wanted && !piece) ask()
  }, [wanted])
  return piece
}
