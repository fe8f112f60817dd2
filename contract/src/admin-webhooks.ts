import { z } from 'zod'
import { adminCall } from './endpoint.ts'
import { line } from './line.ts'
import { Owner, ownersQuery } from './owner.ts'
import { PageQuery, pageOf } from './paging.ts'
import { reason } from './reason.ts'
import { AttemptQuery, disabledReasons, Webhook, WebhookAttempt } from './webhooks.ts'

/** Of those that are told, SLOW kept us waiting and has not answered in time since. */
export const webhookStates = ['HEALTHY', 'FAILING', 'SLOW', 'DISABLED'] as const

export const AdminWebhook = Webhook.extend({
  // The rest of an address often opens the receiver; Webhook.url is a secret for that.
  url: z.string().describe('The host alone, like https://hooks.example.com/…'),
  user: Owner,
  state: z.enum(webhookStates),
  disabledBefore: disabledReasons.schema
    .optional()
    .describe('Why it was disabled before an administrator disabled it, as it is again once one enables it'),
}).meta({ id: 'AdminWebhook' })
export type AdminWebhook = z.infer<typeof AdminWebhook>

const AdminWebhookQuery = PageQuery.extend({
  search: line().max(100).optional().describe('Any part of the host, or whose it is'),
  userId: ownersQuery,
  state: z.enum(webhookStates).optional(),
})
export type AdminWebhookQuery = z.infer<typeof AdminWebhookQuery>

const WebhookParams = z.object({ id: z.uuid('There is no such webhook') })

const WebhookAct = z
  .strictObject({ reason })
  .meta({ id: 'WebhookAct', example: { reason: 'Its owner no longer runs this server' } })
export type WebhookAct = z.infer<typeof WebhookAct>

const WebhookHealth = z
  .object({
    byState: z.array(z.object({ state: z.enum(webhookStates), count: z.int() })),
    succeeded: z.int(),
    failed: z.int(),
    waiting: z.int().describe('Events that are yet to be sent, or to be sent again'),
    overdue: z.int().describe('Of these, due for more than a minute'),
  })
  .meta({ id: 'WebhookHealth' })
export type WebhookHealth = z.infer<typeof WebhookHealth>

export const adminWebhooks = {
  list: adminCall('GET /v1/admin/webhooks', "Everybody's webhooks, those in trouble first, then the newest", {
    query: AdminWebhookQuery,
    response: pageOf(AdminWebhook),
    data: ['personal'],
  }),
  health: adminCall('GET /v1/admin/webhooks/health', 'How all webhooks do', { response: WebhookHealth }),
  get: adminCall('GET /v1/admin/webhooks/{id}', 'One webhook of anybody', {
    params: WebhookParams,
    response: AdminWebhook,
    data: ['personal'],
  }),
  log: adminCall(
    'GET /v1/admin/webhooks/{id}/log',
    'What was sent to a webhook of anybody and what it answered, the newest first',
    { params: WebhookParams, query: AttemptQuery, response: pageOf(WebhookAttempt), data: ['money'] },
  ),
  attempt: adminCall('GET /v1/admin/webhooks/{id}/log/{attemptId}', 'One attempt of the log of a webhook of anybody', {
    params: WebhookParams.extend({ attemptId: z.uuid('There is no such attempt') }),
    response: WebhookAttempt,
    data: ['money'],
  }),
  disable: adminCall(
    'POST /v1/admin/webhooks/{id}/disable',
    'Disable a webhook of anybody, until an administrator enables it; its owner is told by mail, with the reason',
    { params: WebhookParams, body: WebhookAct, response: AdminWebhook, data: ['personal'], errors: ['CONFLICT'] },
  ),
  enable: adminCall(
    'POST /v1/admin/webhooks/{id}/enable',
    'Enable a webhook that an administrator disabled, unless it was disabled before that; its owner is told by mail',
    {
      params: WebhookParams,
      body: WebhookAct,
      response: AdminWebhook,
      data: ['personal'],
      errors: ['CONFLICT', 'UNPROCESSABLE'],
    },
  ),
}
