import { webhooks } from '@dooryard/contract/webhook-calls'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { adminWebhookRoutes } from './admin-webhooks.routes.ts'
import { changeWebhook } from './change-webhook.ts'
import { createWebhook } from './create-webhook.ts'
import { listAttempts, listWebhooks, showAttempt } from './list-webhooks.ts'
import { showWebhook } from './own-webhook.ts'
import { redeliver } from './redeliver.ts'
import { removeWebhook } from './remove-webhook.ts'
import { sendTest } from './send-test.ts'
import type { WebhookOptions } from './webhook-options.ts'
import { regenerateSecret, showSecret } from './webhook-secrets.ts'

/** The routes of webhooks, of one's own and of everybody's. */
export const webhookRoutes = (options: WebhookOptions): Route[] => [
  ...ownWebhookRoutes(options),
  ...adminWebhookRoutes(options.outbound),
]

const ownWebhookRoutes = (options: WebhookOptions): Route[] =>
  handlers(webhooks, {
    list: (ctx, { query }) => listWebhooks(ctx, query),
    create: (ctx, { body }) => createWebhook(ctx, options, body),
    get: (ctx, { params }) => showWebhook(ctx, params.id),
    change: (ctx, { params, body }) => changeWebhook(ctx, options.outbound, params.id, body),
    remove: (ctx, { params }) => removeWebhook(ctx, params.id),
    log: (ctx, { params, query }) => listAttempts(ctx, params.id, query),
    attempt: (ctx, { params }) => showAttempt(ctx, params.id, params.attemptId),
    secret: (ctx, { params }) => showSecret(ctx, params.id),
    regenerateSecret: (ctx, { params }) => regenerateSecret(ctx, params.id),
    test: (ctx, { params, body }) => sendTest(ctx, params.id, body.eventType),
    redeliver: (ctx, { params, body }) => redeliver(ctx, params.id, body),
  })
