import { createFileRoute } from '@tanstack/react-router'
import { PaymentsScreen } from '../../features/payments/payments-screen.tsx'
import { PaymentsSearch } from '../../features/payments/payments-search.ts'
import { buildSearchOptions } from '../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../ui/table/use-on-table-state-change.ts'

export const Route = createFileRoute('/portal/payments')({
  ...buildSearchOptions(PaymentsSearch),
  component: function PaymentsRoute() {
    return <PaymentsScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
