import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { line } from './line.ts'
import { Owner, ownersQuery } from './owner.ts'
import { PageQuery, pageOf } from './paging.ts'
import { reason } from './reason.ts'
import { AttemptQuery, disabledReasons, Webhook, WebhookAttempt } from './webhooks.ts'

/**
 * DISABLED: it is told of nothing. Of those that are told, FAILING: its last attempt failed; SLOW: it kept us waiting, and
 * has not answered in time since; HEALTHY: neither.
 */
export const webhookStates = ['HEALTHY', 'FAILING', 'SLOW', 'DISABLED'] as const

export const AdminWebhook = Webhook.extend({
  // The rest of an address often opens the receiver; Webhook.url is a secret for that.
  url: z.string().meta({ description: 'The host alone, like https://hooks.example.com/…' }),
  user: Owner,
  state: z.enum(webhookStates),
  disabledBefore: disabledReasons.schema.optional().meta({
    description: 'Why it was disabled before an administrator disabled it, as it is again once one enables it',
  }),
}).meta({
  id: 'AdminWebhook',
  example: { ...exampleOf(Webhook), user: exampleOf(Owner), state: 'HEALTHY' },
})
export type AdminWebhook = z.infer<typeof AdminWebhook>

const AdminWebhookQuery = PageQuery.extend({
  search: line().max(100).optional().meta({ description: 'Any part of the host, or whose it is' }),
  userId: ownersQuery,
  state: z.enum(webhookStates).optional(),
})
export type AdminWebhookQuery = z.infer<typeof AdminWebhookQuery>

const WebhookParams = z.object({ id: z.uuid('There is no such webhook') })

const WebhookAct = z
  .strictObject({ reason })
  .meta({ id: 'WebhookAct', example: { reason: 'Its owner no longer runs this server' } })
export type WebhookAct = z.infer<typeof WebhookAct>

/** How many webhooks are in each state, and how their attempts of the last 24 hours ended. */
const WebhookHealth = z
  .object({
    byState: z.array(z.object({ state: z.enum(webhookStates), count: z.int() })),
    succeeded: z.int(),
    failed: z.int(),
    waiting: z.int().meta({ description: 'Events that are yet to be sent, or to be sent again' }),
    overdue: z.int().meta({ description: 'Of these, due for more than a minute' }),
  })
  .meta({
    id: 'WebhookHealth',
    example: {
      byState: [
        { state: 'HEALTHY', count: 41 },
        { state: 'FAILING', count: 2 },
        { state: 'SLOW', count: 0 },
        { state: 'DISABLED', count: 3 },
      ],
      succeeded: 11840,
      failed: 96,
      waiting: 4,
      overdue: 0,
    },
  })
export type WebhookHealth = z.infer<typeof WebhookHealth>

const admin = { tag: 'Administration', access: ['SUPER_ADMIN'] } as const

/** The webhooks of all users. */
export const adminWebhooks = {
  list: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/webhooks',
    summary: "Everybody's webhooks, those in trouble first, then the newest",
    query: AdminWebhookQuery,
    response: pageOf(AdminWebhook),
    data: ['personal'],
  }),
  health: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/webhooks/health',
    summary: 'How all webhooks do',
    response: WebhookHealth,
  }),
  get: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/webhooks/{id}',
    summary: 'One webhook of anybody',
    params: WebhookParams,
    response: AdminWebhook,
    data: ['personal'],
  }),
  log: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/webhooks/{id}/log',
    summary: 'What was sent to a webhook of anybody and what it answered, the newest first',
    params: WebhookParams,
    query: AttemptQuery,
    response: pageOf(WebhookAttempt),
    data: ['money'],
  }),
  attempt: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/webhooks/{id}/log/{attemptId}',
    summary: 'One attempt of the log of a webhook of anybody',
    params: WebhookParams.extend({ attemptId: z.uuid('There is no such attempt') }),
    response: WebhookAttempt,
    data: ['money'],
  }),
  disable: endpoint({
    ...admin,
    method: 'POST',
    path: '/v1/admin/webhooks/{id}/disable',
    summary:
      'Disable a webhook of anybody, until an administrator enables it; its owner is told by mail, with the reason',
    params: WebhookParams,
    body: WebhookAct,
    response: AdminWebhook,
    data: ['personal'],
    errors: ['CONFLICT'],
  }),
  enable: endpoint({
    ...admin,
    method: 'POST',
    path: '/v1/admin/webhooks/{id}/enable',
    summary:
      'Enable a webhook that an administrator disabled, unless it was disabled before that; its owner is told by mail',
    params: WebhookParams,
    body: WebhookAct,
    response: AdminWebhook,
    data: ['personal'],
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
}
