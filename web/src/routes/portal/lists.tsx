import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { ListsScreen } from '../../features/lists/lists-screen.tsx'
import { buildSearchOptions, pageSearch, textSearch } from '../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../ui/table/use-on-table-state-change.ts'

export const Route = createFileRoute('/portal/lists')({
  ...buildSearchOptions(z.object({ ...pageSearch, search: textSearch })),
  component: function ListsRoute() {
    return <ListsScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
