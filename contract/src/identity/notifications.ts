import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { enumWithLabels } from '../api/enums.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'

/** Days for which a notification is kept, read or not. */
export const notificationDays = 90

export const notificationKinds = enumWithLabels({
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
export const NotificationKind = notificationKinds.schema
export type NotificationKind = (typeof notificationKinds.values)[number]

export const Notification = z
  .object({
    id: z.string(),
    kind: NotificationKind,
    title: z.string(),
    body: classified('money', z.string().describe('A sentence or two; empty when the title says it all')),
    path: z.string().describe('The path of the screen that it is about, with a leading slash'),
    createdAt: z.iso.datetime(),
    isRead: z.boolean(),
  })
  .meta({
    id: 'Notification',
    example: {
      kind: 'ORDER_READY',
      title: 'Your order “Absentee owners in Nashville” is ready',
      body: '1,250 leads for 1,250 credits.',
      path: '/portal/campaigns',
      isRead: false,
    },
  })
export type Notification = z.infer<typeof Notification>

const channels = {
  inApp: z.boolean().describe('Under the bell of the portal'),
  byMail: z.boolean(),
  byWebhook: z
    .boolean()
    .describe(
      'As `notification.created`; only for kinds without an event of their own, and only for webhook customers',
    ),
}

export const NotificationSettings = z
  .object({
    kinds: z
      .array(z.object({ kind: NotificationKind, ...channels, byWebhook: channels.byWebhook.optional() }))
      .describe('The kinds that your role gets'),
    includesApiOrders: z
      .boolean()
      .describe(
        'Orders placed with an API key notify you when they are ready or fail; when they expire, they always do',
      ),
  })
  .meta({
    id: 'NotificationSettings',
    example: {
      kinds: [
        { kind: 'ORDER_READY', inApp: true, byMail: true },
        { kind: 'TASK_DUE', inApp: true, byMail: false, byWebhook: true },
      ],
      includesApiOrders: false,
    },
  })
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const NotificationSettingsChange = z
  .strictObject({
    kinds: z
      .array(z.strictObject({ kind: NotificationKind, ...z.object(channels).partial().shape }))
      .max(notificationKinds.values.length, 'Change each kind once')
      .describe('Channels that are omitted stay as they are'),
    includesApiOrders: NotificationSettings.shape.includesApiOrders,
  })
  .partial()
  .meta({ id: 'NotificationSettingsChange', example: { kinds: [{ kind: 'ORDER_READY', byMail: false }] } })
export type NotificationSettingsChange = z.infer<typeof NotificationSettingsChange>

const notificationEndpoint = endpointFactory({ tag: 'Account', access: 'SIGNED_IN' })

export const notifications = {
  list: notificationEndpoint(
    'GET /v1/notifications',
    `List the notifications of the last ${notificationDays} days, newest first`,
    { query: PageQuery, response: pageSchema(Notification), data: ['money'] },
  ),
  read: notificationEndpoint('POST /v1/notifications/{notificationId}/read', 'Mark a notification as read', {
    params: z.object({ notificationId: z.uuid('There is no such notification') }),
    status: 204,
  }),
  readAll: notificationEndpoint('POST /v1/notifications/read-all', 'Mark all notifications as read', { status: 204 }),
  settings: notificationEndpoint('GET /v1/notifications/settings', 'Get how each kind of notification reaches you', {
    response: NotificationSettings,
  }),
  changeSettings: notificationEndpoint(
    'PATCH /v1/notifications/settings',
    'Choose how each kind of notification reaches you',
    { body: NotificationSettingsChange, response: NotificationSettings, errors: ['UNPROCESSABLE'] },
  ),
}
