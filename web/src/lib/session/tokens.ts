import { auth, type Tokens } from '@dooryard/contract/identity/auth'
import { ApiError, createNotAuthenticatedError } from '../api/errors.ts'
import { fetchJson } from '../api/http.ts'
import { isExpiringSoon } from './jwt.ts'
import { getServerTime } from './server-clock.ts'
import { session } from './session.ts'

/** Refreshes in flight in this tab, by owner. */
const inFlight = new Map<string, Promise<string>>()

/**
 * Returns an access token valid for at least 30 seconds and different from `refused`, which the server rejected. Signs
 * out when there is none.
 */
export async function getFreshAccessToken(refused?: string): Promise<string> {
  const known = getValidToken(refused)
  if (known) return known
  const owner = session.identity()
  const pending = inFlight.get(owner)
  if (pending) return pending
  const work = refreshAccessToken(owner, refused).finally(() => inFlight.delete(owner))
  inFlight.set(owner, work)
  return work
}

/** Returns the stored token if it is still usable. Ends the session and throws when there is none. */
function getValidToken(refused: string | undefined): string | undefined {
  const { accessToken } = session.get()
  if (!accessToken) {
    session.end('expired')
    throw createNotAuthenticatedError()
  }
  return accessToken === refused || isExpiringSoon(accessToken, getServerTime()) ? undefined : accessToken
}

/** Either a usable token, or a refresh token to exchange for one. */
type TokenOrRefresh<Token> = { token: Token } | { refreshToken: string }

/**
 * Returns an access token for one of the two stored sessions, the current one or the administrator's behind it;
 * undefined when the server gives none. Never ends the session.
 */
export function getStoredAccessToken(which: 'current' | 'own'): Promise<string | undefined> {
  const readToken = () => {
    const { afterImpersonationState: own, ...current } = session.get()
    const { accessToken, refreshToken } = (which === 'own' ? own : current) ?? {}
    if (!accessToken || !refreshToken) return { token: undefined }
    return isExpiringSoon(accessToken, getServerTime()) ? { refreshToken } : { token: accessToken }
  }
  return withRefreshLock<string | undefined>(readToken, exchangeRefreshToken)
}

/**
 * Milliseconds other tabs may take to see what one of them wrote to storage. Usually it takes 30, and 2,900 were
 * measured in tabs loading on a busy machine. For ten seconds after a token was used the server returns the same
 * successor, so a slower tab is not mistaken for a thief.
 */
const propagationMs = 7_000

/** Callers waiting for a lock in this tab, which check for new tokens meanwhile. */
const waiters = new Set<() => void>()
const recheckWaiters = () => {
  for (const recheck of waiters) recheck()
}
window.addEventListener('storage', recheckWaiters)

/** The lock for exchanging a refresh token, named by all but the token's last, secret part. */
const getLockName = (refreshToken: string) => `dooryard.refresh ${refreshToken.slice(0, refreshToken.lastIndexOf('.'))}`

/**
 * A refresh token can be used once, so two tabs must not present the same one: each token has a lock. Locks need a
 * secure context; without them, the server gives both tabs the same successor if they ask at almost the same time.
 * Another tab may get a released lock before it sees the stored tokens, so the lock is held until every tab should
 * have seen them. Callers do not wait for that: `readToken` is called again whenever there are new tokens.
 */
async function withRefreshLock<Token extends string | undefined>(
  readToken: () => TokenOrRefresh<Token>,
  renew: (refreshToken: string) => Promise<Token>,
): Promise<Token> {
  session.reload()
  const now = readToken()
  if ('token' in now) return now.token
  const { refreshToken } = now
  if (!('locks' in navigator)) return renew(refreshToken)
  const isStillNeeded = () => {
    session.reload()
    try {
      const later = readToken()
      return 'refreshToken' in later && later.refreshToken === refreshToken
    } catch {
      return false
    }
  }
  return new Promise((resolve, reject) => {
    const abortController = new AbortController()
    const { signal } = abortController
    const stopWaiting = () => {
      waiters.delete(recheck)
      abortController.abort()
    }
    const recheck = () => {
      if (isStillNeeded()) return false
      resolve(withRefreshLock(readToken, renew))
      stopWaiting()
      return true
    }
    const onLocked = async () => {
      if (signal.aborted || recheck()) return
      stopWaiting()
      const token = await renew(refreshToken)
      resolve(token)
      if (token === undefined) return
      recheckWaiters()
      await new Promise((seen) => setTimeout(seen, propagationMs))
    }
    waiters.add(recheck)
    navigator.locks.request(getLockName(refreshToken), { signal }, onLocked).catch(reject).finally(stopWaiting)
  })
}

function refreshAccessToken(owner: string, refused: string | undefined): Promise<string> {
  const endSession = () => {
    session.end('expired', owner)
    return createNotAuthenticatedError()
  }
  const readToken = () => {
    if (session.identity() !== owner) throw createNotAuthenticatedError()
    const token = getValidToken(refused)
    if (token !== undefined) return { token }
    const { refreshToken } = session.get()
    if (!refreshToken) throw endSession()
    return { refreshToken }
  }
  return withRefreshLock<string>(readToken, async (refreshToken) => {
    const token = await exchangeRefreshToken(refreshToken)
    if (token === undefined) throw endSession()
    return token
  })
}

/** Exchanges a refresh token for an access token and stores its successor; undefined when the server rejects it. */
async function exchangeRefreshToken(refreshToken: string): Promise<string | undefined> {
  try {
    const tokens = (await fetchJson(auth.refresh.path, {
      method: auth.refresh.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
    })) as Tokens // the server checks its answers against the same contract
    session.replaceTokens(refreshToken, tokens)
    return tokens.accessToken
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 400)) return undefined
    throw error
  }
}
