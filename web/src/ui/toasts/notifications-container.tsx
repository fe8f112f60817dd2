import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Portal } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { maxToasts, removalMs } from './toast-queue.ts'

// In a portal from outside: with its own, Mantine never learns the element of a toast that was there before the
// container, and removes it at once instead of in 200 ms.
export const NotificationsContainer = () => (
  <Portal>
    <Notifications
      withinPortal={false}
      position="bottom-right"
      limit={maxToasts}
      autoClose={4000}
      transitionDuration={removalMs}
      containerWidth={360}
    />
  </Portal>
)
