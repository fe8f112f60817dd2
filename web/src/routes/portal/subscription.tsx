import { createFileRoute } from '@tanstack/react-router'
import { SubscriptionSearch } from '../../features/billing/billing-search.ts'
import { SubscriptionScreen } from '../../features/billing/subscription-screen.tsx'
import { useOnTableStateChange } from '../../ui/table/use-on-table-state-change.ts'

export const Route = createFileRoute('/portal/subscription')({
  validateSearch: SubscriptionSearch,
  component: function SubscriptionRoute() {
    return <SubscriptionScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
