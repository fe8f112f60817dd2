import { adminUsers } from '@dooryard/contract/admin-users'
import { user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { succeed } from './journey.ts'

/** An administrator makes an account for somebody, changes it and signs them out. */
export async function userAdministrationJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  const { id } = await succeed(as, adminUsers.create)
  const params = { id }
  await succeed(as, adminUsers.get, { params })
  await succeed(as, adminUsers.invite, { params })
  await succeed(as, adminUsers.change, { params, body: { role: 'AFFILIATE_USER', reason: 'Sells by a coupon' } })
  const someone = await user(portal)
  await succeed(as, adminUsers.many, { query: { ids: [id, someone.id] } })
  await succeed(as, adminUsers.sessions, { params: someone })
  await succeed(as, adminUsers.signOut, { params: someone })
}
