import { z } from 'zod'
import { classified } from './data-classes.ts'
import { instant, rangeEnd } from './instant.ts'
import { line } from './line.ts'
import { PageQuery } from './paging.ts'
import { hourMs, minuteMs } from './time.ts'
import { vocabulary } from './vocabularies.ts'
import { webhookEventTypes } from './webhook-events.ts'

export const mostWebhooks = 20

/** Milliseconds that a receiver has to answer in. */
export const webhookTimeoutMs = 15_000

/** When an event is sent that was not taken: so many milliseconds after each failed try. */
export const webhookRetryMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
] as const

/** Days of nothing but failures after which a webhook is disabled. */
export const webhookFailingDays = 5

/** Days that events and attempts are kept. */
export const webhookLogDays = 30

export const mostRedelivered = 1000

/** How much of an answer is kept: its first bytes. */
export const keptAnswerBytes = 2048

export const disabledReasons = vocabulary({
  BY_USER: ['Disabled by you', 'You disabled it'],
  GONE: ['Gone', 'It answered 410 Gone, which asks us to stop'],
  BY_ADMIN: ['Disabled by an administrator', 'An administrator disabled it'],
  FAILING: ['Failing', `It took nothing for ${webhookFailingDays} days`],
})

const counts = { succeeded: z.int(), failed: z.int() }

export const Webhook = z
  .object({
    id: z.string(),
    url: classified(
      'secret',
      z
        .string()
        .describe(
          'Whole to its owner; to an administrator who acts as the owner, the host alone, like https://hooks.example.com/…',
        ),
    ),
    description: z.string().optional(),
    events: z.array(webhookEventTypes.schema),
    isActive: z.boolean(),
    disabledReason: disabledReasons.schema.optional(),
    disabledAt: z.iso.datetime().optional(),
    disabledNote: z.string().optional().describe('The reason that an administrator gave'),
    failingSince: z.iso.datetime().optional().describe('The first failure since it last took an event'),
    previousSecretEndsAt: z.iso
      .datetime()
      .optional()
      .describe('Until when a secret before the present one signs beside it'),
    health: z
      .object({ ...counts, hours: z.array(z.object({ at: z.iso.datetime(), ...counts })).max(25) })
      .describe('Attempts of the last 24 hours, by the hour, without hours that had none'),
    waiting: z.int().describe('Events that are yet to be sent, or to be sent again'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

/** A secret is `whsec_` and the base64 of the bytes that sign. */
export const WebhookSecret = z
  .object({ secret: classified('secret', z.string()), previousSecretEndsAt: z.iso.datetime().optional() })
  .meta({ id: 'WebhookSecret', example: { secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' } })
export type WebhookSecret = z.infer<typeof WebhookSecret>

export const IssuedWebhook = Webhook.extend({ secret: classified('secret', z.string()) }).meta({ id: 'IssuedWebhook' })
export type IssuedWebhook = z.infer<typeof IssuedWebhook>

const fields = {
  url: line('URL is required')
    .min(1, 'URL is required')
    .max(2000, 'URL must be less than 2000 characters')
    .refine(
      (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
      'Please enter a URL like https://…',
    )
    // As an address is shown to whoever may not see the whole.
    .refine((text) => !text.endsWith('/…'), 'Please enter the whole URL, without …'),
  description: line('Description must be text').max(255, 'Description must be less than 255 characters'),
  events: z
    .array(webhookEventTypes.schema)
    .min(1, 'Choose at least one event')
    .transform((chosen) => webhookEventTypes.values.filter((type) => chosen.includes(type))),
}

export const NewWebhook = z.strictObject({ ...fields, description: fields.description.optional() }).meta({
  id: 'NewWebhook',
  example: {
    url: 'https://hooks.example.com/dooryard',
    description: 'Orders into the CRM',
    events: ['order.completed', 'order.failed'],
  },
})
export type NewWebhook = z.infer<typeof NewWebhook>

export const WebhookChange = z
  .strictObject({ ...fields, isActive: z.boolean() })
  .partial()
  .meta({ id: 'WebhookChange', example: { isActive: false } })
export type WebhookChange = z.infer<typeof WebhookChange>

export const attemptStatuses = ['PENDING', 'SUCCEEDED', 'FAILED'] as const

export const WebhookAttempt = z
  .object({
    id: z.string(),
    eventId: z.string(),
    eventType: webhookEventTypes.schema,
    attempt: z.int().describe('The how manieth of this event to this webhook, from 1'),
    isManual: z.boolean().describe('Somebody asked for it'),
    at: z.iso.datetime().describe('When it was sent; while pending, when it is due'),
    status: z.enum(attemptStatuses),
    responseCode: z.int().optional(),
    durationMs: z.int().optional(),
    responseBody: z
      .string()
      .optional()
      .describe('How the answer began, up to 2 KiB; absent for whoever is not the owner of the webhook'),
    error: z.string().optional().describe('Why it failed'),
    nextAttemptAt: z.iso.datetime().optional().describe('When it is sent again'),
    requestBody: classified(
      'money',
      z.string().describe('The very text that is signed; on a list, its first 10,000 characters'),
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
  fromDate: rangeEnd('From'),
  toDate: rangeEnd('To'),
})
export type AttemptQuery = z.infer<typeof AttemptQuery>

export const Redelivery = z
  .strictObject({
    attemptId: z.uuid('There is no such attempt').optional().describe('Send the event of this attempt'),
    since: instant('Since must be an instant like 2026-11-02T09:30:00Z')
      .optional()
      .describe(
        'Send every event that was sent in vain since then, at once, also what waits to be sent again by itself',
      ),
  })
  .refine(({ attemptId, since }) => (attemptId === undefined) !== (since === undefined), {
    message: 'Give either attemptId or since',
    path: ['attemptId'],
  })
  .meta({ id: 'Redelivery', example: { since: '2026-11-02T09:30:00Z' } })
export type Redelivery = z.infer<typeof Redelivery>

export const Redelivered = z
  .object({
    queued: z.int().describe(`How many events are sent again: ${mostRedelivered} at most, the oldest first`),
    left: z.int().describe('How many more there are, to be asked for by the same call'),
  })
  .meta({ id: 'Redelivered', example: { queued: 3, left: 0 } })
export type Redelivered = z.infer<typeof Redelivered>
