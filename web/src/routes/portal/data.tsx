import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { DataScreen } from '../../features/data/data-screen.tsx'
import { buildSearchOptions, optionalParam, pageSearch } from '../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../ui/table/use-on-table-state-change.ts'

const DataSearch = z.object({
  ...pageSearch,
  importPage: pageSearch.page,
  importLimit: pageSearch.limit,
  roll: optionalParam(z.int().min(1)),
})

export const Route = createFileRoute('/portal/data')({
  ...buildSearchOptions(DataSearch),
  component: function DataRoute() {
    return <DataScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
