import { type Notification, type NotificationKind, notifications } from '@dooryard/contract/identity/notifications'
import { listNotificationKinds } from '@dooryard/contract/integrations/notification-channels'
import { Anchor, Box, Button, Drawer, Flex, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import {
  BellOff,
  BookmarkPlus,
  CircleCheck,
  CircleX,
  Coins,
  Hourglass,
  ListChecks,
  type LucideIcon,
  Repeat,
} from 'lucide-react'
import { type MouseEvent, useEffect, useEffectEvent, useState } from 'react'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation, useInvalidate } from '../../../lib/api/use-endpoint-mutation.ts'
import { formatAgo } from '../../../lib/format/format.ts'
import { getServerTime } from '../../../lib/session/server-clock.ts'
import { session } from '../../../lib/session/session.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { Instant } from '../../display/instant.tsx'
import { QueryContent } from '../../feedback/query-content.tsx'
import { StateView } from '../../feedback/state-view.tsx'
import { useMountedOpen } from '../../hooks/hooks.ts'
import classes from './notifications-drawer.module.css'

const iconByKind: Record<NotificationKind, { icon: LucideIcon; color: string }> = {
  ORDER_READY: { icon: CircleCheck, color: 'good' },
  ORDER_FAILED: { icon: CircleX, color: 'bad' },
  ORDER_EXPIRING: { icon: Hourglass, color: 'warn' },
  ORDER_EXPIRED: { icon: Hourglass, color: 'bad' },
  RECURRING_ORDER: { icon: Repeat, color: 'good' },
  NEW_MATCHES: { icon: BookmarkPlus, color: 'good' },
  TASK_DUE: { icon: ListChecks, color: 'warn' },
  CREDITS: { icon: Coins, color: 'warn' },
  COUNTY_DATA: { icon: Hourglass, color: 'warn' },
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

type RowProps = { notification: Notification; onOpen: (notification: Notification, event: MouseEvent) => void }

function NotificationRow({ notification, onOpen }: RowProps) {
  const { kind, title, body, path, createdAt, isRead } = notification
  const { icon: Icon, color } = iconByKind[kind]
  return (
    <li>
      <a href={path} className={classes.link} onClick={(event) => onOpen(notification, event)}>
        <Icon size={18} aria-hidden="true" color={`var(--mantine-color-${color}-filled)`} style={{ marginTop: 1 }} />
        <div>
          <Text inherit fw={isRead ? 400 : 600}>
            {!isRead && <span className="visually-hidden">Unread: </span>}
            {title}
          </Text>
          {body && (
            <Text c="dimmed" fz="sm" mt={2}>
              {body}
            </Text>
          )}
          <Text c="dimmed" fz="xs" mt={4}>
            <Instant at={createdAt} format={(at) => formatAgo(Date.parse(at), getServerTime())} />
          </Text>
        </div>
        {!isRead && <span className={classes.dot} aria-hidden="true" />}
      </a>
    </li>
  )
}

const firstCount = 20
const maxCount = 100

const Loading = () => (
  <Stack gap={12} px="var(--drawer-padding)" py={12}>
    {[0, 1, 2].map((key) => (
      <Skeleton key={key} height={56} />
    ))}
  </Stack>
)

type DrawerProps = { opened: boolean; onClose: () => void; unread: number }

/** The user's notifications, newest first. One that is opened is read, unless an administrator acts as the user. */
export function NotificationsDrawer({ opened, onClose, unread }: DrawerProps) {
  const router = useRouter()
  const { role } = useUser()
  const isAdministrator = role === 'SUPER_ADMIN'
  const hasSettings = listNotificationKinds(role).length > 0
  const [limit, setLimit] = useState(firstCount)
  const refreshes = [notifications.list]
  const read = useEndpointMutation(notifications.read, { refreshes })
  const readAll = useEndpointMutation(notifications.readAll, { refreshes })
  const result = useQuery({ ...buildLiveQuery(notifications.list, { query: { limit } }), enabled: opened })
  const refresh = useEffectEvent(useInvalidate(refreshes))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count is live, and changes with each notification
  useEffect(() => void refresh(), [unread])
  const open = ({ id, path, isRead }: Notification, event: MouseEvent) => {
    if (!isRead && !session.get().afterImpersonationState) read.mutate({ params: { notificationId: id } })
    if (!isPlainClick(event)) return
    event.preventDefault()
    onClose()
    router.history.push(path)
  }
  return (
    <Drawer
      opened={useMountedOpen(opened)}
      onClose={onClose}
      position="right"
      size={420}
      zIndex={250}
      title="Notifications"
      closeButtonProps={{ 'aria-label': 'Close the notifications' }}
      styles={{ header: { paddingLeft: 'var(--drawer-padding)' }, body: { padding: 0 } }}
    >
      <Group justify="space-between" px="var(--drawer-padding)" py={10}>
        {hasSettings && (
          <Anchor component={Link} to="/portal/settings/notifications" onClick={onClose} fz="sm" underline="always">
            Notification settings
          </Anchor>
        )}
        {unread > 0 && (
          <Button variant="default" size="xs" loading={readAll.isPending} onClick={() => readAll.mutate({})}>
            Mark all as read
          </Button>
        )}
      </Group>
      <QueryContent what="Your notifications" result={result} loading={<Loading />}>
        {({ items, totalCount }) =>
          items.length === 0 ? (
            <StateView
              icon={BellOff}
              title="No notifications"
              text={
                isAdministrator
                  ? 'Refreshes of county data that failed or need a decision appear here.'
                  : 'Order updates, new matches, due tasks and spending alerts appear here.'
              }
            />
          ) : (
            <>
              <Box component="ul" className={classes.list}>
                {items.map((one) => (
                  <NotificationRow key={one.id} notification={one} onOpen={open} />
                ))}
              </Box>
              {totalCount > items.length && limit < maxCount && (
                <Flex justify="center" p={16}>
                  <Button variant="default" loading={result.isFetching} onClick={() => setLimit(maxCount)}>
                    Show older
                  </Button>
                </Flex>
              )}
            </>
          )
        }
      </QueryContent>
    </Drawer>
  )
}
