import { operations } from '@dooryard/contract/operations'
import { liveQueryOf, queryOf } from '../../lib/query.ts'
import type { OperationsSearch } from './operations-search.ts'

/** A hidden tab asks nothing. */
const refetchInterval = 5_000

export const machinery = () => ({ ...queryOf(operations.get, {}), refetchInterval })

export const jobPage = (query: OperationsSearch) => ({ ...liveQueryOf(operations.jobs, { query }), refetchInterval })

export const refreshedByRetry = { refreshes: [operations.get, operations.jobs], awaitsRefresh: true }
