import { z } from 'zod'
import { endpointFactory } from '../api/endpoint.ts'
import { secretOverlapHours } from '../api/limits.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { webhookEventTypes } from './webhook-events.ts'
import {
  AttemptQuery,
  IssuedWebhook,
  maxRedelivered,
  maxWebhooks,
  NewWebhook,
  Redelivered,
  Redelivery,
  Webhook,
  WebhookAttempt,
  WebhookChange,
  WebhookSecret,
  webhookLogDays,
} from './webhooks.ts'

const WebhookParams = z.object({ id: z.uuid('There is no such webhook') })

const TestEvent = z
  .strictObject({ eventType: webhookEventTypes.schema.default('webhook.test') })
  .meta({ id: 'TestEvent', example: { eventType: 'webhook.test' } })

const webhookEndpoint = endpointFactory({ tag: 'Webhooks', access: ['ENTERPRISE_USER'] })

export const webhooks = {
  list: webhookEndpoint('GET /v1/webhooks', "List the user's webhooks, newest first", {
    query: PageQuery,
    response: pageSchema(Webhook),
    data: ['secret'],
  }),
  create: webhookEndpoint('POST /v1/webhooks', `Create a webhook; a user can have at most ${maxWebhooks}`, {
    body: NewWebhook,
    response: IssuedWebhook,
    data: ['secret'],
    status: 201,
    // No Idempotency-Key: the stored response would contain the secret in plain text.
    refusedWhileImpersonating: true,
    stepUp: true,
    errors: ['UNPROCESSABLE', 'CONFLICT'],
  }),
  get: webhookEndpoint('GET /v1/webhooks/{id}', 'Get a webhook', {
    params: WebhookParams,
    response: Webhook,
    data: ['secret'],
  }),
  change: webhookEndpoint(
    'PATCH /v1/webhooks/{id}',
    'Update the URL or events of a webhook, or enable or disable it; a disabled webhook misses events',
    {
      params: WebhookParams,
      body: WebhookChange,
      response: Webhook,
      data: ['secret'],
      refusedWhileImpersonating: true,
      stepUp: true,
      errors: ['UNPROCESSABLE', 'CONFLICT'],
    },
  ),
  remove: webhookEndpoint(
    'DELETE /v1/webhooks/{id}',
    'Delete a webhook with its log, unless an administrator disabled it',
    { params: WebhookParams, status: 204, refusedWhileImpersonating: true, errors: ['CONFLICT'] },
  ),
  log: webhookEndpoint(
    'GET /v1/webhooks/{id}/log',
    `List the delivery attempts of a webhook in the last ${webhookLogDays} days, newest first`,
    { params: WebhookParams, query: AttemptQuery, response: pageSchema(WebhookAttempt), data: ['money'] },
  ),
  attempt: webhookEndpoint('GET /v1/webhooks/{id}/log/{attemptId}', 'Get a delivery attempt', {
    params: WebhookParams.extend({ attemptId: z.uuid('There is no such attempt') }),
    response: WebhookAttempt,
    data: ['money'],
  }),
  secret: webhookEndpoint('GET /v1/webhooks/{id}/secret', 'Get the signing secret of a webhook', {
    params: WebhookParams,
    response: WebhookSecret,
    data: ['secret'],
    refusedWhileImpersonating: true,
    stepUp: true,
  }),
  regenerateSecret: webhookEndpoint(
    'POST /v1/webhooks/{id}/regenerate-secret',
    `Rotate the signing secret; the old one also signs for ${secretOverlapHours} hours`,
    {
      params: WebhookParams,
      response: WebhookSecret,
      data: ['secret'],
      refusedWhileImpersonating: true,
      stepUp: true,
      errors: ['CONFLICT'],
    },
  ),
  test: webhookEndpoint(
    'POST /v1/webhooks/{id}/test',
    'Send a test event, whether or not the webhook receives events of its type',
    {
      params: WebhookParams,
      body: TestEvent,
      response: WebhookAttempt,
      data: ['money'],
      status: 202,
      limits: [{ name: 'webhook-test', per: 'account', times: 60, seconds: 60 }],
      errors: ['CONFLICT'],
    },
  ),
  redeliver: webhookEndpoint(
    'POST /v1/webhooks/{id}/redeliver',
    `Resend one event, or all failed events since an instant, at most ${maxRedelivered} at a time`,
    {
      params: WebhookParams,
      body: Redelivery,
      response: Redelivered,
      status: 202,
      limits: [{ name: 'webhook-redeliver', per: 'account', times: 60, seconds: 60 }],
      errors: ['CONFLICT'],
    },
  ),
}
