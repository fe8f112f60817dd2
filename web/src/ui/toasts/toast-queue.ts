import { hideNotification, type NotificationData, showNotification } from '@mantine/notifications'
import { randomId } from '../../lib/ids.ts'

export const maxToasts = 3

/** Milliseconds that a closed toast takes to disappear. */
export const removalMs = 200

let shownCount = 0
let waiting: NotificationData[] = []

function showNext() {
  shownCount -= 1
  const next = waiting.shift()
  if (next) show(next)
}

function show(toast: NotificationData) {
  shownCount += 1
  showNotification({
    // In the dark theme it is hardly lighter than a dialog below it.
    withBorder: true,
    ...toast,
    onClose: (closed) => {
      toast.onClose?.(closed)
      setTimeout(showNext, removalMs)
    },
  })
}

/**
 * Shows a toast, or queues it until fewer than three are visible: Mantine's own limit counts each position separately.
 * Returns its id.
 */
export function queueToast(toast: NotificationData): string {
  const id = toast.id ?? randomId()
  if (shownCount < maxToasts) show({ ...toast, id })
  else waiting.push({ ...toast, id })
  return id
}

/** Closes a toast, also one that is still waiting. */
export function closeToast(id: string) {
  const queued = waiting.find((toast) => toast.id === id)
  if (!queued) return void hideNotification(id)
  waiting = waiting.filter((toast) => toast !== queued)
  queued.onClose?.(queued)
}
