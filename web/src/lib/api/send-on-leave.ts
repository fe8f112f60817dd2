import { type AnyEndpoint, buildPath, type EndpointRequest } from '@dooryard/contract/api/endpoint'
import { session } from '../session/session.ts'
import type { AnyCallInput } from './api.ts'

/** Browsers refuse more than 64 KB in all requests that go on without their page. */
const maxBodyBytes = 60 * 1024

/**
 * Sends a change while the page is left: at once, with the token that is there, and without an answer. Returns false
 * where it is too large for that.
 */
export function sendOnLeave<E extends AnyEndpoint>(endpoint: E, input: EndpointRequest<E>): boolean {
  const { params, query, body } = input as AnyCallInput
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  if (bytes.length > maxBodyBytes) return false
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${session.get().accessToken}` }
  const init = { method: endpoint.method, headers, body: bytes, keepalive: true }
  void fetch(buildPath(endpoint, { params, query }), init).catch(() => {}) // nobody is there to be told
  return true
}
