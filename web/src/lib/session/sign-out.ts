import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { fetchJson } from '../api/http.ts'
import { session } from './session.ts'
import { getStoredAccessToken } from './tokens.ts'

/** Milliseconds the server may take to end a session. A session not ended by then expires by itself. */
const timeoutMs = 5000

const timeout = () => new Promise((resolve) => setTimeout(resolve, timeoutMs))

/** Ends one of the stored sessions on the server, if it can be reached. The local session does not change. */
async function endServerSession(
  which: 'current' | 'own',
  { method, path }: typeof account.logout | typeof adminUsers.endImpersonation,
) {
  try {
    const token = await getStoredAccessToken(which)
    if (token) await fetchJson(path, { method, headers: { authorization: `Bearer ${token}` } })
  } catch {
    // The session then expires by itself.
  }
}

/** Stops impersonating; the administrator's own session is restored. */
export async function stopImpersonating() {
  await Promise.race([endServerSession('current', adminUsers.endImpersonation), timeout()])
  session.endImpersonation()
}

/** Ends the session. An impersonating administrator signs out of both sessions, without seeing their own in between. */
export async function signOut() {
  await Promise.race([endServerSessions(), timeout()])
  session.end('asked')
}

async function endServerSessions() {
  if (!session.get().afterImpersonationState) return endServerSession('current', account.logout)
  await endServerSession('current', adminUsers.endImpersonation)
  await endServerSession('own', account.logout)
}
