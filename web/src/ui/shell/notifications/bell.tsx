import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { pluralize } from '../../../lib/format/format.ts'
import { currentUserQuery } from '../../../lib/session/current-user-query.ts'
import { useOverlay } from '../../hooks/use-overlay.ts'
import classes from './bell.module.css'

/** Opens the notifications, and shows how many are unread. Screen readers are told of new ones. */
export function Bell() {
  const unread = useQuery(currentUserQuery()).data?.unreadNotifications ?? 0
  const drawer = useOverlay(async () => (await import('./notifications-drawer.tsx')).NotificationsDrawer)
  const count = unread > 0 ? `${pluralize(unread, 'unread notification')}` : ''
  return (
    <>
      <ActionIcon
        className={classes.bell}
        onClick={drawer.open}
        aria-label={count || 'Notifications'}
        aria-haspopup="dialog"
        data-hint="Notifications"
      >
        <BellIcon size={18} aria-hidden="true" />
        {unread > 0 && (
          <span className={classes.count} aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </ActionIcon>
      <span className="visually-hidden" role="status">
        {count}
      </span>
      {drawer.Overlay && <drawer.Overlay opened={drawer.isOpen} onClose={drawer.close} unread={unread} />}
    </>
  )
}
