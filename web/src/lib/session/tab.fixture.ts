import { getExample } from '@dooryard/contract/api/examples'
import { Impersonation } from '@dooryard/contract/identity/account'
import type { ImpersonationTokens } from '@dooryard/contract/identity/admin/admin-users'
import { SignedIn } from '@dooryard/contract/identity/auth'
import { vi } from 'vitest'
import type { SessionChange } from './session.ts'

/** A fake storage shared by all tabs. Like a real one, it notifies every tab except the writer. */
export function browserStorage() {
  const entries = new Map<string, string>()
  const tabs = new Set<EventTarget>()
  const write = (by: EventTarget, name: string, value: string) => {
    entries.set(name, value)
    for (const tab of tabs) if (tab !== by) tab.dispatchEvent(Object.assign(new Event('storage'), { key: name }))
  }
  const getView = (tab: EventTarget) => {
    tabs.add(tab)
    return {
      getItem: (name: string) => entries.get(name) ?? null,
      setItem: (name: string, value: string) => write(tab, name, value),
    }
  }
  return { entries, getView }
}

/** A fake tab: its session module and the reasons for which its session changed. */
export async function openTab(storage: ReturnType<typeof browserStorage>, ownStorage: object = {}) {
  const page = Object.assign(new EventTarget(), { location: { pathname: '/portal/users', search: '?page=2' } })
  const localStorage = { ...storage.getView(page), ...ownStorage }
  vi.resetModules()
  // Modules read these globals at run time, so each tab installs its own.
  const enter = () => {
    vi.stubGlobal('window', page)
    vi.stubGlobal('localStorage', localStorage)
  }
  enter()
  // Node has its own locks, which persist between tests.
  vi.stubGlobal('navigator', {})
  const { session } = await import('./session.ts')
  const { withAuthorization } = await import('./with-authorization.ts')
  const { ApiError } = await import('../api/errors.ts')
  const changes: SessionChange['reason'][] = []
  session.onChange(({ reason }) => changes.push(reason))
  /** The server's answer to a rejected token. */
  const refusal = () => new ApiError(401, { message: 'Your session has ended. Please sign in again.' })
  return { session, asUser: withAuthorization, refusal, changes, enter, page }
}

/** Fake locks shared by all tabs: one holder per name at a time. */
export function browserLocks() {
  const last = new Map<string, Promise<unknown>>()
  return {
    request: (name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
      const run = () => (signal.aborted ? undefined : work())
      const turn = (last.get(name) ?? Promise.resolve()).then(run, run)
      last.set(name, turn)
      return turn
    },
  }
}

export const erin: SignedIn = getExample(SignedIn)
export const impersonatedSession: ImpersonationTokens = { ...erin, impersonation: getExample(Impersonation) }
export const admin: SignedIn = {
  ...erin,
  user: { ...erin.user, id: impersonatedSession.impersonation.adminId, role: 'SUPER_ADMIN' },
  accessToken: 'admin-access',
  refreshToken: 'admin-refresh',
}

const encodeClaims = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')
let issued = 0

/** A token valid for the given seconds from now, or from `at`. */
export function createToken(seconds: number, at = Date.now()) {
  const iat = Math.floor(at / 1000)
  issued += 1
  return `${issued}.${encodeClaims({ iat, exp: iat + seconds })}.signature`
}
