import type { AnyEndpoint, Call } from '@dooryard/contract/endpoint'
import { keepPreviousData, MutationCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { isRefusal } from './errors.ts'
import { freshnessOf, keptMs } from './freshness.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the screen itself says that the mutation failed, so no toast does. */
    mutationMeta: { quiet?: true }
  }
}

/** The cache key of a call, or of every call of an endpoint when `given` is left out. */
export const keyOf = <E extends AnyEndpoint>(endpoint: E, given?: Call<E>) =>
  given === undefined ? [endpoint.path] : [endpoint.path, given]

/** A call as a query: cached by its endpoint and arguments, aborted when nobody waits for it any more. */
export const queryOf = <E extends AnyEndpoint>(endpoint: E, given: Call<E>) =>
  queryOptions({
    queryKey: keyOf(endpoint, given),
    queryFn: ({ signal }) => api.call(endpoint, given, { signal }),
    ...freshnessOf(endpoint),
  })

/** The same, showing the previous answer while the next one is on its way: for lists and counts. */
export const liveQueryOf = <E extends AnyEndpoint>(endpoint: E, given: Call<E>) => ({
  ...queryOf(endpoint, given),
  placeholderData: keepPreviousData,
})

/** Back-off of failed queries: 1 s, doubling, at most 30 s. */
const retryDelay = (failures: number) => Math.min(1000 * 2 ** failures, 30_000)

/** The cache of everything the server said. `onFailure` hears of each failed mutation that is not quiet. */
export const createQueryClient = (onFailure: (error: Error) => void) =>
  new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.quiet) onFailure(error)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 0,
        gcTime: keptMs,
        retry: (failures, error) => failures < 3 && !isRefusal(error),
        retryDelay,
        // Without this a query waits silently while the browser believes itself offline.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
