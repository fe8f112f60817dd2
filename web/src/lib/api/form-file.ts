import type { AnyEndpoint, EndpointOutput } from '@dooryard/contract/api/endpoint'
import { withAuthorization } from '../session/with-authorization.ts'
import { fetchJson } from './http.ts'

/** Sends a small file as form data. The browser sets the content type, which includes the boundary. */
export async function sendFormFile<E extends AnyEndpoint>(endpoint: E, file: Blob): Promise<EndpointOutput<E>> {
  const body = new FormData()
  body.set('file', file)
  const answer = await withAuthorization((authorization) =>
    fetchJson(endpoint.path, { method: endpoint.method, headers: { authorization }, body }),
  )
  return answer as EndpointOutput<E> // the server checks its answers against the same contract
}
