import type { AnyEndpoint, EndpointRequest } from '@dooryard/contract/api/endpoint'
import {
  keepPreviousData,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { api } from './api.ts'
import { ApiError, isUnconfirmed } from './errors.ts'
import { getRetryDelay, shouldRetry } from './retry-policy.ts'

/** Milliseconds for which unused data stays in the cache. */
export const cacheTimeMs = 60 * 60 * 1000

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: no toast appears when it fails, because its caller reports that. */
    mutationMeta: { quiet?: true }
  }
}

/** The cache key of a call, or of all calls of an endpoint when `input` is omitted. */
export const toQueryKey = <E extends AnyEndpoint>(endpoint: E, input?: EndpointRequest<E>) =>
  input === undefined ? [endpoint.path] : [endpoint.path, input]

/** A call as a query, cached by its endpoint and input and aborted when no component uses it. */
export const buildQuery = <E extends AnyEndpoint>(endpoint: E, input: EndpointRequest<E>) =>
  queryOptions({
    queryKey: toQueryKey(endpoint, input),
    queryFn: ({ signal }) => api.call(endpoint, input, { signal }),
  })

/** The same, showing the previous data while the next loads: for lists and counts. */
export const buildLiveQuery = <E extends AnyEndpoint>(endpoint: E, input: EndpointRequest<E>) => ({
  ...buildQuery(endpoint, input),
  placeholderData: keepPreviousData,
})

const mustSetUpSecondFactor = (error: Error) =>
  error instanceof ApiError && error.code === 'SECOND_FACTOR_SETUP_REQUIRED'

/**
 * The query cache. `onFailure` is called for each failed mutation that is not quiet, once the screen has rendered the
 * failure; one that the user did not want to confirm is none. `onSuccess` is called with the key of each successful one.
 * `onSetUpRequired` is called when the server wants a second
 * factor to be set up first.
 */
export function createQueryClient(
  onFailure: (error: Error, topic: string | undefined) => void,
  onSetUpRequired = () => {},
  onSuccess: (topic: string) => void = () => {},
) {
  const mutationCache = new MutationCache()
  mutationCache.subscribe((event) => {
    if (event.type !== 'updated') return
    const { mutationKey } = event.mutation.options
    const topic = mutationKey && String(mutationKey)
    if (event.action.type === 'success' && topic) onSuccess(topic)
    if (event.action.type !== 'error') return
    const { error } = event.action
    if (mustSetUpSecondFactor(error)) return onSetUpRequired()
    if (event.mutation.meta?.quiet || isUnconfirmed(error)) return
    // Components are notified by the same schedule, and rendered before the next timer.
    notifyManager.schedule(() => setTimeout(onFailure, 0, error, topic))
  })
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => mustSetUpSecondFactor(error) && onSetUpRequired() }),
    mutationCache,
    defaultOptions: {
      queries: {
        staleTime: 0,
        gcTime: cacheTimeMs,
        retry: shouldRetry,
        retryDelay: getRetryDelay,
        // Without this a query is paused silently while the browser reports to be offline.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
