import type { NotificationData } from '@mantine/notifications'
import { getErrorHelp, isLoadError } from '../../lib/api/errors.ts'
import { randomId } from '../../lib/ids.ts'
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

const failureIdByTopic = new Map<string, string>()

/** Hides the failure of a call that has succeeded since. */
export function hideFailureToast(topic: string) {
  const id = failureIdByTopic.get(topic)
  if (!id) return
  failureIdByTopic.delete(topic)
  // Where the code cannot be loaded, the toast is a plain one.
  import('./toast-queue.ts').then(
    ({ closeToast }) => closeToast(id),
    () => window.dispatchEvent(new CustomEvent(lostToastEvent)),
  )
}

/**
 * Reports a failed mutation; silently if the screen has announced the failure itself. With a topic, it replaces the
 * failure of the same call before.
 */
export function showFailureToast(error: Error, topic?: string) {
  const id = randomId()
  if (topic) {
    hideFailureToast(topic)
    failureIdByTopic.set(topic, id)
  }
  showToast({
    ...errorToast,
    id,
    message: (isLoadError(error) ? getErrorHelp(error) : error.message) || 'An error occurred',
    role: isAnnounced(error) ? 'group' : 'alert',
  })
}

export const showSuccessToast = (message: string) => showToast({ message, color: 'brand', closeButtonProps })
