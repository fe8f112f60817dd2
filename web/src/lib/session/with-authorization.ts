import { ApiError } from '../api/errors.ts'
import { session } from './session.ts'
import { getFreshAccessToken } from './tokens.ts'

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401

/**
 * Makes a call as the signed-in user. A rejected token is replaced once, because it may have expired by the server's
 * clock only; if the new one is rejected too, the session has ended. A rejection that arrives after another user
 * signed in is ignored.
 */
export async function withAuthorization<Answer>(request: (authorization: string) => Promise<Answer>): Promise<Answer> {
  const owner = session.identity()
  const token = await getFreshAccessToken()
  try {
    return await request(`Bearer ${token}`)
  } catch (error) {
    if (!isUnauthorized(error) || session.identity() !== owner) throw error
  }
  const next = await getFreshAccessToken(token)
  try {
    return await request(`Bearer ${next}`)
  } catch (error) {
    if (isUnauthorized(error)) session.end('expired', owner)
    throw error
  }
}
