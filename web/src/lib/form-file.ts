import type { AnyEndpoint, Output } from '@dooryard/contract/endpoint'
import { asUser } from './as-user.ts'
import { send } from './http.ts'

/** Makes a call whose body is one small file. The browser itself says the type of the form, which names its boundary. */
export async function sendFormFile<E extends AnyEndpoint>(endpoint: E, file: Blob): Promise<Output<E>> {
  const body = new FormData()
  body.set('file', file)
  const answer = await asUser((authorization) =>
    send(endpoint.path, { method: endpoint.method, headers: { authorization }, body }),
  )
  return answer as Output<E> // the server checks its answers against the same contract
}
