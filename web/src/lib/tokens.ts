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
  const work = oneTabAtATime(() => refresh(whose, refused)).finally(() => refreshing.delete(whose))
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
export const accessTokenOf = (kept: 'current' | 'own'): Promise<string | undefined> =>
  oneTabAtATime(async () => {
    session.reload()
    const { afterImpersonationState: own, ...current } = session.get()
    const { accessToken, refreshToken } = (kept === 'own' ? own : current) ?? {}
    if (!accessToken || !refreshToken) return { token: undefined, isNew: false }
    if (!expiresSoon(accessToken, serverNow())) return { token: accessToken, isNew: false }
    const tokens = await trade(refreshToken)
    if (tokens) session.takeTokens(refreshToken, tokens)
    return { token: tokens?.accessToken, isNew: tokens !== undefined }
  })

/** How long the other tabs may take to see what one of them wrote to storage, in milliseconds; they were seen to take 30. */
const seenAfter = 150

/**
 * A refresh token is spent by its use, so two tabs should not present the same one. Locks need a secure context; without
 * one, the server gives both tabs the same successor as long as they ask at almost the same time. A lock that is given
 * back overtakes what was written before: it is kept until the next tab sees the new tokens, and nobody here waits for it.
 */
function oneTabAtATime<Token>(work: () => Promise<{ token: Token; isNew: boolean }>): Promise<Token> {
  if (!('locks' in navigator)) return work().then(({ token }) => token)
  return new Promise((resolve, reject) => {
    const turn = async () => {
      const { token, isNew } = await work()
      resolve(token)
      if (isNew) await new Promise((seen) => setTimeout(seen, seenAfter))
    }
    navigator.locks.request('dooryard.refresh', turn).catch(reject)
  })
}

async function refresh(whose: string, refused: string | undefined) {
  session.reload()
  if (session.identity() !== whose) throw notAuthenticated()
  const known = goodToken(refused)
  if (known) return { token: known, isNew: false }
  const { refreshToken } = session.get()
  const tokens = refreshToken && (await trade(refreshToken))
  if (!tokens) {
    session.end('expired', whose)
    throw notAuthenticated()
  }
  session.takeTokens(refreshToken, tokens)
  return { token: tokens.accessToken, isNew: true }
}

/** The pair that a refresh token is traded for; undefined when the server does not take it. */
async function trade(refreshToken: string): Promise<Tokens | undefined> {
  try {
    return (await send(auth.refresh.path, {
      method: auth.refresh.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
    })) as Tokens // the server checks its answers against the same contract
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 400)) return undefined
    throw error
  }
}
