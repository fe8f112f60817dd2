import { type AnyEndpoint, buildPath, type EndpointInput, type EndpointOutput } from '@dooryard/contract/api/endpoint'
import { account } from '@dooryard/contract/identity/account'
import { api } from '../api/api.ts'
import { getFreshAccessToken } from '../session/tokens.ts'
import { openStream, type StreamState } from './event-stream.ts'

type WatchHandlers<E> = { onEvent: (event: EndpointOutput<E>) => void; onState: (state: StreamState) => void }

/** Listens to an API stream as the signed-in user until the returned function is called. */
export function watchEndpoint<E extends AnyEndpoint>(
  endpoint: E,
  params: EndpointInput<E>['params'],
  { onEvent, onState }: WatchHandlers<E>,
): () => void {
  let isFirst = true
  const address = async () => {
    // An interrupted stream gives no reason. An API call does, and signs out if the session has ended.
    if (!isFirst) await api.call(account.me, {})
    isFirst = false
    return buildPath(endpoint, { params, query: { token: await getFreshAccessToken() } })
  }
  return openStream<EndpointOutput<E>>({ address, schema: endpoint.response, onEvent, onState })
}
