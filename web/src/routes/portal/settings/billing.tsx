import { createFileRoute } from '@tanstack/react-router'
import { BillingScreen } from '../../../features/billing/billing-screen.tsx'
import { BillingSearch } from '../../../features/billing/billing-search.ts'
import { searchBy } from '../../../lib/search-params.ts'
import { useOnState } from '../../../ui/table/use-on-state.ts'

export const Route = createFileRoute('/portal/settings/billing')({
  ...searchBy(BillingSearch),
  component: function BillingRoute() {
    return <BillingScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
