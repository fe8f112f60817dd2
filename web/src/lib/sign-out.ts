import { auth } from '@dooryard/contract/auth'
import { api } from './api.ts'
import { session } from './session.ts'

/** Ends the session here, and at the server if it can be reached; nobody has to wait for that. */
export function signOut() {
  const told = api.call(auth.logout, {})
  told.catch(() => {}).finally(() => session.end('asked'))
}
