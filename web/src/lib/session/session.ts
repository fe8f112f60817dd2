import { roles } from '@dooryard/contract/api/roles'
import type { CreditSetting } from '@dooryard/contract/billing/credits'
import type { ImpersonationTokens } from '@dooryard/contract/identity/admin/admin-users'
import type { SignedIn, Tokens } from '@dooryard/contract/identity/auth'
import type { User } from '@dooryard/contract/identity/users'
import { useSyncExternalStore } from 'react'
import { syncClock } from './server-clock.ts'

/** The administrator's own session, kept while they impersonate a user. */
type OwnSession = {
  user: User
  accessToken: string
  refreshToken: string
  creditSettings: CreditSetting[] | null
  /** When the impersonation ends automatically. */
  expiresAt: string
  /** The screen where the impersonation started, to which it returns. */
  startedFrom: string
}

/** The session as stored in local storage, shared by tabs and reloads. */
export type Session = {
  user: User | null
  isAuthenticated: boolean
  accessToken: string | null
  refreshToken: string | null
  creditSettings: CreditSetting[] | null
  afterImpersonationState: OwnSession | null
}

type UnknownRecord = Record<string, unknown>

const isRecord = (value: unknown): value is UnknownRecord => typeof value === 'object' && value !== null
const isString = (value: unknown) => typeof value === 'string'

function isUser(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { id, email, firstName, lastName, role, isActive } = value
  return (
    [id, email, firstName, lastName].every(isString) &&
    roles.some((one) => one === role) &&
    typeof isActive === 'boolean'
  )
}

const isSettings = (value: unknown) => value === null || (Array.isArray(value) && value.every(isRecord))

const isOwnSession = (value: unknown) =>
  isRecord(value) &&
  isUser(value['user']) &&
  isSettings(value['creditSettings']) &&
  Number.isFinite(Date.parse(String(value['expiresAt']))) &&
  ['accessToken', 'refreshToken', 'expiresAt', 'startedFrom'].every((name) => isString(value[name]))

/**
 * Whether a stored value is a complete session; an older version may have stored less. Validated by hand, because
 * every screen starts with it.
 */
function isSession(value: unknown): value is Session {
  if (!isRecord(value)) return false
  const { user, isAuthenticated, accessToken, refreshToken, creditSettings, afterImpersonationState: own } = value
  return (
    typeof isAuthenticated === 'boolean' &&
    (user === null || isUser(user)) &&
    [accessToken, refreshToken].every((token) => token === null || isString(token)) &&
    isSettings(creditSettings) &&
    (own === null || isOwnSession(own))
  )
}

/** Why a session ended: the user signed out, or the server no longer accepts it. */
type EndReason = 'asked' | 'expired'

/** The identity changed: another user, or nobody, is signed in. `elsewhere` is another tab. */
export type SessionChange = { before: Session; after: Session; reason: EndReason | 'started' | 'elsewhere' }

const storageKey = 'dooryard.session'

const signedOut: Session = {
  user: null,
  isAuthenticated: false,
  accessToken: null,
  refreshToken: null,
  creditSettings: null,
  afterImpersonationState: null,
}

// If the browser cannot store the session, stored data is outdated or missing.
let isStored = true

/** The stored session; undefined when storage is disabled or full. */
function readStoredSession(): Session | undefined {
  if (!isStored) return undefined
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return isSession(value) ? value : signedOut
  } catch (error) {
    return error instanceof SyntaxError ? signedOut : undefined
  }
}

function storeSession(next: Session) {
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
    isStored = true
  } catch {
    // Without storage the session lives as long as the tab.
    isStored = false
  }
}

let current = readStoredSession() ?? signedOut
const subscribers = new Set<() => void>()
const listeners = new Set<(change: SessionChange) => void>()

/** Whose data the tab may show: nobody's, a user's, or an impersonated user's. */
const getIdentity = ({ isAuthenticated, user, afterImpersonationState: own }: Session) =>
  isAuthenticated && user ? `${own?.user.id ?? ''}:${user.id}` : ''

/**
 * The only way to change the session. It starts from what another tab may just have stored, so that nothing outdated
 * is restored. Returning `latest` unchanged adopts it.
 */
function change(to: (latest: Session) => Session, reason: SessionChange['reason']) {
  const before = current
  const latest = readStoredSession() ?? current
  current = to(latest)
  if (current !== latest) storeSession(current)
  for (const subscriber of subscribers) subscriber()
  if (getIdentity(before) === getIdentity(current)) return
  const event = { before, after: current, reason: current === latest ? 'elsewhere' : reason } as const
  for (const listener of listeners) listener(event)
}

/** The session to return to after impersonation; signed out if there is none. */
function getOwnSession({ afterImpersonationState: own }: Session): Session {
  if (!own) return signedOut
  const { user, accessToken, refreshToken, creditSettings } = own
  return { ...signedOut, isAuthenticated: true, user, accessToken, refreshToken, creditSettings }
}

function start({ user, accessToken, refreshToken, creditSettings }: SignedIn) {
  syncClock(accessToken)
  change(() => ({ ...signedOut, isAuthenticated: true, user, accessToken, refreshToken, creditSettings }), 'started')
}

/** Starts impersonating a user. Does nothing when the administrator who requested it is no longer signed in. */
function startImpersonation({ impersonation, ...signedInAs }: ImpersonationTokens) {
  const { expiresAt, adminId } = impersonation
  const startedFrom = window.location.pathname + window.location.search
  syncClock(signedInAs.accessToken)
  change((latest) => {
    const { user, accessToken, refreshToken, creditSettings } = latest
    if (user?.id !== adminId || !accessToken || !refreshToken) return latest
    const own = { user, accessToken, refreshToken, creditSettings, expiresAt, startedFrom }
    return { ...signedOut, ...signedInAs, isAuthenticated: true, afterImpersonationState: own }
  }, 'started')
}

/**
 * Stores the tokens that a refresh token was exchanged for, in whichever session still has that token; ignores them
 * when none has.
 */
function replaceTokens(spent: string, tokens: Tokens) {
  syncClock(tokens.accessToken)
  change((latest) => {
    const own = latest.afterImpersonationState
    if (latest.refreshToken === spent) return { ...latest, ...tokens }
    return own?.refreshToken === spent ? { ...latest, afterImpersonationState: { ...own, ...tokens } } : latest
  }, 'elsewhere')
}

/** Updates the data of the signed-in user. Data of another user is dropped. */
function update(changes: Partial<Pick<Session, 'user' | 'creditSettings'>>) {
  change((latest) => {
    const isSameUser = latest.isAuthenticated && (!changes.user || changes.user.id === latest.user?.id)
    return isSameUser ? { ...latest, ...changes } : latest
  }, 'elsewhere')
}

/**
 * Ends the session of `owner`, unless another user is signed in by now. An expired impersonation returns to the
 * administrator's own session.
 */
function end(endReason: EndReason, owner = getIdentity(current)) {
  change((latest) => {
    if (!latest.isAuthenticated || getIdentity(latest) !== owner) return latest
    return endReason === 'expired' ? getOwnSession(latest) : signedOut
  }, endReason)
}

const reloadSession = () => change((latest) => latest, 'elsewhere')

window.addEventListener('storage', ({ key }) => {
  if (key === storageKey || key === null) reloadSession()
})
// A page restored from the back/forward cache missed the events in the meantime.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) reloadSession()
})

const subscribe = (subscriber: () => void) => {
  subscribers.add(subscriber)
  return () => {
    subscribers.delete(subscriber)
  }
}

export const session = {
  get: () => current,
  identity: () => getIdentity(current),
  /** Adopts what another tab may have stored since. */
  reload: reloadSession,
  start,
  startImpersonation,
  /** Stops impersonating; restores the administrator's own session. */
  endImpersonation: () =>
    change((latest) => (latest.afterImpersonationState ? getOwnSession(latest) : latest), 'asked'),
  replaceTokens,
  update,
  end,
  onChange: (listener: (change: SessionChange) => void) => listeners.add(listener),
}

export const useSession = () => useSyncExternalStore(subscribe, session.get)
