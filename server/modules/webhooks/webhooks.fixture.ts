import { webhooks } from '@dooryard/contract/webhook-calls'
import type { NewWebhook } from '@dooryard/contract/webhooks'
import type { TestUser } from '../../test/factories.ts'

/** A webhook of somebody's, of two kinds of events. */
export async function webhook({ as }: Pick<TestUser, 'as'>, draft: Partial<NewWebhook> = {}) {
  const { status, body } = await as.call(webhooks.create, {
    body: { url: 'https://hooks.example.com/dooryard', events: ['order.completed', 'order.failed'], ...draft },
  })
  if (status !== 201) throw new Error(`the webhook could not be made: ${JSON.stringify(body)}`)
  return body
}

/** Gives a webhook of somebody's a new secret. */
export async function regenerateOf({ as }: Pick<TestUser, 'as'>, id: string) {
  const { status, body } = await as.call(webhooks.regenerateSecret, { params: { id } })
  if (status !== 200 && status !== 201) throw new Error(`it has no new secret: ${JSON.stringify(body)}`)
  return body
}
