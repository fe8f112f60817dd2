import { adminWebhooks } from '@dooryard/contract/admin-webhooks'
import { webhooks } from '@dooryard/contract/webhook-calls'
import { adminScope, ownScope } from '../../platform/context.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { disableByAdministrator, enableByAdministrator } from './admin-webhook-status.ts'
import { getAttempt, getWebhook, getWebhookHealth, listAttempts, listWebhooks } from './list-webhooks.ts'
import { changeWebhook, createWebhook, removeWebhook, type WebhookOptions } from './manage-webhooks.ts'
import { redeliver, sendTest } from './redeliver.ts'
import { regenerateSecret, showSecret } from './webhook-secrets.ts'

export const webhookRoutes = (options: WebhookOptions): Route[] => [
  ...handlers(webhooks, {
    list: (ctx, { query }) => listWebhooks(ctx, ownScope(ctx), query),
    create: (ctx, { body }) => createWebhook(ctx, options, body),
    get: (ctx, { params }) => getWebhook(ctx, ownScope(ctx), params.id),
    change: (ctx, { params, body }) => changeWebhook(ctx, options.outbound, params.id, body),
    remove: (ctx, { params }) => removeWebhook(ctx, params.id),
    log: (ctx, { params, query }) => listAttempts(ctx, ownScope(ctx), params.id, query),
    attempt: (ctx, { params }) => getAttempt(ctx, ownScope(ctx), params.id, params.attemptId),
    secret: (ctx, { params }) => showSecret(ctx, params.id),
    regenerateSecret: (ctx, { params }) => regenerateSecret(ctx, params.id),
    test: (ctx, { params, body }) => sendTest(ctx, params.id, body.eventType),
    redeliver: (ctx, { params, body }) => redeliver(ctx, params.id, body),
  }),
  ...handlers(adminWebhooks, {
    list: (ctx, { query }) => listWebhooks(ctx, adminScope(ctx), query),
    health: (ctx) => getWebhookHealth(ctx),
    get: (ctx, { params }) => getWebhook(ctx, adminScope(ctx), params.id),
    log: (ctx, { params, query }) => listAttempts(ctx, adminScope(ctx), params.id, query),
    attempt: (ctx, { params }) => getAttempt(ctx, adminScope(ctx), params.id, params.attemptId),
    disable: (ctx, { params, body }) => disableByAdministrator(ctx, params.id, body),
    enable: (ctx, { params, body }) => enableByAdministrator(ctx, options.outbound, params.id, body),
  }),
]
