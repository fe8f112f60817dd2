import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import { dayMs } from '@dooryard/contract/api/time'
import { type Notification, NotificationKind, notificationDays } from '@dooryard/contract/identity/notifications'
import type { Context, Services } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import { publishTopic } from '../../../platform/live/event-hub.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import {
  countNotifications,
  countUnread,
  deleteNotificationsBefore,
  insertNotification,
  markAllAsRead,
  markAsRead,
  type NotificationRow,
  selectNotifications,
} from './notifications.queries.ts'

export const notificationTopic = (userId: string) => `notifications:${userId}`

type NewNotification = {
  userId: string
  kind: NotificationKind
  title: string
  /** Sentences; may be empty. */
  body: string
  /** Of the screen that it is about, with a leading slash. */
  path: string
}

/** Adds a notification under the user's bell; it exists and is counted there once the transaction commits. */
export async function notifyUser({ db, clock }: Pick<Services, 'db' | 'clock'>, notification: NewNotification) {
  const createdAt = clock.now()
  await insertNotification(db, { id: newId(createdAt.getTime()), ...notification, createdAt })
  await publishTopic(db, notificationTopic(notification.userId))
}

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
