import { account } from '@dooryard/contract/identity/account'
import { auth } from '@dooryard/contract/identity/auth'
import { anonymousCaller, user } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'
import type { Caller } from '../../../test/requests.ts'

/** Helpers for tests of impersonation. */
export const createImpersonationHelpers = (portal: Portal) => ({
  newAdmin: () => user(portal, { role: 'SUPER_ADMIN' }),
  refresh: (refreshToken: string) => anonymousCaller(portal).call(auth.refresh, { body: { refreshToken } }),
  change: (userId: string, facts: { isActive?: boolean; role?: string; emailVerifiedAt?: null }) =>
    portal.db.updateTable('users').set(facts).where('id', '=', userId).execute(),
  getStatus: async (caller: Caller) => (await caller.call(account.me)).status,
})
