import type { AnyEndpoint, EndpointOutput, EndpointRequest } from '@dooryard/contract/api/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { api } from './api.ts'
import { useIdempotentCall } from './idempotent-call.ts'
import { toQueryKey } from './query.ts'

type EndpointMutationOptions<E extends AnyEndpoint> = {
  /** The endpoints, or all of them, whose data is refetched once the call has succeeded or failed. */
  refreshes?: AnyEndpoint[] | 'all'
  /**
   * Whether a successful call stays pending until the data is refetched, so that a dialog closes over an updated list.
   */
  awaitsRefresh?: boolean
  /** Whether the call uses one idempotency key until it is known to be processed. */
  isIdempotent?: boolean
  /** Whether its calls are sent one after the other, such as idempotent ones for several things at once. */
  isQueued?: boolean
  /** Milliseconds for which an unused answer is kept; 0 when it contains a secret. */
  gcTime?: number
  onSuccess?: (answer: EndpointOutput<E>, input: EndpointRequest<E>) => unknown
}

/** Refetches the visible data of the given endpoints, or all of it. */
export function useInvalidate(endpoints: AnyEndpoint[] | 'all') {
  const cache = useQueryClient()
  return () =>
    endpoints === 'all'
      ? cache.invalidateQueries()
      : Promise.all(endpoints.map((endpoint) => cache.invalidateQueries({ queryKey: toQueryKey(endpoint) })))
}

/** Refetches the visible data of the given endpoints when one of the states, which are by keys, is known and changes. */
export function useInvalidateOnChange(states: Readonly<Record<string, string>> = {}, endpoints: AnyEndpoint[]) {
  const known = useRef<Readonly<Record<string, string>>>({})
  const invalidate = useInvalidate(endpoints)
  const compare = useEffectEvent(() => {
    const isChanged = Object.entries(states).some(([key, state]) => (known.current[key] ?? state) !== state)
    known.current = { ...known.current, ...states }
    if (isChanged) void invalidate()
  })
  // What is fetched again is mostly the same.
  const compared = JSON.stringify(states)
  useEffect(() => {
    if (compared) compare()
  }, [compared])
}

/**
 * The same as `onSettled` of a mutation: a success waits until the data is refetched, a failure is reported at once,
 * because without a connection refetching takes long.
 */
export function useInvalidateOnSettled(endpoints: AnyEndpoint[] | 'all') {
  const invalidate = useInvalidate(endpoints)
  return (_answer: unknown, error: Error | null) => {
    const refreshed = invalidate()
    return error ? undefined : refreshed
  }
}

/** A mutation that calls an endpoint with its input. */
export function useEndpointMutation<E extends AnyEndpoint>(endpoint: E, options: EndpointMutationOptions<E> = {}) {
  const { refreshes = [], awaitsRefresh, isIdempotent, isQueued, gcTime, onSuccess } = options
  const invalidate = useInvalidateOnSettled(refreshes)
  const idempotentCall = useIdempotentCall()
  return useMutation({
    mutationKey: [endpoint.method, endpoint.path],
    ...(isQueued && { scope: { id: `${endpoint.method} ${endpoint.path}` } }),
    mutationFn: (input: EndpointRequest<E>) =>
      isIdempotent
        ? idempotentCall((idempotencyKey) => api.call(endpoint, input, { idempotencyKey }))
        : api.call(endpoint, input),
    ...(onSuccess && { onSuccess }),
    onSettled: (answer, error) => {
      const refreshed = invalidate(answer, error)
      return awaitsRefresh ? refreshed : undefined
    },
    ...(gcTime !== undefined && { gcTime }),
  })
}
