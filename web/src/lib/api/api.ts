import { type AnyEndpoint, buildPath, type EndpointOutput, type EndpointRequest } from '@dooryard/contract/api/endpoint'
import { fetchJson } from './http.ts'

/** The parts of a call's input for code that does not know its endpoint. */
export type AnyCallInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: EndpointRequest<E>,
  { signal, idempotencyKey }: { signal?: AbortSignal; idempotencyKey?: string } = {},
): Promise<EndpointOutput<E>> {
  const { params, query, body } = input as AnyCallInput
  const headers = new Headers()
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  const init = { method: endpoint.method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal }
  const path = buildPath(endpoint, { params, query })
  const request = (authorization?: string) => {
    if (authorization) headers.set('authorization', authorization)
    return fetchJson(path, init)
  }
  // The rest loads with the portal, because visitors have no use for it.
  const answer =
    endpoint.access === 'ANYONE' ? await request() : await (await import('./call-as-user.ts')).callAsUser(request)
  return answer as EndpointOutput<E> // the server checks its answers against the same contract
}

/** The API client, typed by the contract. */
export const api = { call }
