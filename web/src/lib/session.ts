import type { SignedInAs } from '@dooryard/contract/admin-users'
import type { SignedIn, Tokens } from '@dooryard/contract/auth'
import type { CreditSetting } from '@dooryard/contract/credits'
import { roles } from '@dooryard/contract/roles'
import type { User } from '@dooryard/contract/users'
import { useSyncExternalStore } from 'react'
import { compareClocks } from './clock.ts'

/** The administrator's own session, kept while they act as a user. */
type OwnSession = {
  user: User
  accessToken: string
  refreshToken: string
  creditSettings: CreditSetting[] | null
  /** When acting ends by itself. */
  expiresAt: string
  /** The screen on which it began, and to which it leads back. */
  startedFrom: string
}

/** What the browser keeps of a sign-in, in local storage, so that tabs agree and a reload changes nothing. */
export type Session = {
  user: User | null
  isAuthenticated: boolean
  accessToken: string | null
  refreshToken: string | null
  creditSettings: CreditSetting[] | null
  afterImpersonationState: OwnSession | null
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isText = (value: unknown) => typeof value === 'string'

function isUser(value: unknown): boolean {
  if (!isFields(value)) return false
  const { id, email, firstName, lastName, role, isActive } = value
  return (
    [id, email, firstName, lastName].every(isText) && roles.some((one) => one === role) && typeof isActive === 'boolean'
  )
}

const isSettings = (value: unknown) => value === null || (Array.isArray(value) && value.every(isFields))

const isOwnSession = (value: unknown) =>
  isFields(value) &&
  isUser(value['user']) &&
  isSettings(value['creditSettings']) &&
  Number.isFinite(Date.parse(String(value['expiresAt']))) &&
  ['accessToken', 'refreshToken', 'expiresAt', 'startedFrom'].every((name) => isText(value[name]))

/** Whether it is what this version keeps: an older one may have kept less. By hand, as every screen begins with it. */
function isSession(kept: unknown): kept is Session {
  if (!isFields(kept)) return false
  const { user, isAuthenticated, accessToken, refreshToken, creditSettings, afterImpersonationState: own } = kept
  return (
    typeof isAuthenticated === 'boolean' &&
    (user === null || isUser(user)) &&
    [accessToken, refreshToken].every((token) => token === null || isText(token)) &&
    isSettings(creditSettings) &&
    (own === null || isOwnSession(own))
  )
}

/** Why a session ended: the user asked, or the server no longer takes it. */
type Ending = 'asked' | 'expired'

/** Somebody else is signed in than before, or nobody; `elsewhere` is another tab. */
export type Change = { before: Session; after: Session; why: Ending | 'started' | 'elsewhere' }

const storageKey = 'dooryard.session'

const signedOut: Session = {
  user: null,
  isAuthenticated: false,
  accessToken: null,
  refreshToken: null,
  creditSettings: null,
  afterImpersonationState: null,
}

// A browser that refuses to keep the session has an old one, or none, to read.
let isKept = true

/** What the browser keeps; undefined where it keeps nothing, because storage is switched off or full. */
function stored(): Session | undefined {
  if (!isKept) return undefined
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return isSession(kept) ? kept : signedOut
  } catch (error) {
    return error instanceof SyntaxError ? signedOut : undefined
  }
}

function keep(next: Session) {
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
    isKept = true
  } catch {
    // Without storage the session lives as long as the tab.
    isKept = false
  }
}

let current = stored() ?? signedOut
const watchers = new Set<() => void>()
const listeners = new Set<(change: Change) => void>()

/** Whose data the tab may show: nobody's, a user's, or a user's as whom an administrator acts. */
const identityOf = ({ isAuthenticated, user, afterImpersonationState: own }: Session) =>
  isAuthenticated && user ? `${own?.user.id ?? ''}:${user.id}` : ''

/**
 * The one way in which the session changes: upon what another tab may have written a moment ago, so that nothing it
 * replaced comes back. Leaving the latest as it is takes it over.
 */
function change(to: (latest: Session) => Session, why: Change['why']) {
  const before = current
  const latest = stored() ?? current
  current = to(latest)
  if (current !== latest) keep(current)
  for (const watcher of watchers) watcher()
  if (identityOf(before) === identityOf(current)) return
  const told = { before, after: current, why: current === latest ? 'elsewhere' : why } as const
  for (const listener of listeners) listener(told)
}

/** The session to go back to after acting as somebody, or none. */
function ownOf({ afterImpersonationState: own }: Session): Session {
  if (!own) return signedOut
  const { user, accessToken, refreshToken, creditSettings } = own
  return { ...signedOut, isAuthenticated: true, user, accessToken, refreshToken, creditSettings }
}

function start({ user, accessToken, refreshToken, creditSettings }: SignedIn) {
  compareClocks(accessToken)
  change(() => ({ ...signedOut, isAuthenticated: true, user, accessToken, refreshToken, creditSettings }), 'started')
}

/** Acts as a user from now on. Does nothing when the administrator who asked for it is no longer the one signed in. */
function startImpersonation({ impersonation, ...signedInAs }: SignedInAs) {
  const { expiresAt, adminId } = impersonation
  const startedFrom = window.location.pathname + window.location.search
  compareClocks(signedInAs.accessToken)
  change((latest) => {
    const { user, accessToken, refreshToken, creditSettings } = latest
    if (user?.id !== adminId || !accessToken || !refreshToken) return latest
    const own = { user, accessToken, refreshToken, creditSettings, expiresAt, startedFrom }
    return { ...signedOut, ...signedInAs, isAuthenticated: true, afterImpersonationState: own }
  }, 'started')
}

/** Takes the pair that a refresh token was traded for, wherever that token stands by now; nowhere, if it is gone. */
function takeTokens(spent: string, tokens: Tokens) {
  compareClocks(tokens.accessToken)
  change((latest) => {
    const own = latest.afterImpersonationState
    if (latest.refreshToken === spent) return { ...latest, ...tokens }
    return own?.refreshToken === spent ? { ...latest, afterImpersonationState: { ...own, ...tokens } } : latest
  }, 'elsewhere')
}

/** Changes what is known of whoever is signed in; what was learnt of another user is dropped. */
function update(facts: Partial<Pick<Session, 'user' | 'creditSettings'>>) {
  change((latest) => {
    const isTheirs = latest.isAuthenticated && (!facts.user || facts.user.id === latest.user?.id)
    return isTheirs ? { ...latest, ...facts } : latest
  }, 'elsewhere')
}

/**
 * Ends the session of `whose`, unless somebody else is signed in by now. One in which an administrator acts as a user
 * gives way to their own when it expires.
 */
function end(ending: Ending, whose = identityOf(current)) {
  change((latest) => {
    if (!latest.isAuthenticated || identityOf(latest) !== whose) return latest
    return ending === 'expired' ? ownOf(latest) : signedOut
  }, ending)
}

const takeOver = () => change((latest) => latest, 'elsewhere')

window.addEventListener('storage', ({ key }) => {
  if (key === storageKey || key === null) takeOver()
})
// A page that the browser kept behind another was told nothing in the meantime.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) takeOver()
})

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

export const session = {
  get: () => current,
  identity: () => identityOf(current),
  /** Takes over what another tab may have written since. */
  reload: takeOver,
  start,
  startImpersonation,
  /** Stops acting as a user; the administrator's own session is back. */
  endImpersonation: () => change((latest) => (latest.afterImpersonationState ? ownOf(latest) : latest), 'asked'),
  takeTokens,
  update,
  end,
  onChange: (listener: (change: Change) => void) => listeners.add(listener),
}

export const useSession = () => useSyncExternalStore(subscribe, session.get)
