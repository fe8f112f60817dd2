import type { Slice } from '@dooryard/contract/api/paging'
import type { Insertable } from 'kysely'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { DB, Db } from '../../../platform/postgres/database.ts'

const notificationColumns = ['id', 'kind', 'title', 'body', 'path', 'createdAt', 'readAt'] as const

const selectOwned = (db: Db, userId: string) => db.selectFrom('notifications').where('userId', '=', userId)

export type NotificationRow = Awaited<ReturnType<typeof selectNotifications>>[number]

export const selectNotifications = (db: Db, userId: string, { limit, offset }: Slice) =>
  selectOwned(db, userId).select(notificationColumns).orderBy('id', 'desc').limit(limit).offset(offset).execute()

export const countNotifications = (db: Db, userId: string): Promise<number> => countRows(db, selectOwned(db, userId))

export const countUnread = (db: Db, userId: string): Promise<number> =>
  countRows(db, selectOwned(db, userId).where('readAt', 'is', null))

export const insertNotification = (db: Db, row: Insertable<DB['notifications']>) =>
  db.insertInto('notifications').values(row).execute()

type SameNotification = Pick<NotificationRow, 'kind' | 'path' | 'title' | 'body'> & { userId: string }

/** Deletes those that say the same about the same screen, and were not read. */
export const deleteUnreadRepeats = (db: Db, { userId, kind, path, title, body }: SameNotification) =>
  db
    .deleteFrom('notifications')
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .where('kind', '=', kind)
    .where('path', '=', path)
    .where('title', '=', title)
    .where('body', '=', body)
    .execute()

/** Whether the user has this notification; one that was read stays read at its first time. */
export async function markAsRead(db: Db, userId: string, id: string, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('notifications')
    .set((eb) => ({ readAt: eb.fn.coalesce('readAt', eb.val(at)) }))
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const markAllAsRead = (db: Db, userId: string, at: Date) =>
  db.updateTable('notifications').set({ readAt: at }).where('userId', '=', userId).where('readAt', 'is', null).execute()

export const deleteNotifications = (db: Db, userId: string) =>
  db.deleteFrom('notifications').where('userId', '=', userId).execute()

export const deleteNotificationsBefore = (db: Db, before: Date) =>
  db.deleteFrom('notifications').where('createdAt', '<', before).execute()
