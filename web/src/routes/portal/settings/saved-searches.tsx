import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { SavedSearchesScreen } from '../../../features/saved-searches/saved-searches-screen.tsx'
import { pageDefaults, pageSearch, textSearch } from '../../../lib/search-params.ts'
import { useOnState } from '../../../ui/table/use-on-state.ts'

const SavedSearchesSearch = z.object({
  ...pageSearch,
  search: textSearch,
  changes: z.uuid().optional().catch(undefined),
  change: z.enum(['ENTERED', 'LEFT']).default('ENTERED').catch('ENTERED'),
})

export const Route = createFileRoute('/portal/settings/saved-searches')({
  validateSearch: SavedSearchesSearch,
  search: { middlewares: [stripSearchParams({ ...pageDefaults, change: 'ENTERED' })] },
  component: function SavedSearchesRoute() {
    return <SavedSearchesScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
