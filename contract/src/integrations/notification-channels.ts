import { enumWithLabels } from '../api/enums.ts'
import type { Role } from '../api/roles.ts'
import { type NotificationKind, notificationKinds } from '../identity/notifications.ts'
import type { WebhookEventType } from './webhook-events.ts'

export const notificationChannels = enumWithLabels({
  inApp: ['In the app', 'Under the bell'],
  byMail: ['Email', 'To the address of your account'],
  byWebhook: ['Webhook', 'As the event notification.created'],
})
export type NotificationChannel = (typeof notificationChannels.values)[number]

type KindRules = {
  roles: readonly Role[]
  /** The event that reports it already, so that `notification.created` does not. */
  webhookEvent?: WebhookEventType
}

const customers = ['CONSUMER_USER', 'ENTERPRISE_USER'] as const

export const notificationRules: Record<NotificationKind, KindRules> = {
  ORDER_READY: { roles: customers, webhookEvent: 'order.completed' },
  ORDER_FAILED: { roles: customers, webhookEvent: 'order.failed' },
  ORDER_EXPIRING: { roles: customers, webhookEvent: 'order.expiring' },
  ORDER_EXPIRED: { roles: customers, webhookEvent: 'order.expired' },
  RECURRING_ORDER: { roles: customers },
  NEW_MATCHES: { roles: customers, webhookEvent: 'saved_search.changed' },
  TASK_DUE: { roles: customers },
  CREDITS: { roles: customers },
  COUNTY_DATA: { roles: ['SUPER_ADMIN'] },
}

/** The kinds of notifications that users of a role get. */
export const listNotificationKinds = (role: Role): NotificationKind[] =>
  notificationKinds.values.filter((kind) => notificationRules[kind].roles.includes(role))

/** Whether users of a role can choose a channel for a kind: only customers with webhooks get events. */
export const hasChannel = (role: Role, kind: NotificationKind, channel: NotificationChannel): boolean =>
  channel !== 'byWebhook' || (role === 'ENTERPRISE_USER' && notificationRules[kind].webhookEvent === undefined)
