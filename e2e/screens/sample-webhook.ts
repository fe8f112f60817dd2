import { auth } from '@dooryard/contract/identity/auth'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { vi } from 'vitest'
import { withDatabase } from '../support/portal-database.ts'
import { call } from '../support/portal-process.ts'

/** A port of this machine that nothing listens on: requests fail at once. */
const unreachableUrl = 'http://127.0.0.1:1/inbound'

/** The screen of a webhook, and that of one of its attempts. */
export type SampleWebhook = { detail: string; attempt: string }

/** Creates a webhook of the demo's enterprise account with a failed attempt. */
export async function createSampleWebhook(url: string): Promise<SampleWebhook> {
  const body = { email: 'enterprise@dooryard.test', password: 'dooryard-demo' }
  const { accessToken } = await call(url, undefined, auth.login, { body })
  const webhook = await call(url, accessToken, webhooks.create, {
    body: { url: unreachableUrl, description: 'To look at', events: ['order.completed', 'credits.low'] },
  })
  const params = { id: webhook.id }
  const { id } = await call(url, accessToken, webhooks.test, { params, body: { eventType: 'order.completed' } })
  const status = async () =>
    (await call(url, accessToken, webhooks.attempt, { params: { ...params, attemptId: id } })).status
  await vi.waitUntil(async () => (await status()) !== 'PENDING', { timeout: 30_000, interval: 100 })
  const detail = `/portal/webhooks/${webhook.id}`
  return { detail, attempt: `${detail}?attempt=${id}` }
}

/** Waits until the third attempt is pending, and defers it for hours, so that the log does not change. */
export async function deferRetries(url: string, { detail }: SampleWebhook) {
  const body = { email: 'enterprise@dooryard.test', password: 'dooryard-demo' }
  const { accessToken } = await call(url, undefined, auth.login, { body })
  const params = { id: detail.slice(detail.lastIndexOf('/') + 1) }
  const pending = () => call(url, accessToken, webhooks.log, { params, query: { status: 'PENDING' } })
  await vi.waitUntil(async () => (await pending()).items.every(({ attempt }) => attempt > 2), {
    timeout: 60_000,
    interval: 200,
  })
  await withDatabase((client) =>
    client.query(`update webhook_attempts set at = at + interval '5 hours' where status = 'PENDING'`),
  )
}
