import type { NotificationData } from '@mantine/notifications'
import { logError } from '../../lib/errors.ts'

export const toastEvent = 'dooryard.toast'

function show(toast: NotificationData) {
  window.dispatchEvent(new Event(toastEvent))
  import('@mantine/notifications').then(({ notifications }) => notifications.show(toast), logError)
}

const closeButtonProps = { 'aria-label': 'Dismiss' }

export const toastFailure = (message: string) =>
  show({ message: message || 'An error occurred', color: 'red', position: 'top-right', closeButtonProps })

export const toastDone = (message: string) => show({ message, color: 'brand', closeButtonProps })
