import { createFileRoute } from '@tanstack/react-router'
import { IntegrationScreen } from '../../features/integration/integration-screen.tsx'
import { IntegrationSearch } from '../../features/integration/integration-search.ts'
import { searchBy } from '../../lib/search-params.ts'
import { useOnState } from '../../ui/table/use-on-state.ts'

export const Route = createFileRoute('/portal/integration')({
  ...searchBy(IntegrationSearch),
  component: function IntegrationRoute() {
    return <IntegrationScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
