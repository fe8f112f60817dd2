import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'

/** Days for which a notification is kept, read or not. */
export const notificationDays = 90

// Without their labels, which only the settings show: every screen loads this file.
export const NotificationKind = z.enum([
  'ORDER_READY',
  'ORDER_FAILED',
  'ORDER_EXPIRING',
  'ORDER_EXPIRED',
  'RECURRING_ORDER',
  'NEW_MATCHES',
  'TASK_DUE',
  'CREDITS',
  'COUNTY_DATA',
])
export type NotificationKind = z.infer<typeof NotificationKind>

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
      .max(NotificationKind.options.length, 'Change each kind once')
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
