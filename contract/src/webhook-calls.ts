import { z } from 'zod'
import { endpoint } from './endpoint.ts'
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

const enterprise = ['ENTERPRISE_USER'] as const

const WebhookParams = z.object({ id: z.uuid('There is no such webhook') })

const TestEvent = z
  .strictObject({ eventType: webhookEventTypes.schema.default('webhook.test') })
  .meta({ id: 'TestEvent', example: { eventType: 'webhook.test' } })

const tag = 'Webhooks'

/** The calls about what is told to a user's webhooks, and how that went. */
export const webhooks = {
  list: endpoint({
    method: 'GET',
    path: '/v1/webhooks',
    summary: "The user's webhooks, the newest first",
    tag,
    access: enterprise,
    query: PageQuery,
    response: pageOf(Webhook),
    data: ['secret'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/webhooks',
    summary: `Have events sent to a URL; a user has ${mostWebhooks} webhooks at most`,
    tag,
    access: enterprise,
    body: NewWebhook,
    response: IssuedWebhook,
    data: ['secret'],
    status: 201,
    // No Idempotency-Key: the record of its answer would be a copy of the secret that can be read.
    refusedWhileImpersonating: true,
    errors: ['UNPROCESSABLE', 'CONFLICT'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/v1/webhooks/{id}',
    summary: 'One webhook',
    tag,
    access: enterprise,
    params: WebhookParams,
    response: Webhook,
    data: ['secret'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/v1/webhooks/{id}',
    summary: 'Change where, or which events a webhook is told of, or disable or enable it; disabled, it misses events',
    tag,
    access: enterprise,
    params: WebhookParams,
    body: WebhookChange,
    response: Webhook,
    data: ['secret'],
    refusedWhileImpersonating: true,
    errors: ['UNPROCESSABLE', 'CONFLICT'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    summary: 'Delete a webhook with its log, unless an administrator disabled it',
    tag,
    access: enterprise,
    params: WebhookParams,
    status: 204,
    refusedWhileImpersonating: true,
    errors: ['CONFLICT'],
  }),
  log: endpoint({
    method: 'GET',
    path: '/v1/webhooks/{id}/log',
    summary: `What was sent to a webhook in the last ${webhookLogDays} days and what it answered, the newest first`,
    tag,
    access: enterprise,
    params: WebhookParams,
    query: AttemptQuery,
    response: pageOf(WebhookAttempt),
    data: ['money'],
  }),
  attempt: endpoint({
    method: 'GET',
    path: '/v1/webhooks/{id}/log/{attemptId}',
    summary: 'One attempt of the log',
    tag,
    access: enterprise,
    params: WebhookParams.extend({ attemptId: z.uuid('There is no such attempt') }),
    response: WebhookAttempt,
    data: ['money'],
  }),
  secret: endpoint({
    method: 'GET',
    path: '/v1/webhooks/{id}/secret',
    summary: 'The secret that signs what is sent',
    tag,
    access: enterprise,
    params: WebhookParams,
    response: WebhookSecret,
    data: ['secret'],
    refusedWhileImpersonating: true,
  }),
  regenerateSecret: endpoint({
    method: 'POST',
    path: '/v1/webhooks/{id}/regenerate-secret',
    summary: `Make a new secret; the old one signs beside it for ${secretOverlapHours} hours`,
    tag,
    access: enterprise,
    params: WebhookParams,
    response: WebhookSecret,
    data: ['secret'],
    refusedWhileImpersonating: true,
    errors: ['CONFLICT'],
  }),
  test: endpoint({
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    summary: 'Send an event with made-up contents, whether or not the webhook is told of its kind',
    tag,
    access: enterprise,
    params: WebhookParams,
    body: TestEvent,
    response: WebhookAttempt,
    data: ['money'],
    status: 202,
    limits: [{ name: 'webhook-test', per: 'account', times: 60, seconds: 60 }],
    errors: ['CONFLICT'],
  }),
  redeliver: endpoint({
    method: 'POST',
    path: '/v1/webhooks/{id}/redeliver',
    summary: `Send one event again, or all that were not taken since an instant, ${mostRedelivered} at once`,
    tag,
    access: enterprise,
    params: WebhookParams,
    body: Redelivery,
    response: Redelivered,
    status: 202,
    limits: [{ name: 'webhook-redeliver', per: 'account', times: 60, seconds: 60 }],
    errors: ['CONFLICT'],
  }),
}
