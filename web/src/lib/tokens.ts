import { auth, type Tokens } from '@dooryard/contract/auth'
import { serverNow } from './clock.ts'
import { ApiError, notAuthenticated } from './errors.ts'
import { send } from './http.ts'
import { expiresSoon } from './jwt.ts'
import { session } from './session.ts'

/** What is being refreshed in this tab, by whose it is. */
const refreshing = new Map<string, Promise<string>>()

/**
 * An access token good for at least the next half minute, and another one than `refused`, which the server did not take.
 * Signs out when there is no way to get one.
 */
export async function freshAccessToken(refused?: string): Promise<string> {
  const known = goodToken(refused)
  if (known) return known
  const whose = session.identity()
  const underWay = refreshing.get(whose)
  if (underWay) return underWay
  const work = refresh(whose, refused).finally(() => refreshing.delete(whose))
  refreshing.set(whose, work)
  return work
}

/** The token that is kept, unless it is of no use any more. Ends the session and throws when there is none. */
function goodToken(refused: string | undefined): string | undefined {
  const { accessToken } = session.get()
  if (!accessToken) {
    session.end('expired')
    throw notAuthenticated()
  }
  return accessToken === refused || expiresSoon(accessToken, serverNow()) ? undefined : accessToken
}

/** What a call needs: a token that is there, or a refresh token that is to be traded for one. */
type Needed<Token> = { token: Token } | { refreshToken: string }

/**
 * An access token for one of the two sessions that are kept, of whoever is signed in or of the administrator behind them;
 * undefined when the server gives none. Whatever it says, the session goes on.
 */
export function accessTokenOf(kept: 'current' | 'own'): Promise<string | undefined> {
  const needed = () => {
    const { afterImpersonationState: own, ...current } = session.get()
    const { accessToken, refreshToken } = (kept === 'own' ? own : current) ?? {}
    if (!accessToken || !refreshToken) return { token: undefined }
    return expiresSoon(accessToken, serverNow()) ? { refreshToken } : { token: accessToken }
  }
  return oneTabAtATime<string | undefined>(needed, trade)
}

/**
 * How long the other tabs may take to see what one of them wrote to storage, in milliseconds. It is 30 mostly, and was
 * 2,900 in tabs that were loading on a busy machine. For ten seconds after a token was spent the server answers it with the
 * same successor, so a tab that is somewhat slower still is not taken for a thief.
 */
const seenWithin = 7_000

/** Who waits for a lock in this tab, and looks for new tokens meanwhile. */
const waiting = new Set<() => void>()
const lookAgain = () => {
  for (const look of waiting) look()
}
window.addEventListener('storage', lookAgain)

/** The lock of whoever trades a refresh token, named by all but its last part, which is secret. */
const lockOf = (refreshToken: string) => `dooryard.refresh ${refreshToken.slice(0, refreshToken.lastIndexOf('.'))}`

/**
 * A refresh token is spent by its use, so two tabs should not present the same one: each token has a lock. Locks need a
 * secure context; without one, the server gives both tabs the same successor as long as they ask at almost the same time. Another
 * tab may get a released lock before it sees what was written, so a lock is kept until every tab should have seen the new
 * tokens. Nobody who sees them waits for that: `needed` is asked again whenever there are new ones.
 */
async function oneTabAtATime<Token extends string | undefined>(
  needed: () => Needed<Token>,
  renew: (refreshToken: string) => Promise<Token>,
): Promise<Token> {
  session.reload()
  const now = needed()
  if ('token' in now) return now.token
  const { refreshToken } = now
  if (!('locks' in navigator)) return renew(refreshToken)
  const isStillNeeded = () => {
    session.reload()
    try {
      const later = needed()
      return 'refreshToken' in later && later.refreshToken === refreshToken
    } catch {
      return false
    }
  }
  return new Promise((resolve, reject) => {
    const withdrawing = new AbortController()
    const { signal } = withdrawing
    const stopWaiting = () => {
      waiting.delete(look)
      withdrawing.abort()
    }
    const look = () => {
      if (isStillNeeded()) return false
      resolve(oneTabAtATime(needed, renew))
      stopWaiting()
      return true
    }
    const turn = async () => {
      if (signal.aborted || look()) return
      stopWaiting()
      const token = await renew(refreshToken)
      resolve(token)
      if (token === undefined) return
      lookAgain()
      await new Promise((seen) => setTimeout(seen, seenWithin))
    }
    waiting.add(look)
    navigator.locks.request(lockOf(refreshToken), { signal }, turn).catch(reject).finally(stopWaiting)
  })
}

function refresh(whose: string, refused: string | undefined): Promise<string> {
  const over = () => {
    session.end('expired', whose)
    return notAuthenticated()
  }
  const needed = () => {
    if (session.identity() !== whose) throw notAuthenticated()
    const token = goodToken(refused)
    if (token !== undefined) return { token }
    const { refreshToken } = session.get()
    if (!refreshToken) throw over()
    return { refreshToken }
  }
  return oneTabAtATime<string>(needed, async (refreshToken) => {
    const token = await trade(refreshToken)
    if (token === undefined) throw over()
    return token
  })
}

/** The access token that comes for a refresh token, with its successor kept; undefined when the server does not take it. */
async function trade(refreshToken: string): Promise<string | undefined> {
  try {
    const tokens = (await send(auth.refresh.path, {
      method: auth.refresh.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
    })) as Tokens // the server checks its answers against the same contract
    session.takeTokens(refreshToken, tokens)
    return tokens.accessToken
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 400)) return undefined
    throw error
  }
}
