import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import type { NewWebhook } from '@dooryard/contract/integrations/webhooks'
import type { TestUser } from '../../test/factories.ts'

/** A user's webhook with two event types. */
export async function createTestWebhook({ as }: Pick<TestUser, 'as'>, draft: Partial<NewWebhook> = {}) {
  const { status, body } = await as.call(webhooks.create, {
    body: { url: 'https://hooks.example.com/dooryard', events: ['order.completed', 'order.failed'], ...draft },
  })
  if (status !== 201) throw new Error(`the webhook could not be made: ${JSON.stringify(body)}`)
  return body
}

/** Regenerates the secret of a user's webhook. */
export async function regenerateTestSecret({ as }: Pick<TestUser, 'as'>, id: string) {
  const { status, body } = await as.call(webhooks.regenerateSecret, { params: { id } })
  if (status !== 200 && status !== 201) throw new Error(`it has no new secret: ${JSON.stringify(body)}`)
  return body
}
