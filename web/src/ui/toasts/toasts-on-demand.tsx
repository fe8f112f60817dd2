import { type ComponentType, useEffect, useState } from 'react'
import { logError } from '../../lib/errors.ts'
import { toastEvent } from './toasts.ts'

/** What the user does first, before which hardly anything happens that a toast could tell of. */
const acts = ['pointerdown', 'keydown', toastEvent] as const

/** The place of the toasts. Its code comes with the first act, so that it is there when the connection is lost. */
export function Toasts() {
  const [Place, setPlace] = useState<ComponentType>()
  useEffect(() => {
    const load = () => import('./toasts-place.tsx').then(({ ToastsPlace }) => setPlace(() => ToastsPlace), logError)
    for (const act of acts) window.addEventListener(act, load, { once: true })
    return () => {
      for (const act of acts) window.removeEventListener(act, load)
    }
  }, [])
  return Place && <Place />
}
