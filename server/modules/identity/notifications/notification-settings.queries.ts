import { NotificationKind } from '@dooryard/contract/identity/notifications'
import type { Insertable } from 'kysely'
import { selectAccounts } from '../../../platform/lists/owners.queries.ts'
import type { DB, Db } from '../../../platform/postgres/database.ts'

const channelColumns = ['inApp', 'byMail', 'byWebhook'] as const

/** The channels of a kind that the user has not changed. */
export const allChannels = { inApp: true, byMail: true, byWebhook: true }

export async function listNotificationSettings(db: Db, userId: string) {
  const rows = await db
    .selectFrom('notificationSettings')
    .select(['kind', ...channelColumns])
    .where('userId', '=', userId)
    .execute()
  return rows.map(({ kind, ...channels }) => ({ kind: NotificationKind.parse(kind), ...channels }))
}

/** Columns that are not given keep their value; two changes at the same time keep both. */
export const upsertNotificationSettings = (
  db: Db,
  { userId, kind, ...channels }: Insertable<DB['notificationSettings']>,
) =>
  db
    .insertInto('notificationSettings')
    .values({ userId, kind, ...channels })
    .onConflict((conflict) => {
      const key = conflict.columns(['userId', 'kind'])
      return Object.keys(channels).length === 0 ? key.doNothing() : key.doUpdateSet(channels)
    })
    .execute()

export const deleteNotificationSettings = (db: Db, userId: string) =>
  db.deleteFrom('notificationSettings').where('userId', '=', userId).execute()

/** The user with the channels of a kind; undefined for accounts that are closed or deactivated. */
export async function findNotificationRecipient(db: Db, userId: string, kind: NotificationKind) {
  const row = await selectAccounts(db)
    .where('id', '=', userId)
    .where('isActive', '=', true)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const chosen = await db
    .selectFrom('notificationSettings')
    .select(channelColumns)
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return { ...row, channels: chosen ?? allChannels }
}
