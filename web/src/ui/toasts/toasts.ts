import type { NotificationData } from '@mantine/notifications'
import { logError } from '../../lib/api/errors.ts'

export const toastEvent = 'dooryard.toast'

function showToast(toast: NotificationData) {
  window.dispatchEvent(new Event(toastEvent))
  import('@mantine/notifications').then(({ notifications }) => notifications.show(toast), logError)
}

const closeButtonProps = { 'aria-label': 'Dismiss' }

export const showErrorToast = (message: string) =>
  showToast({ message: message || 'An error occurred', color: 'red', position: 'top-right', closeButtonProps })

export const showSuccessToast = (message: string) => showToast({ message, color: 'brand', closeButtonProps })
