import { createFileRoute } from '@tanstack/react-router'
import { OperationsScreen } from '../../features/operations/operations-screen.tsx'
import { OperationsSearch } from '../../features/operations/operations-search.ts'
import { buildSearchOptions } from '../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../ui/table/use-on-table-state-change.ts'

export const Route = createFileRoute('/portal/operations')({
  ...buildSearchOptions(OperationsSearch),
  component: function OperationsRoute() {
    return <OperationsScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
