import { account } from '@dooryard/contract/account'
import { adminUsers } from '@dooryard/contract/admin-users'
import { send } from './http.ts'
import { session } from './session.ts'
import { accessTokenOf } from './tokens.ts'

/** For how long the server is given to hear of it. What is not ended there by then ends by itself. */
const patienceMs = 5000

const patience = () => new Promise((resolve) => setTimeout(resolve, patienceMs))

/** Ends at the server one of the sessions that are kept, as far as it can be reached; here nothing changes by it. */
async function tell(
  kept: 'current' | 'own',
  { method, path }: typeof account.logout | typeof adminUsers.endImpersonation,
) {
  try {
    const token = await accessTokenOf(kept)
    if (token) await send(path, { method, headers: { authorization: `Bearer ${token}` } })
  } catch {
    // See above.
  }
}

/** Stops acting as a user; the administrator has their own session back. */
export async function stopActing() {
  await Promise.race([tell('current', adminUsers.endImpersonation), patience()])
  session.endImpersonation()
}

/** Ends the session. An administrator who acts as a user stops that and ends their own, without being shown it again. */
export async function signOut() {
  await Promise.race([tellOfAll(), patience()])
  session.end('asked')
}

async function tellOfAll() {
  if (!session.get().afterImpersonationState) return tell('current', account.logout)
  await tell('current', adminUsers.endImpersonation)
  await tell('own', account.logout)
}
