import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import type { Role } from '@dooryard/contract/roles'
import type { Actor } from '../context.ts'
import { appError } from '../errors.ts'

/** Null for a token that opens nothing. */
export type Authenticate = (token: string) => Promise<{ actor: Actor; expiresAt: Date } | null>

export const mayCall = ({ access }: AnyEndpoint, role: Role | undefined) =>
  role !== undefined && (access === 'SIGNED_IN' || access.includes(role))

/** For a stream in the query, where a browser's EventSource puts it. */
export function tokenOf(endpoint: AnyEndpoint, authorization: string | undefined, queryToken: string | undefined) {
  if (endpoint.answers === 'stream' && queryToken) return queryToken
  return bearerOf(authorization)
}

export const bearerOf = (authorization: string | undefined) => authorization?.match(/^Bearer +(\S+)$/i)?.[1]

export async function authorise(endpoint: AnyEndpoint, token: string | undefined, authenticate: Authenticate) {
  const known = token ? await authenticate(token) : null
  if (!known) throw appError('NOT_AUTHENTICATED', 'Not authenticated')
  if (!mayCall(endpoint, known.actor.role)) throw appError('FORBIDDEN', 'Your account is not allowed to do this.')
  return known
}
