import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import { dayMs } from '@dooryard/contract/api/time'
import { type Notification, NotificationKind, notificationDays } from '@dooryard/contract/identity/notifications'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import { publishTopic } from '../../../platform/live/event-hub.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import {
  countNotifications,
  countUnread,
  deleteNotificationsBefore,
  markAllAsRead,
  markAsRead,
  type NotificationRow,
  selectNotifications,
} from './notifications.queries.ts'

export const notificationTopic = (userId: string) => `notifications:${userId}`

/** Undefined when there are none, so that responses omit it. */
export const getUnreadNotifications = async (db: Db, userId: string): Promise<number | undefined> =>
  (await countUnread(db, userId)) || undefined

export async function listNotifications(
  { db, actor: { userId } }: Context,
  query: PageQuery,
): Promise<PageResult<Notification>> {
  const rows = await selectNotifications(db, userId, toSlice(query))
  return toPage(rows.map(presentNotification), await countNotifications(db, userId), query)
}

const presentNotification = ({ createdAt, readAt, kind, ...row }: NotificationRow): Notification => ({
  ...row,
  kind: NotificationKind.parse(kind),
  createdAt: createdAt.toISOString(),
  isRead: readAt !== null,
})

/** NOT_FOUND for one that is not the user's. */
export const readNotification = (ctx: Context, id: string): Promise<undefined> =>
  inTransaction(ctx, async ({ db, actor: { userId }, clock }) => {
    if (!(await markAsRead(db, userId, id, clock.now()))) throw notFound('This notification')
    await publishTopic(db, notificationTopic(userId))
    return undefined
  })

export const readAllNotifications = (ctx: Context): Promise<undefined> =>
  inTransaction(ctx, async ({ db, actor: { userId }, clock }) => {
    await markAllAsRead(db, userId, clock.now())
    await publishTopic(db, notificationTopic(userId))
    return undefined
  })

export const purgeNotifications = (db: Db, now: Date) =>
  deleteNotificationsBefore(db, new Date(now.getTime() - notificationDays * dayMs))
