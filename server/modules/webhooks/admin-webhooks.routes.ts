import { adminWebhooks } from '@dooryard/contract/admin-webhooks'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { anyWebhook } from './any-webhook.ts'
import { disableByAdministrator } from './disable-by-administrator.ts'
import { enableByAdministrator } from './enable-by-administrator.ts'
import { anyAttempt, anyAttempts, everybodysWebhooks, healthOfAll } from './everybodys-webhooks.ts'

/** The routes of everybody's webhooks; `outbound` is the way out to what they call. */
export const adminWebhookRoutes = (outbound: Outbound): Route[] =>
  handlers(adminWebhooks, {
    list: (ctx, { query }) => everybodysWebhooks(ctx, query),
    health: (ctx) => healthOfAll(ctx),
    get: (ctx, { params }) => anyWebhook(ctx, params.id),
    log: (ctx, { params, query }) => anyAttempts(ctx, params.id, query),
    attempt: (ctx, { params }) => anyAttempt(ctx, params.id, params.attemptId),
    disable: (ctx, { params, body }) => disableByAdministrator(ctx, params.id, body),
    enable: (ctx, { params, body }) => enableByAdministrator(ctx, outbound, params.id, body),
  })
