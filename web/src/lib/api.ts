import { type AnyEndpoint, type Call, type Output, pathOf } from '@dooryard/contract/endpoint'
import { asUser } from './as-user.ts'
import { fetchFile, send, sendFile } from './http.ts'

/** What the parts of a call look like to code that does not know its endpoint. */
type AnyCall = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

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

type UploadOptions = { signal: AbortSignal; onShare: (share: number) => void }

/** Sends a file as the body of a call, telling from 0 to 1 how much of it has left. */
async function upload<E extends AnyEndpoint>(endpoint: E, given: Call<E>, options: UploadOptions): Promise<Output<E>> {
  const { params, query, body } = given as AnyCall
  const path = pathOf(endpoint, { params, query })
  const answer = await asUser((authorization) => {
    const headers = { authorization, 'content-type': 'application/octet-stream' }
    return sendFile(path, { method: endpoint.method, headers, body: body as Blob, ...options }) // as its contract says
  })
  return answer as Output<E> // as above
}

/** Fetches the file that a call answers with; `onBytes` hears how much of it has come. */
async function download<E extends AnyEndpoint>(
  endpoint: E,
  given: Call<E>,
  onBytes?: (count: number) => void,
): Promise<Blob> {
  const { params, query } = given as AnyCall
  const path = pathOf(endpoint, { params, query })
  return asUser((authorization) => fetchFile(path, { headers: { authorization } }, onBytes))
}

export const api = { call, upload, download }
