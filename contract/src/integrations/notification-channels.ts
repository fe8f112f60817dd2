import { enumWithLabels } from '../api/enums.ts'
import type { Role } from '../api/roles.ts'
import { NotificationKind } from '../identity/notifications.ts'
import type { WebhookEventType } from './webhook-events.ts'

export const notificationKinds = enumWithLabels<NotificationKind>({
  ORDER_READY: ['Order ready', 'An order is complete and its leads can be downloaded'],
  ORDER_FAILED: ['Order failed', 'An order could not be delivered; its credits are back'],
  ORDER_EXPIRING: ['Phone numbers expire soon', 'The do-not-call check of a call list ends in three days'],
  ORDER_EXPIRED: ['Phone numbers expired', 'A call list may not be called until its check is refreshed'],
  RECURRING_ORDER: ['Recurring order paused', 'A recurring order cannot continue without you'],
  NEW_MATCHES: ['Saved search changed', 'New and removed matches of the searches with alerts, once a day'],
  TASK_DUE: ['Task due', 'A task on a lead is due; by email, those of the day in the morning'],
  CREDITS: ['Spending and balance', 'You pass a limit of your spending alerts'],
  COUNTY_DATA: ['County data', 'A new file waits for a decision, or a refresh failed'],
})

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
  NotificationKind.options.filter((kind) => notificationRules[kind].roles.includes(role))

/** Whether users of a role can choose a channel for a kind: only customers with webhooks get events. */
export const hasChannel = (role: Role, kind: NotificationKind, channel: NotificationChannel): boolean =>
  channel !== 'byWebhook' || (role === 'ENTERPRISE_USER' && notificationRules[kind].webhookEvent === undefined)
