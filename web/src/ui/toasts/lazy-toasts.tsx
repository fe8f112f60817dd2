import { type ComponentType, useEffect, useState } from 'react'
import { logError } from '../../lib/api/errors.ts'
import { toastEvent } from './toasts.ts'

/** The first user events, before which hardly any toast can appear. */
const triggerEvents = ['pointerdown', 'keydown', toastEvent] as const

/**
 * The toast container. Its code loads with the first user event, so that it is available when the connection is lost.
 */
export function Toasts() {
  const [Container, setContainer] = useState<ComponentType>()
  useEffect(() => {
    const load = () =>
      import('./notifications-container.tsx').then(
        ({ NotificationsContainer }) => setContainer(() => NotificationsContainer),
        logError,
      )
    for (const act of triggerEvents) window.addEventListener(act, load, { once: true })
    return () => {
      for (const act of triggerEvents) window.removeEventListener(act, load)
    }
  }, [])
  return Container && <Container />
}
