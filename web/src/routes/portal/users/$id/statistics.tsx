import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { StatisticsScreen } from '../../../../features/user-statistics/statistics-screen.tsx'
import { UserActionButtons } from '../../../../features/users/user-actions.tsx'
import { buildSearchOptions, daySearch, pageSearch } from '../../../../lib/navigation/search-params.ts'
import { ScreenNotFound } from '../../../../ui/feedback/not-found-screen.tsx'
import { requireIds } from '../../../../ui/layout/require-ids.ts'
import { useOnTableStateChange } from '../../../../ui/table/use-on-table-state-change.ts'

const StatisticsSearch = z.object({
  ...pageSearch,
  tab: z.enum(['overview', 'credits', 'orders', 'sessions', 'audit']).default('overview').catch('overview'),
  period: z.enum(['30d', '90d', '12m', 'all', 'custom']).default('12m').catch('12m'),
  from: daySearch,
  to: daySearch,
  /** Which audit log entries: actions by the user, or on the account. */
  side: z.enum(['by', 'to']).default('by').catch('by'),
})

export const Route = createFileRoute('/portal/users/$id/statistics')({
  ...buildSearchOptions(StatisticsSearch),
  loader: ({ params }) => requireIds(params),
  notFoundComponent: ScreenNotFound,
  component: function StatisticsRoute() {
    return (
      <StatisticsScreen
        userId={Route.useParams().id}
        state={Route.useSearch()}
        onState={useOnTableStateChange()}
        actions={(user) => <UserActionButtons user={user} actions={['actAs', 'adjust', 'role', 'state']} />}
        signOut={(user) => <UserActionButtons user={user} actions={['signOut']} />}
      />
    )
  },
})
