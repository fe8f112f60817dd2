import { createFileRoute } from '@tanstack/react-router'
import { IntegrationScreen } from '../../features/integration/integration-screen.tsx'
import { IntegrationSearch } from '../../features/integration/integration-search.ts'
import { buildSearchOptions } from '../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../ui/table/use-on-table-state-change.ts'

export const Route = createFileRoute('/portal/integration')({
  ...buildSearchOptions(IntegrationSearch),
  component: function IntegrationRoute() {
    return <IntegrationScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
