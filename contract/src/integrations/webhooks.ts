import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { isoDateTime, rangeBound } from '../api/date-time.ts'
import { enumWithLabels } from '../api/enums.ts'
import { PageQuery } from '../api/paging.ts'
import { isWebAddress, textLine } from '../api/text.ts'
import { hourMs, minuteMs } from '../api/time.ts'
import { webhookEventTypes } from './webhook-events.ts'

export const maxWebhooks = 20

/** The timeout of a receiver, in milliseconds. */
export const webhookTimeoutMs = 15_000

/** The retry schedule of an event: milliseconds after each failed attempt. */
export const webhookRetryMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
] as const

/** Days with nothing but failures after which a webhook is disabled. */
export const webhookFailingDays = 5

/** Days for which events and attempts are stored. */
export const webhookLogDays = 30

export const maxRedelivered = 1000

/** How much of a response is stored: its first bytes. */
export const maxStoredResponseBytes = 2048

export const disabledReasons = enumWithLabels({
  BY_USER: ['Disabled by you', 'You disabled it'],
  GONE: ['Gone', 'Disabled because it responded with 410 Gone, which asks us to stop'],
  BY_ADMIN: ['Disabled by an administrator', 'An administrator disabled it'],
  FAILING: ['Failing', `All deliveries failed for ${webhookFailingDays} days`],
})

const attemptCounts = { succeeded: z.int(), failed: z.int() }

export const Webhook = z
  .object({
    id: z.string(),
    url: classified(
      'secret',
      z
        .string()
        .describe(
          'Full for its owner; only the host for an administrator who impersonates the owner, like https://hooks.example.com/…',
        ),
    ),
    description: z.string().optional(),
    events: z.array(webhookEventTypes.schema),
    sendsTestEvents: z.boolean().describe('Whether it also gets the events of orders placed with a test key'),
    isActive: z.boolean(),
    disabledReason: disabledReasons.schema.optional(),
    disabledAt: z.iso.datetime().optional(),
    disabledNote: z.string().optional().describe('The reason that an administrator gave'),
    failingSince: z.iso.datetime().optional().describe('The first failure since it last took an event'),
    previousSecretEndsAt: z.iso.datetime().optional().describe('Until when the previous secret also signs'),
    health: z
      .object({ ...attemptCounts, hours: z.array(z.object({ at: z.iso.datetime(), ...attemptCounts })).max(25) })
      .describe('Attempts of the last 24 hours by hour; hours without attempts are omitted'),
    hasDelivered: z.boolean().describe(`Whether it received an event in the last ${webhookLogDays} days`),
    waiting: z.int().describe('Events waiting to be sent or retried'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

/** A secret is `whsec_` and the base64 of the signing key. */
export const WebhookSecret = z
  .object({ secret: classified('secret', z.string()), previousSecretEndsAt: z.iso.datetime().optional() })
  .meta({ id: 'WebhookSecret', example: { secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' } })
export type WebhookSecret = z.infer<typeof WebhookSecret>

export const IssuedWebhook = Webhook.extend({ secret: classified('secret', z.string()) }).meta({ id: 'IssuedWebhook' })
export type IssuedWebhook = z.infer<typeof IssuedWebhook>

const webhookFields = {
  url: textLine('URL is required')
    .min(1, 'URL is required')
    .max(2000, 'URL must be less than 2000 characters')
    .refine(isWebAddress, 'Please enter a URL like https://…')
    // The masked form of a URL, which is shown to viewers without access to the whole.
    .refine((text) => !text.endsWith('/…'), 'Please enter the whole URL, without …'),
  description: textLine('Description must be text').max(255, 'Description must be less than 255 characters'),
  events: z
    .array(webhookEventTypes.schema)
    .min(1, 'Choose at least one event')
    .transform((chosen) => webhookEventTypes.values.filter((type) => chosen.includes(type))),
  sendsTestEvents: z
    .boolean()
    .optional()
    .describe(
      'Also send the events of orders placed with a test key, which have `isTest`; by default they are not sent',
    ),
}

export const NewWebhook = z.strictObject({ ...webhookFields, description: webhookFields.description.optional() }).meta({
  id: 'NewWebhook',
  example: {
    url: 'https://hooks.example.com/dooryard',
    description: 'Orders into the CRM',
    events: ['order.completed', 'order.failed'],
  },
})
export type NewWebhook = z.infer<typeof NewWebhook>

export const WebhookChange = z
  .strictObject({ ...webhookFields, isActive: z.boolean() })
  .partial()
  .meta({ id: 'WebhookChange', example: { isActive: false } })
export type WebhookChange = z.infer<typeof WebhookChange>

export const attemptStatuses = ['PENDING', 'SUCCEEDED', 'FAILED'] as const

export const WebhookAttempt = z
  .object({
    id: z.string(),
    eventId: z.string(),
    eventType: webhookEventTypes.schema,
    attempt: z.int().describe('The attempt number for this event and webhook, from 1'),
    isManual: z.boolean().describe('Sent on request'),
    at: z.iso.datetime().describe('When it was sent; while pending, when it is due'),
    status: z.enum(attemptStatuses),
    responseCode: z.int().optional(),
    durationMs: z.int().optional(),
    responseBody: z
      .string()
      .optional()
      .describe('The start of the response body, up to 2 KiB; only for the owner of the webhook'),
    error: z.string().optional().describe('Error'),
    nextAttemptAt: z.iso.datetime().optional().describe('When it is sent again'),
    requestBody: classified(
      'money',
      z
        .string()
        .describe(
          'The exact signed text, except that a link to a file is hidden: each attempt sends a new one; in lists, its first 10,000 characters',
        ),
    ),
  })
  .meta({
    id: 'WebhookAttempt',
    example: {
      eventId: '019a5c1e-2c30-7d00-8b1f-5a1b7c4d3e1f',
      eventType: 'webhook.test',
      attempt: 1,
      isManual: true,
      status: 'SUCCEEDED',
      responseCode: 204,
      durationMs: 38,
      responseBody: '',
      requestBody:
        '{"id":"019a5c1e-2c30-7d00-8b1f-5a1b7c4d3e1f","type":"webhook.test","version":2,' +
        '"timestamp":"2026-11-02T09:30:00.000Z","isTest":true,"data":{"message":"This webhook works."}}',
    },
  })
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

export const AttemptQuery = PageQuery.extend({
  status: z.enum(attemptStatuses).optional(),
  eventType: webhookEventTypes.schema.optional(),
  eventId: z.uuid('There is no such event').optional(),
  fromDate: rangeBound('From'),
  toDate: rangeBound('To'),
})
export type AttemptQuery = z.infer<typeof AttemptQuery>

export const Redelivery = z
  .strictObject({
    attemptId: z.uuid('There is no such attempt').optional().describe('Send the event of this attempt'),
    since: isoDateTime('Since must be an instant like 2026-11-02T09:30:00Z')
      .optional()
      .describe('Resend all failed events since then immediately, including those waiting for a retry'),
  })
  .refine(({ attemptId, since }) => (attemptId === undefined) !== (since === undefined), {
    message: 'Give either attemptId or since',
    path: ['attemptId'],
  })
  .meta({ id: 'Redelivery', example: { since: '2026-11-02T09:30:00Z' } })
export type Redelivery = z.infer<typeof Redelivery>

export const Redelivered = z
  .object({
    queued: z.int().describe(`Number of events resent: at most ${maxRedelivered}, oldest first`),
    left: z.int().describe('Number of remaining events, which the same call resends'),
  })
  .meta({ id: 'Redelivered', example: { queued: 3, left: 0 } })
export type Redelivered = z.infer<typeof Redelivered>
