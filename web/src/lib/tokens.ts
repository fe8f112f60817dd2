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

/** The token that is kept, unless it is of no use any more. Throws when there is none, and nobody is asked then. */
function goodToken(refused: string | undefined): string | undefined {
  const { accessToken } = session.get()
  if (!accessToken) {
    session.end('expired')
    throw notAuthenticated()
  }
  return accessToken === refused || expiresSoon(accessToken, serverNow()) ? undefined : accessToken
}

/**
 * An access token for one of the two sessions that are kept, of whoever is signed in or of the administrator behind them;
 * undefined when the server gives none. Whatever it says, the session goes on.
 */
export function accessTokenOf(kept: 'current' | 'own'): Promise<string | undefined> {
  const tokens = () => {
    const { afterImpersonationState: own, ...current } = session.get()
    return kept === 'own' ? own : current
  }
  const known = () => {
    const { accessToken, refreshToken } = tokens() ?? {}
    if (!accessToken || !refreshToken) return { token: undefined }
    return expiresSoon(accessToken, serverNow()) ? undefined : { token: accessToken }
  }
  return oneTabAtATime<string | undefined>(known, async () => {
    const refreshToken = tokens()?.refreshToken
    return refreshToken ? trade(refreshToken) : undefined
  })
}

/**
 * How long the other tabs may take to see what one of them wrote to storage, in milliseconds. It is 30 mostly, and was
 * more than 150 on a busy machine.
 */
const seenWithin = 2_000

/**
 * Gives the lock back before that, if this tab still keeps it and needs it again, as when its new tokens are refused. Should
 * another tab not have seen them, the server gives the same ones for the spent token for some seconds.
 */
let letGo = () => {}

/** Who waits for the lock in this tab, and looks for new tokens meanwhile. */
const waiting = new Set<() => void>()
const lookAgain = () => {
  for (const look of waiting) look()
}
window.addEventListener('storage', lookAgain)

/**
 * A refresh token is spent by its use, so two tabs should not present the same one. Locks need a secure context; without
 * one, the server gives both tabs the same successor as long as they ask at almost the same time. A lock that is given
 * back overtakes what was written before, so it is kept until every tab has seen the new tokens. Nobody waits for that:
 * `known` is asked again whenever there are new ones.
 */
async function oneTabAtATime<Token extends string | undefined>(
  known: () => { token: Token } | undefined,
  renew: () => Promise<Token>,
): Promise<Token> {
  if (!('locks' in navigator)) {
    session.reload()
    const kept = known()
    return kept ? kept.token : renew()
  }
  return new Promise((resolve, reject) => {
    const withdrawing = new AbortController()
    const stopWaiting = () => {
      waiting.delete(look)
      withdrawing.abort()
    }
    const look = () => {
      try {
        session.reload()
        const kept = known()
        if (!kept) return false
        resolve(kept.token)
      } catch (error) {
        reject(error)
      }
      stopWaiting()
      return true
    }
    const turn = async () => {
      if (look()) return
      stopWaiting()
      const token = await renew()
      resolve(token)
      if (token === undefined) return
      lookAgain()
      await new Promise<void>((seen) => {
        letGo = seen
        setTimeout(seen, seenWithin)
      })
    }
    if (look()) return
    letGo()
    waiting.add(look)
    navigator.locks.request('dooryard.refresh', { signal: withdrawing.signal }, turn).catch(reject).finally(stopWaiting)
  })
}

function refresh(whose: string, refused: string | undefined): Promise<string> {
  const known = () => {
    if (session.identity() !== whose) throw notAuthenticated()
    const token = goodToken(refused)
    return token === undefined ? undefined : { token }
  }
  return oneTabAtATime<string>(known, async () => {
    const { refreshToken } = session.get()
    const token = refreshToken && (await trade(refreshToken))
    if (token) return token
    session.end('expired', whose)
    throw notAuthenticated()
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
