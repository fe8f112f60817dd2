import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'

/** Days for which a notification is kept, read or not. */
export const notificationDays = 90

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

/** What a user is notified of beside the screens of the portal. */
export const OrderNoticeSettings = z
  .object({
    hasMails: z.boolean().describe('Mails when an order is ready, fails or expires'),
    includesApiOrders: z
      .boolean()
      .describe(
        'Mails and notifications when an order placed with an API key is ready or fails, too; of its expiry they come anyway',
      ),
  })
  .meta({ id: 'OrderNoticeSettings', example: { hasMails: true, includesApiOrders: false } })
export type OrderNoticeSettings = z.infer<typeof OrderNoticeSettings>

const OrderNoticeChange = z
  .strictObject(OrderNoticeSettings.shape)
  .partial()
  .meta({ id: 'OrderNoticeChange', example: { hasMails: false } })
export type OrderNoticeChange = z.infer<typeof OrderNoticeChange>

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
  orderSettings: notificationEndpoint(
    'GET /v1/notifications/order-settings',
    'Get which orders notify the user, and how',
    {
      response: OrderNoticeSettings,
    },
  ),
  changeOrderSettings: notificationEndpoint(
    'PATCH /v1/notifications/order-settings',
    'Choose which orders notify the user, and how',
    { body: OrderNoticeChange, response: OrderNoticeSettings },
  ),
}
