import type {
  NotificationKind,
  NotificationSettings,
  NotificationSettingsChange,
} from '@dooryard/contract/identity/notifications'
import {
  hasChannel,
  listNotificationKinds,
  notificationChannels,
} from '@dooryard/contract/integrations/notification-channels'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { findApiOrderNotices, updateUser } from '../users/users.queries.ts'
import { allChannels, listNotificationSettings, upsertNotificationSettings } from './notification-settings.queries.ts'

/** The kinds of the user's role with the channels that can be chosen for each. */
export async function getNotificationSettings({
  db,
  actor: { userId, role },
}: Pick<Context, 'db' | 'actor'>): Promise<NotificationSettings> {
  const includesApiOrders = await findApiOrderNotices(db, userId)
  if (includesApiOrders === undefined) throw notFound('Your account')
  const chosen = new Map((await listNotificationSettings(db, userId)).map(({ kind, ...channels }) => [kind, channels]))
  const kinds = listNotificationKinds(role).map((kind) => {
    const { inApp, byMail, byWebhook } = chosen.get(kind) ?? allChannels
    return { kind, inApp, byMail, ...(hasChannel(role, kind, 'byWebhook') && { byWebhook }) }
  })
  return { kinds, includesApiOrders }
}

/** Channels and fields that are not given stay as they are. UNPROCESSABLE for what the user's role cannot choose. */
export const changeNotificationSettings = (
  ctx: Context,
  { kinds = [], includesApiOrders }: NotificationSettingsChange,
): Promise<NotificationSettings> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    for (const { kind, ...channels } of kinds) {
      requireChoice(tx, kind, channels)
      await upsertNotificationSettings(db, { userId: actor.userId, kind, ...channels })
    }
    if (includesApiOrders !== undefined)
      await updateUser(db, actor.userId, { hasApiOrderNotices: includesApiOrders, updatedAt: clock.now() })
    return getNotificationSettings(tx)
  })

type Channels = Omit<NonNullable<NotificationSettingsChange['kinds']>[number], 'kind'>

function requireChoice({ actor: { role } }: Pick<Context, 'actor'>, kind: NotificationKind, channels: Channels) {
  if (!listNotificationKinds(role).includes(kind))
    throw appError('UNPROCESSABLE', 'Your account gets no notifications of this kind.')
  if (notificationChannels.values.some((one) => channels[one] !== undefined && !hasChannel(role, kind, one)))
    throw appError('UNPROCESSABLE', 'Notifications of this kind are not sent as notification.created to your webhooks.')
}
