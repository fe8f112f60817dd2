import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { SavedSearchesScreen } from '../../../features/saved-searches/saved-searches-screen.tsx'
import { buildSearchOptions, optionalParam, pageSearch, textSearch } from '../../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../../ui/table/use-on-table-state-change.ts'

const SavedSearchesSearch = z.object({
  ...pageSearch,
  search: textSearch,
  changes: optionalParam(z.uuid()),
  change: z.enum(['ENTERED', 'LEFT']).default('ENTERED').catch('ENTERED'),
})

export const Route = createFileRoute('/portal/settings/saved-searches')({
  ...buildSearchOptions(SavedSearchesSearch),
  component: function SavedSearchesRoute() {
    return <SavedSearchesScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
