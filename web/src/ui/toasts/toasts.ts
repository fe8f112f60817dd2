import { notifications } from '@mantine/notifications'

const closeButtonProps = { 'aria-label': 'Dismiss' }

/** Says that something the user asked for failed. */
export const toastFailure = (message: string) =>
  notifications.show({ message: message || 'An error occurred', color: 'red', position: 'top-right', closeButtonProps })

/** Says that something the user asked for is done. */
export const toastDone = (message: string) => notifications.show({ message, color: 'brand', closeButtonProps })
