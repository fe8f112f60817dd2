import { type AnyEndpoint, type Call, type Output, pathOf } from '@dooryard/contract/endpoint'
import { ApiError } from './errors.ts'
import { send } from './http.ts'
import { session } from './session.ts'
import { freshAccessToken } from './tokens.ts'

/** What the parts of a call look like to code that does not know its endpoint. */
type AnyCall = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

async function call<E extends AnyEndpoint>(
  endpoint: E,
  given: Call<E>,
  { signal, idempotencyKey }: { signal?: AbortSignal; idempotencyKey?: string } = {},
): Promise<Output<E>> {
  const { params, query, body } = given as AnyCall
  const isPublic = endpoint.access === 'ANYONE'
  const headers = new Headers()
  if (!isPublic) headers.set('authorization', `Bearer ${await freshAccessToken()}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  try {
    const answer = await send(pathOf(endpoint, { params, query }), {
      method: endpoint.method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    })
    return answer as Output<E> // the server checks its answers against the same contract
  } catch (error) {
    if (!isPublic && error instanceof ApiError && error.status === 401) session.end('expired')
    throw error
  }
}

/** The server, typed by the contract. */
export const api = { call }
