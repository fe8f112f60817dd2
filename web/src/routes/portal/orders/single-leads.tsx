import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { allOrdersSearch } from '../../../entities/order/order-search.ts'
import { SingleLeadsScreen } from '../../../features/orders/list/single-leads.tsx'
import { buildSearchOptions } from '../../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../../ui/table/use-on-table-state-change.ts'

export const Route = createFileRoute('/portal/orders/single-leads')({
  ...buildSearchOptions(z.object(allOrdersSearch)),
  component: function SingleLeadsRoute() {
    return <SingleLeadsScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
