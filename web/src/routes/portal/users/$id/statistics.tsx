import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { StatisticsScreen } from '../../../../features/user-statistics/statistics-screen.tsx'
import { UserActs } from '../../../../features/users/user-actions.tsx'
import { daySearch, pageSearch, searchBy } from '../../../../lib/search-params.ts'
import { useOnState } from '../../../../ui/table/use-on-state.ts'

const StatisticsSearch = z.object({
  ...pageSearch,
  tab: z.enum(['overview', 'credits', 'orders', 'sessions', 'audit']).default('overview').catch('overview'),
  period: z.enum(['30d', '90d', '12m', 'all', 'custom']).default('12m').catch('12m'),
  from: daySearch,
  to: daySearch,
  /** Which entries of the audit log: what the user did, or what was done to the account. */
  side: z.enum(['by', 'to']).default('by').catch('by'),
})

export const Route = createFileRoute('/portal/users/$id/statistics')({
  ...searchBy(StatisticsSearch),
  component: function StatisticsRoute() {
    return (
      <StatisticsScreen
        userId={Route.useParams().id}
        state={Route.useSearch()}
        onState={useOnState()}
        acts={(user) => <UserActs user={user} acts={['actAs', 'adjust', 'role', 'state']} />}
        signOut={(user) => <UserActs user={user} acts={['signOut']} />}
      />
    )
  },
})
