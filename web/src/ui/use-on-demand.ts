import { useState } from 'react'
import { helpFor } from '../lib/errors.ts'
import { toastFailure } from './toasts.ts'

/**
 * A piece of the screen whose code comes when it is first asked for, and the asking. When it cannot be had a toast says
 * so, the screen goes on, and asking again tries again; `giveUp` takes back what would else go on asking for it, such as
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
