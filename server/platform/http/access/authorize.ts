import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import type { Role } from '@dooryard/contract/api/roles'
import type { Actor } from '../../context.ts'
import { appError } from '../../errors/app-error.ts'

/** Returns null for an invalid token. */
export type Authenticate = (token: string) => Promise<{ actor: Actor; expiresAt: Date } | null>

export const canCall = ({ access }: AnyEndpoint, role: Role | undefined) =>
  role !== undefined && (access === 'SIGNED_IN' || access.includes(role))

/** For a stream the token is in the query, where a browser's EventSource puts it. */
export function readToken(endpoint: AnyEndpoint, authorization: string | undefined, queryToken: string | undefined) {
  if (endpoint.answers === 'stream' && queryToken) return queryToken
  return parseBearer(authorization)
}

export const parseBearer = (authorization: string | undefined) => authorization?.match(/^Bearer +(\S+)$/i)?.[1]

export async function authorize(endpoint: AnyEndpoint, token: string | undefined, authenticate: Authenticate) {
  const known = token ? await authenticate(token) : null
  if (!known) throw appError('NOT_AUTHENTICATED', 'Not authenticated')
  if (!canCall(endpoint, known.actor.role)) throw appError('FORBIDDEN', 'Your account is not allowed to do this.')
  return known
}

/** The user of a valid access token, where a call that is open to anyone recognizes users. */
export async function recognizeUser(
  { recognizesUser }: AnyEndpoint,
  authorization: string | undefined,
  { authenticate }: { authenticate: Authenticate },
): Promise<Actor | undefined> {
  const token = recognizesUser && parseBearer(authorization)
  return token ? (await authenticate(token))?.actor : undefined
}
