import { z } from 'zod'
import { adminEndpoint } from '../api/endpoint.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { reason } from '../api/reason.ts'
import { textLine } from '../api/text.ts'
import { Owner, userIdsFilter } from '../identity/owner.ts'
import { AttemptQuery, disabledReasons, Webhook, WebhookAttempt } from './webhooks.ts'

/** SLOW is an active webhook that timed out and has not answered in time since. */
export const webhookStates = ['HEALTHY', 'FAILING', 'SLOW', 'DISABLED'] as const

export const AdminWebhook = Webhook.extend({
  // The rest of the URL often grants access to the receiver, which is why Webhook.url is a secret.
  url: z.string().describe('Only the host, like https://hooks.example.com/…'),
  user: Owner,
  state: z.enum(webhookStates),
  disabledBefore: disabledReasons.schema
    .optional()
    .describe(
      'Why it was already disabled when an administrator disabled it; this applies again once an administrator enables it',
    ),
}).meta({ id: 'AdminWebhook' })
export type AdminWebhook = z.infer<typeof AdminWebhook>

const AdminWebhookQuery = PageQuery.extend({
  search: textLine().max(100).optional().describe('Any part of the host, or the owner'),
  userId: userIdsFilter,
  state: z.enum(webhookStates).optional(),
})
export type AdminWebhookQuery = z.infer<typeof AdminWebhookQuery>

const WebhookParams = z.object({ id: z.uuid('There is no such webhook') })

const WebhookActionRequest = z
  .strictObject({ reason })
  .meta({ id: 'WebhookAct', example: { reason: 'Its owner no longer runs this server' } })
export type WebhookActionRequest = z.infer<typeof WebhookActionRequest>

const WebhookHealth = z
  .object({
    byState: z.array(z.object({ state: z.enum(webhookStates), count: z.int() })),
    succeeded: z.int(),
    failed: z.int(),
    waiting: z.int().describe('Events waiting to be sent or retried'),
    overdue: z.int().describe('Of these, overdue by more than a minute'),
  })
  .meta({ id: 'WebhookHealth' })
export type WebhookHealth = z.infer<typeof WebhookHealth>

export const adminWebhooks = {
  list: adminEndpoint(
    'GET /v1/admin/webhooks',
    'List the webhooks of all users, failing ones first, then newest first',
    {
      query: AdminWebhookQuery,
      response: pageSchema(AdminWebhook),
      data: ['personal'],
    },
  ),
  health: adminEndpoint('GET /v1/admin/webhooks/health', 'Get the health of all webhooks', { response: WebhookHealth }),
  get: adminEndpoint('GET /v1/admin/webhooks/{id}', 'Get the webhook of any user', {
    params: WebhookParams,
    response: AdminWebhook,
    data: ['personal'],
  }),
  log: adminEndpoint(
    'GET /v1/admin/webhooks/{id}/log',
    "List the delivery attempts of any user's webhook, newest first",
    { params: WebhookParams, query: AttemptQuery, response: pageSchema(WebhookAttempt), data: ['money'] },
  ),
  attempt: adminEndpoint(
    'GET /v1/admin/webhooks/{id}/log/{attemptId}',
    "Get a delivery attempt of any user's webhook",
    {
      params: WebhookParams.extend({ attemptId: z.uuid('There is no such attempt') }),
      response: WebhookAttempt,
      data: ['money'],
    },
  ),
  disable: adminEndpoint(
    'POST /v1/admin/webhooks/{id}/disable',
    'Disable the webhook of any user until an administrator enables it; its owner is notified by mail with the reason',
    {
      params: WebhookParams,
      body: WebhookActionRequest,
      response: AdminWebhook,
      data: ['personal'],
      errors: ['CONFLICT'],
    },
  ),
  enable: adminEndpoint(
    'POST /v1/admin/webhooks/{id}/enable',
    'Enable a webhook that an administrator disabled, unless it was already disabled before; its owner is notified by mail',
    {
      params: WebhookParams,
      body: WebhookActionRequest,
      response: AdminWebhook,
      data: ['personal'],
      errors: ['CONFLICT', 'UNPROCESSABLE'],
    },
  ),
}
