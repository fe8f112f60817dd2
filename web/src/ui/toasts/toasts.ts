import type { NotificationData } from '@mantine/notifications'
import { getErrorHelp, isLoadError, logError } from '../../lib/api/errors.ts'
import { isAnnounced } from './announced-errors.ts'

export const toastEvent = 'dooryard.toast'

function showToast(toast: NotificationData) {
  window.dispatchEvent(new Event(toastEvent))
  import('./toast-queue.ts').then(({ queueToast }) => queueToast(toast), logError)
}

const closeButtonProps = { 'aria-label': 'Dismiss' }

const errorToast = { color: 'red', position: 'top-right', closeButtonProps } as const

export const showErrorToast = (message: string) => showToast({ ...errorToast, message: message || 'An error occurred' })

/** Reports a failed mutation; silently if the screen has announced the failure itself. */
export const showFailureToast = (error: Error) =>
  showToast({
    ...errorToast,
    message: (isLoadError(error) ? getErrorHelp(error) : error.message) || 'An error occurred',
    role: isAnnounced(error) ? 'group' : 'alert',
  })

export const showSuccessToast = (message: string) => showToast({ message, color: 'brand', closeButtonProps })
