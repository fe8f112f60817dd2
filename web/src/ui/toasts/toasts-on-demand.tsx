import { useNotifications } from '@mantine/notifications'
import { type ComponentType, useEffect, useState } from 'react'
import { logError } from '../../lib/errors.ts'

/** What the user does first. Nothing that a toast could tell of happens before. */
const acts = ['pointerdown', 'keydown'] as const

/** The place of the toasts. Its code comes with the first act, so that it is there when the connection is lost. */
export function Toasts() {
  const hasToasts = useNotifications().notifications.length > 0
  const [Place, setPlace] = useState<ComponentType>()
  useEffect(() => {
    const load = () => import('./toasts-place.tsx').then(({ ToastsPlace }) => setPlace(() => ToastsPlace), logError)
    if (hasToasts) void load()
    for (const act of acts) window.addEventListener(act, load, { once: true })
    return () => {
      for (const act of acts) window.removeEventListener(act, load)
    }
  }, [hasToasts])
  return Place && <Place />
}
