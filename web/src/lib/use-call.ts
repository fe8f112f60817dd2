import type { AnyEndpoint, Call, Output } from '@dooryard/contract/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { useOnceOnly } from './once-only.ts'
import { keyOf } from './query.ts'

type CallOptions<E extends AnyEndpoint> = {
  /** The endpoints whose answers are fetched again once the call is over, whether it succeeded or not; or every one. */
  refreshes?: AnyEndpoint[] | 'all'
  /**
   * Whether a call that succeeded counts as pending until they are there, so that a dialog closes over a list that is up
   * to date. A failure is said at once: without a connection fetching takes long.
   */
  awaitsRefresh?: boolean
  /** Whether it is sent under one idempotency key until it is known to be done. */
  onceOnly?: boolean
  /** Whether the screen itself says that it failed, so that no toast does. */
  quiet?: boolean
  /** Milliseconds for which the answer is kept once nobody shows it; 0 for one with a secret in it. */
  gcTime?: number
  onSuccess?: (answer: Output<E>, given: Call<E>) => unknown
}

/** Fetches again what the screen shows of endpoints, or all that it shows. */
export function useRefresh(endpoints: AnyEndpoint[] | 'all') {
  const cache = useQueryClient()
  return () =>
    endpoints === 'all'
      ? cache.invalidateQueries()
      : Promise.all(endpoints.map((endpoint) => cache.invalidateQueries({ queryKey: keyOf(endpoint) })))
}

/** A call that changes something, as a mutation of what it is given. */
export function useCall<E extends AnyEndpoint>(endpoint: E, options: CallOptions<E> = {}) {
  const { refreshes = [], awaitsRefresh, onceOnly, quiet, gcTime, onSuccess } = options
  const refresh = useRefresh(refreshes)
  const once = useOnceOnly()
  return useMutation({
    mutationFn: (given: Call<E>) =>
      onceOnly ? once((idempotencyKey) => api.call(endpoint, given, { idempotencyKey })) : api.call(endpoint, given),
    ...(onSuccess && { onSuccess }),
    onSettled: (_answer, error) => {
      const refreshed = refresh()
      return awaitsRefresh && !error ? refreshed : undefined
    },
    ...(gcTime !== undefined && { gcTime }),
    ...(quiet && { meta: { quiet: true as const } }),
  })
}
