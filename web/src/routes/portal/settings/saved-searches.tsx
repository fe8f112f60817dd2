import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { SavedSearchesScreen } from '../../../features/saved-searches/saved-searches-screen.tsx'
import { optional, pageSearch, searchBy, textSearch } from '../../../lib/search-params.ts'
import { useOnState } from '../../../ui/table/use-on-state.ts'

const SavedSearchesSearch = z.object({
  ...pageSearch,
  search: textSearch,
  changes: optional(z.uuid()),
  change: z.enum(['ENTERED', 'LEFT']).default('ENTERED').catch('ENTERED'),
})

export const Route = createFileRoute('/portal/settings/saved-searches')({
  ...searchBy(SavedSearchesSearch),
  component: function SavedSearchesRoute() {
    return <SavedSearchesScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
