import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

export const NotificationsContainer = () => (
  <Notifications position="bottom-right" limit={3} autoClose={4000} transitionDuration={200} containerWidth={360} />
)
