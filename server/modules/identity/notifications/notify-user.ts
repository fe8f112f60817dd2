import type { NotificationKind } from '@dooryard/contract/identity/notifications'
import { notificationRules } from '@dooryard/contract/integrations/notification-channels'
import type { Services } from '../../../platform/context.ts'
import { publishTopic } from '../../../platform/live/event-hub.ts'
import { type Mail, queueMail } from '../../../platform/mail/mail.ts'
import type { MailReader } from '../../../platform/mail/templates/template.ts'
import { newId } from '../../../platform/util/ids.ts'
import { emitWebhookEvent } from '../../webhooks/index.ts'
import { findNotificationRecipient } from './notification-settings.queries.ts'
import { deleteUnreadRepeats, insertNotification } from './notifications.queries.ts'
import { notificationTopic } from './notifications.ts'

type NewNotification = {
  userId: string
  kind: NotificationKind
  title: string
  /** Sentences; may be empty. */
  body: string
  /** Of the screen that it is about, with a leading slash. */
  path: string
  /** What webhooks get as the title, and no body, where these have contact data. */
  webhookTitle?: string
  /** Without one, this notification is not mailed. */
  mail?: (reader: MailReader) => Mail
}

/**
 * Notifies a user over the channels chosen for the kind: under the bell, by mail and by webhook, in the caller's
 * transaction. Under the bell it replaces an unread one that says the same. Mails go to verified addresses only; closed
 * and deactivated accounts get nothing.
 */
export async function notifyUser(
  tx: Pick<Services, 'db' | 'clock' | 'secrets' | 'log'>,
  { mail, webhookTitle, ...notification }: NewNotification,
): Promise<void> {
  const { db, clock } = tx
  const { userId, kind, ...content } = notification
  const recipient = await findNotificationRecipient(db, userId, kind)
  if (!recipient) return
  const { inApp, byMail, byWebhook } = recipient.channels
  const createdAt = clock.now()
  if (inApp) {
    await deleteUnreadRepeats(db, notification)
    await insertNotification(db, { id: newId(createdAt.getTime()), ...notification, createdAt })
    await publishTopic(db, notificationTopic(userId))
  }
  if (byMail && mail && recipient.emailVerifiedAt) await queueMail(tx, mail(recipient))
  if (byWebhook && !notificationRules[kind].webhookEvent)
    await emitWebhookEvent(tx, userId, 'notification.created', () => ({
      notification: {
        ...{ kind, ...content, ...(webhookTitle !== undefined && { title: webhookTitle, body: '' }) },
        createdAt: createdAt.toISOString(),
      },
    }))
}
