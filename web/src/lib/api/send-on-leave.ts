import { type AnyEndpoint, buildPath, type EndpointRequest } from '@dooryard/contract/api/endpoint'
import { isExpired } from '../session/jwt.ts'
import { getServerTime } from '../session/server-clock.ts'
import { session } from '../session/session.ts'
import type { AnyCallInput } from './api.ts'

/** Browsers refuse more than 64 KB in all requests that go on without their page. */
const maxBodyBytes = 60 * 1024

/**
 * Sends a change while the page is left: at once, with the token that is there, and without an answer. Returns false
 * where it is too large for that, or the token has expired, which there is no time to replace.
 */
export function sendOnLeave<E extends AnyEndpoint>(endpoint: E, input: EndpointRequest<E>): boolean {
  const { params, query, body } = input as AnyCallInput
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const { accessToken } = session.get()
  if (bytes.length > maxBodyBytes || !accessToken || isExpired(accessToken, getServerTime())) return false
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` }
  const init = { method: endpoint.method, headers, body: bytes, keepalive: true }
  void fetch(buildPath(endpoint, { params, query }), init).catch(() => {}) // nobody is there to be told
  return true
}
