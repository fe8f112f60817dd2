import { account } from '@dooryard/contract/account'
import { auth } from '@dooryard/contract/auth'
import { nobody, user } from '../../test/factories.ts'
import type { Portal } from '../../test/portal.ts'
import type { Caller } from '../../test/requests.ts'

/** What tests of acting as a user do at a portal. */
export const actingOn = (portal: Portal) => ({
  newAdmin: () => user(portal, { role: 'SUPER_ADMIN' }),
  refresh: (refreshToken: string) => nobody(portal).call(auth.refresh, { body: { refreshToken } }),
  change: (userId: string, facts: { isActive?: boolean; role?: string; emailVerifiedAt?: null }) =>
    portal.db.updateTable('users').set(facts).where('id', '=', userId).execute(),
  statusOf: async (caller: Caller) => (await caller.call(account.me)).status,
})
