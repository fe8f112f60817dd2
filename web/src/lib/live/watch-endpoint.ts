import { account } from '@dooryard/contract/account'
import { type AnyEndpoint, type Input, type Output, pathOf } from '@dooryard/contract/endpoint'
import { api } from '../api/api.ts'
import { getFreshAccessToken } from '../session/tokens.ts'
import { openStream, type StreamState } from './event-stream.ts'

type WatchHandlers<E> = { onEvent: (event: Output<E>) => void; onState: (state: StreamState) => void }

/** Listens to an API stream as the signed-in user until the returned function is called. */
export function watchEndpoint<E extends AnyEndpoint>(
  endpoint: E,
  params: Input<E>['params'],
  { onEvent, onState }: WatchHandlers<E>,
): () => void {
  let isFirst = true
  const address = async () => {
    // An interrupted stream gives no reason. An API call does, and signs out if the session has ended.
    if (!isFirst) await api.call(account.me, {})
    isFirst = false
    return pathOf(endpoint, { params, query: { token: await getFreshAccessToken() } })
  }
  return openStream<Output<E>>({ address, schema: endpoint.response, onEvent, onState })
}
