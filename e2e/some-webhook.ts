import { auth } from '@dooryard/contract/auth'
import { webhooks } from '@dooryard/contract/webhook-calls'
import { vi } from 'vitest'
import { inDatabase } from './portal-database.ts'
import { call } from './portal-process.ts'

/** A port of this machine that nobody listens at: what is sent there fails at once. */
const nowhere = 'http://127.0.0.1:1/inbound'

/** The screen of a webhook, and that of one of its attempts. */
export type SomeWebhook = { detail: string; attempt: string }

/** A webhook of the demo's enterprise account to which something was sent in vain. */
export async function someWebhook(url: string): Promise<SomeWebhook> {
  const body = { email: 'enterprise@dooryard.test', password: 'dooryard-demo' }
  const { accessToken } = await call(url, undefined, auth.login, { body })
  const made = await call(url, accessToken, webhooks.create, {
    body: { url: nowhere, description: 'To look at', events: ['order.completed', 'credits.low'] },
  })
  const params = { id: made.id }
  const { id } = await call(url, accessToken, webhooks.test, { params, body: { eventType: 'order.completed' } })
  const status = async () =>
    (await call(url, accessToken, webhooks.attempt, { params: { ...params, attemptId: id } })).status
  await vi.waitUntil(async () => (await status()) !== 'PENDING', { timeout: 30_000, interval: 100 })
  const detail = `/portal/webhooks/${made.id}`
  return { detail, attempt: `${detail}?attempt=${id}` }
}

/** Waits until what failed is to be tried a third time, and puts that off for hours, so that the log stays as it is. */
export async function putOffRetries(url: string, { detail }: SomeWebhook) {
  const body = { email: 'enterprise@dooryard.test', password: 'dooryard-demo' }
  const { accessToken } = await call(url, undefined, auth.login, { body })
  const params = { id: detail.slice(detail.lastIndexOf('/') + 1) }
  const pending = () => call(url, accessToken, webhooks.log, { params, query: { status: 'PENDING' } })
  await vi.waitUntil(async () => (await pending()).items.every(({ attempt }) => attempt > 2), {
    timeout: 60_000,
    interval: 200,
  })
  await inDatabase((client) =>
    client.query(`update webhook_attempts set at = at + interval '5 hours' where status = 'PENDING'`),
  )
}
