import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import { maxToasts, removalMs } from './toast-queue.ts'

export const NotificationsContainer = () => (
  <Notifications
    position="bottom-right"
    limit={maxToasts}
    autoClose={4000}
    transitionDuration={removalMs}
    containerWidth={360}
  />
)
