import { z } from 'zod'
import { callsWith } from './endpoint.ts'
import { secretOverlapHours } from './limits.ts'
import { PageQuery, pageOf } from './paging.ts'
import { webhookEventTypes } from './webhook-events.ts'
import {
  AttemptQuery,
  IssuedWebhook,
  mostRedelivered,
  mostWebhooks,
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

const webhookCall = callsWith({ tag: 'Webhooks', access: ['ENTERPRISE_USER'] })

export const webhooks = {
  list: webhookCall('GET /v1/webhooks', "The user's webhooks, the newest first", {
    query: PageQuery,
    response: pageOf(Webhook),
    data: ['secret'],
  }),
  create: webhookCall('POST /v1/webhooks', `Have events sent to a URL; a user has ${mostWebhooks} webhooks at most`, {
    body: NewWebhook,
    response: IssuedWebhook,
    data: ['secret'],
    status: 201,
    // No Idempotency-Key: the record of its answer would be a copy of the secret that can be read.
    refusedWhileImpersonating: true,
    errors: ['UNPROCESSABLE', 'CONFLICT'],
  }),
  get: webhookCall('GET /v1/webhooks/{id}', 'One webhook', {
    params: WebhookParams,
    response: Webhook,
    data: ['secret'],
  }),
  change: webhookCall(
    'PATCH /v1/webhooks/{id}',
    'Change where, or which events a webhook is told of, or disable or enable it; disabled, it misses events',
    {
      params: WebhookParams,
      body: WebhookChange,
      response: Webhook,
      data: ['secret'],
      refusedWhileImpersonating: true,
      errors: ['UNPROCESSABLE', 'CONFLICT'],
    },
  ),
  remove: webhookCall(
    'DELETE /v1/webhooks/{id}',
    'Delete a webhook with its log, unless an administrator disabled it',
    { params: WebhookParams, status: 204, refusedWhileImpersonating: true, errors: ['CONFLICT'] },
  ),
  log: webhookCall(
    'GET /v1/webhooks/{id}/log',
    `What was sent to a webhook in the last ${webhookLogDays} days and what it answered, the newest first`,
    { params: WebhookParams, query: AttemptQuery, response: pageOf(WebhookAttempt), data: ['money'] },
  ),
  attempt: webhookCall('GET /v1/webhooks/{id}/log/{attemptId}', 'One attempt of the log', {
    params: WebhookParams.extend({ attemptId: z.uuid('There is no such attempt') }),
    response: WebhookAttempt,
    data: ['money'],
  }),
  secret: webhookCall('GET /v1/webhooks/{id}/secret', 'The secret that signs what is sent', {
    params: WebhookParams,
    response: WebhookSecret,
    data: ['secret'],
    refusedWhileImpersonating: true,
  }),
  regenerateSecret: webhookCall(
    'POST /v1/webhooks/{id}/regenerate-secret',
    `Make a new secret; the old one signs beside it for ${secretOverlapHours} hours`,
    {
      params: WebhookParams,
      response: WebhookSecret,
      data: ['secret'],
      refusedWhileImpersonating: true,
      errors: ['CONFLICT'],
    },
  ),
  test: webhookCall(
    'POST /v1/webhooks/{id}/test',
    'Send an event with made-up contents, whether or not the webhook is told of its kind',
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
  redeliver: webhookCall(
    'POST /v1/webhooks/{id}/redeliver',
    `Send one event again, or all that were not taken since an instant, ${mostRedelivered} at once`,
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
