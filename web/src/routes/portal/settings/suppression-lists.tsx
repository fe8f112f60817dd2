import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { SuppressionListsScreen } from '../../../features/suppression-lists/suppression-lists-screen.tsx'
import { buildSearchOptions, pageSearch } from '../../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../../ui/table/use-on-table-state-change.ts'

export const Route = createFileRoute('/portal/settings/suppression-lists')({
  ...buildSearchOptions(z.object(pageSearch)),
  component: function SuppressionListsRoute() {
    return <SuppressionListsScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
