import { savedSearches } from '@dooryard/contract/saved-searches'
import { queryOf } from '../../lib/query.ts'

/** Those of which most has changed, and behind them the newest. */
export const changedSearches = () => queryOf(savedSearches.list, { query: { limit: 4, sort: 'changes' } })
