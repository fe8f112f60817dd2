import { adminWebhooks } from '@dooryard/contract/admin-webhooks'
import { webhooks } from '@dooryard/contract/webhook-calls'
import { user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { succeed } from './journey.ts'

/** An administrator who looks at somebody's webhook, disables it and enables it. */
export async function webhookAdministrationJourney(portal: Portal, url: string): Promise<void> {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  const owner = await user(portal)
  const { id } = await succeed(owner.as, webhooks.create, { body: { url, events: ['credits.low'] } })
  await succeed(owner.as, webhooks.test, { params: { id } })
  const params = { id }
  await succeed(as, adminWebhooks.list, { query: { userId: [owner.id], state: 'HEALTHY', search: 'tess' } })
  await succeed(as, adminWebhooks.health)
  await succeed(as, adminWebhooks.get, { params })
  const { items } = await succeed(as, adminWebhooks.log, { params })
  await succeed(as, adminWebhooks.attempt, { params: { id, attemptId: items[0]?.id ?? '' } })
  await succeed(as, adminWebhooks.disable, { params })
  await succeed(owner.as, webhooks.get, { params })
  await succeed(as, adminWebhooks.enable, { params })
}
