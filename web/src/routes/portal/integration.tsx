import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { IntegrationScreen } from '../../features/integration/integration-screen.tsx'
import { IntegrationSearch, integrationDefaults } from '../../features/integration/integration-search.ts'
import { useOnState } from '../../ui/table/use-on-state.ts'

export const Route = createFileRoute('/portal/integration')({
  validateSearch: IntegrationSearch,
  search: { middlewares: [stripSearchParams(integrationDefaults)] },
  component: function IntegrationRoute() {
    return <IntegrationScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
