import { ApiError } from './errors.ts'
import { session } from './session.ts'
import { freshAccessToken } from './tokens.ts'

const isRefused = (error: unknown) => error instanceof ApiError && error.status === 401

/**
 * Makes a call as whoever is signed in. A token that the server does not take is replaced once, since it may have
 * expired by the server's clock alone; when that does not help, the session has ended. A refusal that arrives after
 * somebody else signed in says nothing of them.
 */
export async function asUser<Answer>(work: (authorization: string) => Promise<Answer>): Promise<Answer> {
  const whose = session.identity()
  const token = await freshAccessToken()
  try {
    return await work(`Bearer ${token}`)
  } catch (error) {
    if (!isRefused(error) || session.identity() !== whose) throw error
  }
  const next = await freshAccessToken(token)
  try {
    return await work(`Bearer ${next}`)
  } catch (error) {
    if (isRefused(error)) session.end('expired', whose)
    throw error
  }
}
