import { createFileRoute } from '@tanstack/react-router'
import { SubscriptionSearch } from '../../features/billing/billing-search.ts'
import { SubscriptionScreen } from '../../features/billing/subscription-screen.tsx'
import { useOnState } from '../../ui/table/use-on-state.ts'

export const Route = createFileRoute('/portal/subscription')({
  validateSearch: SubscriptionSearch,
  component: function SubscriptionRoute() {
    return <SubscriptionScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
