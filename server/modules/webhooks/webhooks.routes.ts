import { adminWebhooks } from '@dooryard/contract/integrations/admin-webhooks'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { adminScope, ownScope } from '../../platform/context.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { redeliverEvents, sendTestEvent } from './deliver/redeliver.ts'
import { disableWebhookAsAdmin, enableWebhookAsAdmin } from './manage/admin-webhook-status.ts'
import { getAttempt, getWebhook, getWebhookHealth, listAttempts, listWebhooks } from './manage/list-webhooks.ts'
import { changeWebhook, createWebhook, removeWebhook, type WebhookOptions } from './manage/manage-webhooks.ts'
import { getWebhookSecret, regenerateWebhookSecret } from './manage/webhook-secrets.ts'

export const webhookRoutes = (options: WebhookOptions): Route[] => [
  ...handlers(webhooks, {
    list: (ctx, { query }) => listWebhooks(ctx, ownScope(ctx), query),
    create: (ctx, { body }) => createWebhook(ctx, options, body),
    get: (ctx, { params }) => getWebhook(ctx, ownScope(ctx), params.id),
    change: (ctx, { params, body }) => changeWebhook(ctx, options.outbound, params.id, body),
    remove: (ctx, { params }) => removeWebhook(ctx, params.id),
    log: (ctx, { params, query }) => listAttempts(ctx, ownScope(ctx), params.id, query),
    attempt: (ctx, { params }) => getAttempt(ctx, ownScope(ctx), params.id, params.attemptId),
    secret: (ctx, { params }) => getWebhookSecret(ctx, params.id),
    regenerateSecret: (ctx, { params }) => regenerateWebhookSecret(ctx, params.id),
    test: (ctx, { params, body }) => sendTestEvent(ctx, params.id, body.eventType),
    redeliver: (ctx, { params, body }) => redeliverEvents(ctx, params.id, body),
  }),
  ...handlers(adminWebhooks, {
    list: (ctx, { query }) => listWebhooks(ctx, adminScope(ctx), query),
    health: (ctx) => getWebhookHealth(ctx),
    get: (ctx, { params }) => getWebhook(ctx, adminScope(ctx), params.id),
    log: (ctx, { params, query }) => listAttempts(ctx, adminScope(ctx), params.id, query),
    attempt: (ctx, { params }) => getAttempt(ctx, adminScope(ctx), params.id, params.attemptId),
    disable: (ctx, { params, body }) => disableWebhookAsAdmin(ctx, params.id, body),
    enable: (ctx, { params, body }) => enableWebhookAsAdmin(ctx, options.outbound, params.id, body),
  }),
]
