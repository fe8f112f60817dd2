import { operations } from '@dooryard/contract/admin/operations'
import { buildLiveQuery, buildQuery } from '../../lib/api/query.ts'
import type { OperationsSearch } from './operations-search.ts'

/** A hidden tab does not poll. */
const refetchInterval = 5_000

export const operationsQuery = () => ({ ...buildQuery(operations.get, {}), refetchInterval })

export const jobPageQuery = ({ page, limit, state, task }: OperationsSearch) => ({
  ...buildLiveQuery(operations.jobs, { query: { page, limit, state, task } }),
  refetchInterval,
})

export const retryOptions = { refreshes: [operations.get, operations.jobs], awaitsRefresh: true }
