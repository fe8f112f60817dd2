import type { NotificationData } from '@mantine/notifications'
import { getErrorHelp, isLoadError } from '../../lib/api/errors.ts'
import { isAnnounced } from './announced-errors.ts'

/** Asks for the container of toasts. */
export const toastEvent = 'dooryard.toast'

/** Has a toast whose code could not be loaded, such as the first one after the connection is lost. */
export const lostToastEvent = 'dooryard.lost-toast'

export type LostToast = Pick<NotificationData, 'color' | 'role'> & { message: string }

export const requestContainer = () => window.dispatchEvent(new Event(toastEvent))

// Returns nothing to wait for: a mutation would stay pending until the code is there.
function showToast(toast: NotificationData & LostToast) {
  requestContainer()
  Promise.all([import('./toast-queue.ts'), import('./notifications-container.tsx')]).then(
    ([{ queueToast }]) => queueToast(toast),
    () => window.dispatchEvent(new CustomEvent<LostToast>(lostToastEvent, { detail: toast })),
  )
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
