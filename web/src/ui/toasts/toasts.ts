import type { NotificationData } from '@mantine/notifications'
import { logError } from '../../lib/errors.ts'

/** What the window hears when there is a toast to show. */
export const toastEvent = 'dooryard.toast'

function show(toast: NotificationData) {
  window.dispatchEvent(new Event(toastEvent))
  import('@mantine/notifications').then(({ notifications }) => notifications.show(toast), logError)
}

const closeButtonProps = { 'aria-label': 'Dismiss' }

/** Says that something the user asked for failed. */
export const toastFailure = (message: string) =>
  show({ message: message || 'An error occurred', color: 'red', position: 'top-right', closeButtonProps })

/** Says that something the user asked for is done. */
export const toastDone = (message: string) => show({ message, color: 'brand', closeButtonProps })
