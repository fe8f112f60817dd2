import { auth, type Tokens } from '@dooryard/contract/auth'
import { isRefusal, notAuthenticated } from './errors.ts'
import { send } from './http.ts'
import { expiresSoon } from './jwt.ts'
import { session } from './session.ts'

let refreshing: Promise<string> | undefined

/** An access token good for at least the next half minute; signs out when there is no way to get one. */
export async function freshAccessToken(): Promise<string> {
  const { accessToken } = session.get()
  if (accessToken && !expiresSoon(accessToken)) return accessToken
  refreshing ??= oneTabAtATime(refresh).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

/** A refresh token is spent by its use, so two tabs must not present the same one. Locks need a secure context. */
const oneTabAtATime = (work: () => Promise<string>): Promise<string> =>
  'locks' in navigator ? navigator.locks.request('dooryard.refresh', work) : work()

async function refresh(): Promise<string> {
  session.reload()
  const { accessToken, refreshToken } = session.get()
  if (accessToken && !expiresSoon(accessToken)) return accessToken
  if (!refreshToken) {
    session.end('expired')
    throw notAuthenticated()
  }
  const tokens = await spend(refreshToken)
  session.update(tokens)
  return tokens.accessToken
}

async function spend(refreshToken: string): Promise<Tokens> {
  try {
    return (await send(auth.refresh.path, {
      method: auth.refresh.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
    })) as Tokens // the server checks its answers against the same contract
  } catch (error) {
    if (!isRefusal(error)) throw error
    session.end('expired')
    throw notAuthenticated()
  }
}
