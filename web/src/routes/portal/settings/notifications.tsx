import { createFileRoute } from '@tanstack/react-router'
import { NotificationsScreen } from '../../../features/settings/notifications/notifications-screen.tsx'

export const Route = createFileRoute('/portal/settings/notifications')({ component: NotificationsScreen })
