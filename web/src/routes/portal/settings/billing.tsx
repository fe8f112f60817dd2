import { createFileRoute } from '@tanstack/react-router'
import { BillingScreen } from '../../../features/billing/billing-screen.tsx'
import { BillingSearch } from '../../../features/billing/billing-search.ts'
import { buildSearchOptions } from '../../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../../ui/table/use-on-table-state-change.ts'

export const Route = createFileRoute('/portal/settings/billing')({
  ...buildSearchOptions(BillingSearch),
  component: function BillingRoute() {
    return <BillingScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
