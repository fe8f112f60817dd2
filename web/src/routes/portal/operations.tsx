import { createFileRoute } from '@tanstack/react-router'
import { OperationsScreen } from '../../features/operations/operations-screen.tsx'
import { OperationsSearch } from '../../features/operations/operations-search.ts'
import { searchBy } from '../../lib/search-params.ts'
import { useOnState } from '../../ui/table/use-on-state.ts'

export const Route = createFileRoute('/portal/operations')({
  ...searchBy(OperationsSearch),
  component: function OperationsRoute() {
    return <OperationsScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
