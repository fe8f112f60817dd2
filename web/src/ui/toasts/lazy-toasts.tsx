import { type ComponentType, useEffect, useState } from 'react'
import { type LostToast, lostToastEvent, toastEvent } from './toasts.ts'

/** The first user events, before which hardly any toast can appear; and the connection is there again. */
const firstEvents = ['pointerdown', 'keydown', 'online'] as const

const plainToastMs = 10_000

/** A message whose toast could not be loaded: styled by the page alone, since nothing can be fetched. */
function PlainToast() {
  const [toast, setToast] = useState<LostToast>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // Without a toast, the one shown is over.
    const show = ({ detail }: CustomEventInit<LostToast>) => {
      setToast(detail)
      clearTimeout(timer)
      timer = setTimeout(setToast, plainToastMs, undefined)
    }
    window.addEventListener(lostToastEvent, show)
    return () => {
      clearTimeout(timer)
      window.removeEventListener(lostToastEvent, show)
    }
  }, [])
  if (!toast) return null
  return (
    <div
      className="plain-toast"
      role={toast.role ?? 'alert'}
      style={{ borderColor: `var(--mantine-color-${toast.color}-filled)` }}
    >
      {toast.message}
    </div>
  )
}

/**
 * The toast container. Its code loads with the first user event, so that it is available when the connection is lost,
 * or else with the first toast.
 */
export function Toasts() {
  const [Container, setContainer] = useState<ComponentType>()
  useEffect(() => {
    if (Container) return
    const load = () =>
      import('./notifications-container.tsx').then(
        ({ NotificationsContainer }) => setContainer(() => NotificationsContainer),
        // The next toast tries again; a browser may remember the failure until the page is loaded again.
        () => {},
      )
    for (const event of firstEvents) window.addEventListener(event, load)
    window.addEventListener(toastEvent, load)
    return () => {
      for (const event of [...firstEvents, toastEvent]) window.removeEventListener(event, load)
    }
  }, [Container])
  return Container ? <Container /> : <PlainToast />
}
