import { Impersonation } from '@dooryard/contract/account'
import type { SignedInAs } from '@dooryard/contract/admin-users'
import { SignedIn } from '@dooryard/contract/auth'
import { exampleOf } from '@dooryard/contract/examples'
import { vi } from 'vitest'
import type { Change } from './session.ts'

/** What all tabs of a browser share. Like the real one, it tells the tabs other than the one that writes. */
export function browserStorage() {
  const kept = new Map<string, string>()
  const tabs = new Set<EventTarget>()
  const write = (by: EventTarget, name: string, value: string) => {
    kept.set(name, value)
    for (const tab of tabs) if (tab !== by) tab.dispatchEvent(Object.assign(new Event('storage'), { key: name }))
  }
  const viewOf = (tab: EventTarget) => {
    tabs.add(tab)
    return {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => write(tab, name, value),
    }
  }
  return { kept, viewOf }
}

/** A tab of a browser: the session as it is loaded there, and why it changed. */
export async function openTab(storage: ReturnType<typeof browserStorage>, ownStorage: object = {}) {
  const page = Object.assign(new EventTarget(), { location: { pathname: '/portal/users', search: '?page=2' } })
  const localStorage = { ...storage.viewOf(page), ...ownStorage }
  vi.resetModules()
  // Modules find these by name whenever they run, so each tab puts its own in place.
  const enter = () => {
    vi.stubGlobal('window', page)
    vi.stubGlobal('localStorage', localStorage)
  }
  enter()
  // Node has locks of its own, which last from one test to the next.
  vi.stubGlobal('navigator', {})
  const { session } = await import('./session.ts')
  const { asUser } = await import('./as-user.ts')
  const { ApiError } = await import('./errors.ts')
  const changes: Change['why'][] = []
  session.onChange(({ why }) => changes.push(why))
  /** What the server says to a token that it does not take. */
  const refusal = () => new ApiError(401, { message: 'Your session has ended. Please sign in again.' })
  return { session, asUser, refusal, changes, enter, page }
}

/** Locks that all tabs of a browser share: one holder of a name at a time. */
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

export const erin: SignedIn = exampleOf(SignedIn)
export const asErin: SignedInAs = { ...erin, impersonation: exampleOf(Impersonation) }
export const admin: SignedIn = {
  ...erin,
  user: { ...erin.user, id: asErin.impersonation.adminId, role: 'SUPER_ADMIN' },
  accessToken: 'admin-access',
  refreshToken: 'admin-refresh',
}

const base64 = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')
let issued = 0

/** A token that is good for so many seconds from now, or from `at`, on. */
export function tokenFor(seconds: number, at = Date.now()) {
  const iat = Math.floor(at / 1000)
  issued += 1
  return `${issued}.${base64({ iat, exp: iat + seconds })}.signature`
}
