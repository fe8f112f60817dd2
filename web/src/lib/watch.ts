import { account } from '@dooryard/contract/account'
import { type AnyEndpoint, type Input, type Output, pathOf } from '@dooryard/contract/endpoint'
import { api } from './api.ts'
import { openStream, type StreamState } from './event-stream.ts'
import { freshAccessToken } from './tokens.ts'

type Watch<E> = { onEvent: (event: Output<E>) => void; onState: (state: StreamState) => void }

/** Listens to a stream of the API as whoever is signed in, until the returned function is called. */
export function watch<E extends AnyEndpoint>(
  endpoint: E,
  params: Input<E>['params'],
  { onEvent, onState }: Watch<E>,
): () => void {
  let isFirst = true
  const address = async () => {
    // A stream that is cut off does not say why. A call does, and signs out where the session is over.
    if (!isFirst) await api.call(account.me, {})
    isFirst = false
    return pathOf(endpoint, { params, query: { token: await freshAccessToken() } })
  }
  return openStream<Output<E>>({ address, schema: endpoint.response, onEvent, onState })
}
