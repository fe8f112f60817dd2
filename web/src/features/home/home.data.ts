import { overview } from '@dooryard/contract/admin/overview'
import { rolls } from '@dooryard/contract/data/rolls'
import { firstSteps } from '@dooryard/contract/identity/first-steps'
import { buildLiveQuery, buildQuery } from '../../lib/api/query.ts'

export const firstStepsQuery = () => buildQuery(firstSteps.get, {})
export const dataCoverage = () => buildQuery(rolls.coverage, {})

/** The selectable periods of the overview. */
export type OverviewDays = 7 | 30 | 90

/** The portal's activity, refetched every minute. */
export const overviewQuery = (days: OverviewDays) => ({
  ...buildLiveQuery(overview.get, { query: { days } }),
  refetchInterval: 60_000,
})
