import { operations } from '@dooryard/contract/operations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keyOf, liveQueryOf, queryOf } from '../../lib/query.ts'
import type { OperationsSearch } from './operations-search.ts'

/** A hidden tab asks nothing. */
const everyMs = 5_000

/** How the machinery does, asked again and again while somebody looks. */
export const machinery = () => ({ ...queryOf(operations.get, {}), refetchInterval: everyMs })

/** One page of the jobs that are not done, asked again just so. */
export const jobPage = (query: OperationsSearch) => ({
  ...liveQueryOf(operations.jobs, { query }),
  refetchInterval: everyMs,
})

/** Asks again for what a try of a job changes. */
function useRefresh() {
  const cache = useQueryClient()
  return () =>
    Promise.all([operations.get, operations.jobs].map((call) => cache.invalidateQueries({ queryKey: keyOf(call) })))
}

/** Has one job tried again now; it may be done, and no longer shown, before that is said. */
export function useRetryJob(onSuccess: () => void) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => api.call(operations.retryJob, { params: { id } }),
    onSuccess,
    onSettled: () => refresh(),
  })
}

/** Has every job of a kind that failed for good tried again now. */
export function useRetryTask() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (task: string) => api.call(operations.retryTask, { body: { task } }),
    onSettled: () => refresh(),
  })
}
