import { createFileRoute } from '@tanstack/react-router'
import { PayAsYouGoSearch } from '../../../features/billing/billing-search.ts'
import { PayAsYouGoScreen } from '../../../features/billing/pay-as-you-go-screen.tsx'
import { useOnTableStateChange } from '../../../ui/table/use-on-table-state-change.ts'

export const Route = createFileRoute('/portal/settings/pay-as-you-go')({
  validateSearch: PayAsYouGoSearch,
  component: function PayAsYouGoRoute() {
    return <PayAsYouGoScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
