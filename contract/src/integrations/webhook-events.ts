import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { enumWithLabels } from '../api/enums.ts'
import { getExample } from '../api/examples.ts'
import { Bucket } from '../billing/credit-history.ts'
import { Balance } from '../billing/credits.ts'
import { Subscription } from '../billing/subscriptions.ts'
import { Notification } from '../identity/notifications.ts'
import { InternalStatus, ListedOrder } from '../orders/order.ts'
import { SavedSearch } from '../properties/saved-searches.ts'

export const webhookEventTypes = enumWithLabels({
  'order.created': ['Order placed', 'An order was placed, in the portal or by API'],
  'order.status_changed': ['Order status changed', 'An order changed its status, including the final one'],
  'order.completed': ['Order completed', 'An order was delivered; its file can be downloaded'],
  'order.failed': ['Order failed', 'An order failed or was cancelled; its credits were released'],
  'order.dnc_refreshed': ['DNC refreshed', 'The numbers of a delivered order were rechecked'],
  'order.expiring': ['Order about to expire', 'The numbers of an order expire in three days'],
  'order.expired': ['Order expired', 'The numbers of an order have expired and must be rechecked before calling'],
  'credits.low': ['Credits low', 'Fewer credits are left than the minimum order takes'],
  'credits.adjusted': ['Credits adjusted', 'An administrator added or removed credits'],
  'subscription.updated': ['Subscription changed', 'A subscription started, changed, renewed or ended'],
  'subscription.payment_failed': ['Payment failed', 'The renewal of a subscription was not paid'],
  'saved_search.changed': ['Saved search changed', 'A saved search has new or removed matches'],
  'notification.created': ['Notification', 'A task is due, a limit is passed or a recurring order is paused'],
  'webhook.test': ['Test', 'Sent on request'],
})
export type WebhookEventType = z.infer<typeof webhookEventTypes.schema>

/** Incremented whenever the payload of any event changes in a way that receivers would notice. */
export const webhookVersion = 2

const orderData = z.object({ order: ListedOrder })

/** Minutes for which the link to the file of an order in an event can be used. */
export const eventFileMinutes = 60

const EventFile = z.object({
  url: classified('secret', z.string()).describe('Needs no API key'),
  expiresAt: z.iso
    .datetime()
    .describe(`When the link ends, ${eventFileMinutes} minutes after the attempt that sends it`),
})

export const webhookData = {
  'order.created': orderData.meta({
    id: 'OrderCreated',
    example: {
      order: {
        ...getExample(ListedOrder),
        ...{ deliveredQuantity: 0, creditsHeld: 500, creditsCaptured: 0, completedAt: undefined, fileVersion: 0 },
        ...{ userFacingStatus: 'PENDING', internalStatus: 'QUEUED' },
      },
    },
  }),
  'order.status_changed': orderData
    .extend({ from: InternalStatus, to: InternalStatus })
    .meta({ id: 'OrderStatusChanged', example: { order: getExample(ListedOrder), from: 'ASSEMBLING', to: 'READY' } }),
  'order.completed': orderData
    .extend({ file: EventFile.optional().describe('The CSV, if you send an order to a webhook again from the portal') })
    .meta({ id: 'OrderCompleted', example: { order: getExample(ListedOrder) } }),
  'order.failed': orderData.meta({
    id: 'OrderFailed',
    example: {
      order: {
        ...getExample(ListedOrder),
        ...{ deliveredQuantity: 0, creditsCaptured: 0, creditsReleased: 500, totalPrice: 0, fileVersion: 0 },
        ...{ userFacingStatus: 'FAILED', internalStatus: 'FAILED' },
        failureReason: 'You have already purchased all properties that match these filters.',
      },
    },
  }),
  'order.dnc_refreshed': orderData
    .extend({
      fileVersion: z.int(),
      callableLeads: z.int().describe('Leads of that version with a callable number'),
    })
    .meta({
      id: 'OrderDncRefreshed',
      example: {
        order: { ...getExample(ListedOrder), campaignType: 'CALL_READY', fileVersion: 2 },
        fileVersion: 2,
        callableLeads: 471,
      },
    }),
  'order.expiring': orderData
    .extend({ expiresAt: z.iso.datetime() })
    .meta({ id: 'OrderExpiring', example: { order: getExample(ListedOrder), expiresAt: '2026-12-02T09:30:00.000Z' } }),
  'order.expired': orderData
    .extend({ expiresAt: z.iso.datetime() })
    .meta({ id: 'OrderExpired', example: { order: getExample(ListedOrder), expiresAt: '2026-12-02T09:30:00.000Z' } }),
  'credits.low': z
    .object({
      balance: Balance,
      threshold: classified('money', z.int().describe('The smallest minimum order: fewer credits than this are left')),
    })
    .meta({
      id: 'CreditsLow',
      example: {
        balance: { subscriptionCredits: 12, subscriptionCreditsHeld: 500, onDemandCredits: 0 },
        threshold: 50,
      },
    }),
  'credits.adjusted': z
    .object({
      balance: Balance,
      bucket: Bucket,
      amount: classified('money', z.int().describe('Signed')),
      reason: z.string(),
    })
    .meta({
      id: 'CreditsAdjusted',
      example: {
        balance: getExample(Balance),
        bucket: 'ON_DEMAND',
        amount: 250,
        reason: 'For the order that came back short on November 2',
      },
    }),
  'subscription.updated': z
    .object({ subscription: Subscription })
    .meta({ id: 'SubscriptionUpdated', example: { subscription: getExample(Subscription) } }),
  'subscription.payment_failed': z.object({ subscription: Subscription }).meta({
    id: 'SubscriptionPaymentFailed',
    example: {
      subscription: {
        ...getExample(Subscription),
        status: 'PAST_DUE',
        graceUntil: '2026-12-09T09:30:00.000Z',
      },
    },
  }),
  'saved_search.changed': z
    .object({
      savedSearch: SavedSearch.pick({ id: true, name: true }),
      count: z.int(),
      entered: z.int().nullable().describe('Null if there are too many matches to track'),
      left: z.int().nullable(),
      countedAt: z.iso.datetime(),
    })
    .meta({
      id: 'SavedSearchChanged',
      example: {
        savedSearch: { id: '0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b1', name: 'Absentee owners of Davidson' },
        count: 1834,
        entered: 14,
        left: 3,
        countedAt: '2026-11-02T09:30:00.000Z',
      },
    }),
  'notification.created': z.object({ notification: Notification.omit({ id: true, isRead: true }) }).meta({
    id: 'NotificationCreated',
    example: {
      notification: {
        kind: 'TASK_DUE',
        title: 'A task is due',
        body: '',
        path: '/portal/today',
        createdAt: '2026-11-02T09:30:00.000Z',
      },
    },
  }),
  'webhook.test': z
    .object({ message: z.string() })
    .meta({ id: 'WebhookTested', example: { message: 'This webhook works.' } }),
} satisfies Record<WebhookEventType, z.ZodType>

export type WebhookData<Type extends WebhookEventType> = z.input<(typeof webhookData)[Type]>

/** The body of the request that delivers an event, as it is signed. */
export const buildWebhookBodySchema = <Type extends WebhookEventType>(type: Type) =>
  z.object({
    id: z.string().describe('The id of the event; the header `webhook-id` has the same value at every attempt'),
    type: z.literal(type),
    version: z.literal(webhookVersion),
    timestamp: z.iso.datetime().describe('When it happened'),
    isTest: z
      .literal(true)
      .optional()
      .describe('A test event sent on request, or an event of an order placed with a test key'),
    data: webhookData[type],
  })
