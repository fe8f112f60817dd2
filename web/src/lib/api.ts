import { type AnyEndpoint, type Call, type Output, pathOf } from '@dooryard/contract/endpoint'
import { asUser } from './as-user.ts'
import { send } from './http.ts'

/** What the parts of a call look like to code that does not know its endpoint. */
export type AnyCall = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

async function call<E extends AnyEndpoint>(
  endpoint: E,
  given: Call<E>,
  { signal, idempotencyKey }: { signal?: AbortSignal; idempotencyKey?: string } = {},
): Promise<Output<E>> {
  const { params, query, body } = given as AnyCall
  const headers = new Headers()
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  const init = { method: endpoint.method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal }
  const path = pathOf(endpoint, { params, query })
  const ask = (authorization?: string) => {
    if (authorization) headers.set('authorization', authorization)
    return send(path, init)
  }
  const answer = await (endpoint.access === 'ANYONE' ? ask() : asUser(ask))
  return answer as Output<E> // the server checks its answers against the same contract
}

/** The server, typed by the contract. */
export const api = { call }
