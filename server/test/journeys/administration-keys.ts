import { adminApiKeys } from '@dooryard/contract/admin-api-keys'
import { apiKeys } from '@dooryard/contract/api-keys'
import { paymentHealth } from '@dooryard/contract/payment-health'
import { user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { succeed } from './journey.ts'

/** An administrator who finds a key that somebody lost and revokes it, and looks at how payments do. */
export async function keyAdministrationJourney(portal: Portal): Promise<void> {
  const owner = await user(portal)
  const { id } = await succeed(owner.as, apiKeys.create, { body: { name: 'Lost', scopes: ['orders:read'] } })
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  await succeed(as, adminApiKeys.list, { query: { search: 'lost', userId: [owner.id], state: 'ACTIVE' } })
  await succeed(as, adminApiKeys.get, { params: { id } })
  await succeed(as, adminApiKeys.revoke, { params: { id }, body: { reason: 'Found in a public repository' } })
  await succeed(as, paymentHealth.get)
}
