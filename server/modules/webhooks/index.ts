// Webhooks: endpoints of users, events sent to them, retries, and the log of attempts.
// Tables: webhooks, webhook_events, webhook_attempts, webhook_hourly_stats.
// Schedule: end-undeliverable-attempts, purge-webhook-log, purge-deleted-webhooks, purge-previous-secrets. A dispatcher
// sends the events, without a job per event.
// Events: webhook.test, on request; the other modules emit theirs with `emitWebhookEvent`, and send one on request with
// `sendEvent`.
// Routes: /v1/webhooks; /v1/admin/webhooks for administrators.
// Start with events/emit-event.ts (write), deliver/start-dispatcher.ts (send) and manage/manage-webhooks.ts.

export { deletePastAttempts } from './deliver/deliver-past.queries.ts'
export { deliverPastEvents } from './deliver/deliver-past.ts'
export { sendEvent } from './deliver/redeliver.ts'
export { startDispatcher } from './deliver/start-dispatcher.ts'
export { emitWebhookEvent, hiddenLink } from './events/emit-event.ts'
export { webhookSchedule } from './webhook-schedule.ts'
export { countFailingWebhooks, getUserWebhookStats, getWebhookQueueStats } from './webhook-stats.queries.ts'
export { blockUserWebhooks, countWebhooks, deleteUserWebhooks } from './webhooks.queries.ts'
export { webhookRoutes } from './webhooks.routes.ts'
